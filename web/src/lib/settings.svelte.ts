/* settings.svelte.ts: the settings on this device. */
import type { Language } from './contract';

export type Theme = 'system' | 'light' | 'dark';
export type Pace = 'calm' | 'brisk' | 'instant';
export type Motion = 'system' | 'off';

interface Choices {
    language: Language;
    theme: Theme;
    pace: Pace;
    motion: Motion;
    confirm: boolean;
    notify: boolean;
    sound: boolean;
    /* Letters and digits as keys of the table. */
    keys: boolean;
    /* Has a person signed in to a server here? */
    online: boolean;
    name: string;
}

const KEY = 'roundhouse.settings';

function defaults(): Choices {
    const language = navigator.language.startsWith('fr') ? 'fr' : 'en';
    return {
        language,
        theme: 'system',
        pace: 'calm',
        motion: 'system',
        confirm: true,
        notify: false,
        sound: true,
        keys: true,
        online: false,
        name: '',
    };
}

function stored(): Choices {
    try {
        return { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>) };
    } catch {
        return defaults();
    }
}

export const settings = $state<Choices>(stored());

/* Called in an effect: reads every setting, so that any change is stored. */
export function storeSettings(): void {
    const text = JSON.stringify(settings);
    try {
        localStorage.setItem(KEY, text);
    } catch {
        /* Without storage the page still works. */
    }
}

export function showTheme(): void {
    const root = document.documentElement;
    if (settings.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
}

export function isStill(): boolean {
    return settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/* Milliseconds for the turn of an opponent, however many steps it has. */
export function paceOf(pace: Pace): number {
    return { calm: 2000, brisk: 800, instant: 0 }[pace];
}
