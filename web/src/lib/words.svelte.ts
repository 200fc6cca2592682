/* words.svelte.ts: the page's sentences, from the same catalogues as in C. Each part of the
 * page loads its own (plugins/words.ts). */
import { untrack } from 'svelte';
import { LOADERS } from 'virtual:words';
import type { GameId, Language } from './contract';

/* The key of a sentence. */
export type Key = keyof typeof import('../../../words/en.json');
export type Part = 'everywhere' | 'guide' | 'online' | 'review' | GameId;
type Catalogue = Readonly<Record<string, string>>;
type Arguments = Readonly<Record<string, string | number>>;

class Words {
    language = $state<Language>('en');
    catalogue = $state.raw<Catalogue>({});
    parts = $state.raw<readonly Part[]>([]);
}

const words = new Words();

async function load(language: Language, parts: readonly Part[]): Promise<Catalogue> {
    const loaded = await Promise.all(parts.map((part) => LOADERS[language][part]()));
    return Object.assign({}, ...loaded.map((one) => one.default)) as Catalogue;
}

export async function setLanguage(language: Language): Promise<void> {
    const parts: readonly Part[] = words.parts.length === 0 ? ['everywhere'] : words.parts;
    words.catalogue = await load(language, parts);
    words.parts = parts;
    words.language = language;
    document.documentElement.lang = language;
}

/* Loads the sentences of a part before it is shown. A template that awaits them must not run
 * again when others are loaded. */
export function loadPart(part: Part): Promise<void> {
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

export function isLoaded(part: Part): boolean {
    return words.parts.includes(part);
}

export function language(): Language {
    return words.language;
}

/* The sentence of a computed key; null: there is none. */
export function sayIfKnown(key: string, args: Arguments = {}): string | null {
    const sentence = words.catalogue[key];
    return sentence === undefined ? null : fill(sentence, args);
}

export function say(key: Key, args: Arguments = {}): string {
    return sayIfKnown(key, args) ?? key;
}

/* Fills in "{name}"; "{name|one|more}" chooses by the number. */
function fill(sentence: string, args: Arguments): string {
    const PLACEHOLDER = /\{([^{}|]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;
    return sentence.replace(PLACEHOLDER, (_, name: string, one?: string, more?: string) => {
        const value = args[name] ?? '';
        if (one === undefined || more === undefined) return String(value).replace(/^-(?=\d)/, '\u2212');
        return isOne(Number(value)) ? one : more;
    });
}

/* French counts none as singular, English as plural. */
function isOne(number: number): boolean {
    const size = Math.abs(number);
    return size === 1 || (size === 0 && words.language === 'fr');
}

/* ------------------------------------------------------------------------- */
/* Numbers and lists                                                         */
/* ------------------------------------------------------------------------- */

/* "Ada, Ben and Clara" */
export function listed(items: readonly string[]): string {
    return new Intl.ListFormat(words.language, { type: 'conjunction' }).format(items);
}

/* "takes the ore car; couples it"; French has a space before the sign. */
export function inARow(sentences: readonly string[]): string {
    return sentences.join(words.language === 'fr' ? '\u00a0; ' : '; ');
}

/* "worth: +3, −1"; French has a space before the sign. */
export function headed(heading: string, rest: string): string {
    return heading + (words.language === 'fr' ? '\u00a0: ' : ': ') + rest;
}

/* To make one takes longer than to write a thousand numbers with it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = `${words.language} ${options.style} ${options.signDisplay}`;
    const made = formats.get(key) ?? new Intl.NumberFormat(words.language, { useGrouping: false, ...options });
    formats.set(key, made);
    return made;
}

function format(number: number, options: Intl.NumberFormatOptions): string {
    const parts = formatOf(options).formatToParts(number);
    return parts.map(({ type, value }) => (type === 'minusSign' ? '\u2212' : value)).join('');
}

/* Nothing, where it is hidden. */
export function numeral(number: number | null): string {
    return number === null ? '' : format(number, {});
}

/* "+3", "0", "−2" */
export function signed(number: number): string {
    return format(number, { signDisplay: 'exceptZero' });
}

/* "+$300", "−$50" */
export function signedMoney(amount: number): string {
    const sign = amount < 0 ? '\u2212' : amount > 0 ? '+' : '';
    return sign + say('page.money', { amount: Math.abs(amount) });
}

/* Of a share from 0 to 1: "45%" */
export function percent(part: number): string {
    return format(part, { style: 'percent' });
}
