/* words.svelte.ts: the page's sentences, from the catalogues that C reads too. */
import type { Language } from './contract';

type Catalogue = Readonly<Record<string, string>>;
type Arguments = Readonly<Record<string, string | number>>;

const LOAD: Record<Language, () => Promise<{ default: Catalogue }>> = {
    en: () => import('virtual:words/en'),
    fr: () => import('virtual:words/fr'),
};

class Words {
    language = $state<Language>('en');
    catalogue = $state.raw<Catalogue>({});
}

const words = new Words();

export async function speak(language: Language): Promise<void> {
    words.catalogue = (await LOAD[language]()).default;
    words.language = language;
    document.documentElement.lang = language;
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

/* French counts 0 and 1 as one, English 1 alone. */
function isOne(number: number): boolean {
    const size = Math.abs(number);
    return words.language === 'fr' ? size < 2 : size === 1;
}
