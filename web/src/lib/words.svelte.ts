/* words.svelte.ts: the page's sentences, from the catalogues that C reads too. Each part
 * of the page brings its own; plugins/words.ts says which are whose. */
import { untrack } from 'svelte';
import type { GameId, Language } from './contract';

export type Part = 'everywhere' | 'guide' | 'online' | GameId;
type Catalogue = Readonly<Record<string, string>>;
type Loader = () => Promise<{ default: Catalogue }>;
type Arguments = Readonly<Record<string, string | number>>;

const LOAD: Readonly<Record<Language, Readonly<Record<Part, Loader>>>> = {
    en: {
        everywhere: () => import('virtual:words/en/everywhere'),
        guide: () => import('virtual:words/en/guide'),
        online: () => import('virtual:words/en/online'),
        'freight-train': () => import('virtual:words/en/freight-train'),
        'station-master': () => import('virtual:words/en/station-master'),
        'take-a-train': () => import('virtual:words/en/take-a-train'),
    },
    fr: {
        everywhere: () => import('virtual:words/fr/everywhere'),
        guide: () => import('virtual:words/fr/guide'),
        online: () => import('virtual:words/fr/online'),
        'freight-train': () => import('virtual:words/fr/freight-train'),
        'station-master': () => import('virtual:words/fr/station-master'),
        'take-a-train': () => import('virtual:words/fr/take-a-train'),
    },
};

class Words {
    language = $state<Language>('en');
    catalogue = $state.raw<Catalogue>({});
    parts = $state.raw<readonly Part[]>([]);
}

const words = new Words();

async function load(language: Language, parts: readonly Part[]): Promise<Catalogue> {
    const loaded = await Promise.all(parts.map((part) => LOAD[language][part]()));
    return Object.assign({}, ...loaded.map((one) => one.default)) as Catalogue;
}

export async function speak(language: Language): Promise<void> {
    const parts: readonly Part[] = words.parts.length === 0 ? ['everywhere'] : words.parts;
    words.catalogue = await load(language, parts);
    words.parts = parts;
    words.language = language;
    document.documentElement.lang = language;
}

/* The sentences of a part, before it is shown. Whoever waits for them in a template is
 * not to be asked again when others are learnt. */
export function learn(part: Part): Promise<void> {
    return untrack(() => add(part));
}

async function add(part: Part): Promise<void> {
    while (!words.parts.includes(part)) {
        const { language } = words;
        const more = await load(language, [part]);
        if (language !== words.language) continue;
        words.catalogue = { ...words.catalogue, ...more };
        words.parts = [...words.parts, part];
    }
}

export function knows(part: Part): boolean {
    return words.parts.includes(part);
}

export function language(): Language {
    return words.language;
}

export function isSaid(key: string): boolean {
    return key in words.catalogue;
}

/* "{name}" is filled in; "{name|one|more}" chooses by the number. */
export function say(key: string, args: Arguments = {}): string {
    const sentence = words.catalogue[key] ?? key;
    return sentence.replace(/\{([^{}|]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g, (_, name: string, one?: string, more?: string) => {
        const value = args[name] ?? '';
        if (one === undefined || more === undefined) return String(value);
        return isOne(Number(value)) ? one : more;
    });
}

/* French counts none as singular, English as plural. */
function isOne(number: number): boolean {
    const size = Math.abs(number);
    return size === 1 || (size === 0 && words.language === 'fr');
}
