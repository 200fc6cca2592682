// storage.ts: the tables of this device, so that a reload comes back to the same game. A
// game is its save file, a few thousand characters; localStorage writes it at once. A save
// file that was opened is in sessionStorage, for this tab alone, until a person acts: so
// viewing one changes no stored game.
//
// Several tabs may show the same game. A tab knows the text it last read or wrote; if
// another text is stored, the tab is out of date and must not store its own.
import type { TableSetting } from './messages';

export interface SavedTable {
    id: string;
    setting: TableSetting;
    save: string;
    seat: number | null;
    over: boolean;
    waiting?: readonly number[]; // missing in games that an earlier version stored, like the next two
    scores?: readonly (number | null)[];
    ranking?: readonly number[] | null;
    changed: number; // milliseconds since 1970
}

const PREFIX = 'roundhouse.table.';
// More are forgotten, the oldest first. A game takes some ten thousand characters of about five million.
const MOST_GOING = 50;
const MOST_OVER = 100;

// Where storage is forbidden, touching it throws: the games go on, a reload loses them.
function storage(kind: 'localStorage' | 'sessionStorage'): Storage | null {
    try {
        return globalThis[kind];
    } catch {
        return null;
    }
}

function parse(text: string | null | undefined): SavedTable | null {
    try {
        return JSON.parse(text ?? 'null') as SavedTable | null;
    } catch {
        return null; // of another version, or damaged: ignored
    }
}

function tablesIn(kind: 'localStorage' | 'sessionStorage'): SavedTable[] {
    const found = storage(kind);
    return Object.keys(found ?? {})
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => parse(found?.getItem(key)))
        .filter((table) => table !== null);
}

const newestFirst = (one: SavedTable, other: SavedTable): number => other.changed - one.changed;

// The newest first.
export function savedTables(): SavedTable[] {
    return tablesIn('localStorage').sort(newestFirst);
}

// Of this tab, where its storage is full or forbidden: a reload loses it.
const unstored = new Map<string, SavedTable>();

// The newest first, with the save files that were opened in this tab, in which no person has
// acted yet.
export function tablesOfThisTab(): SavedTable[] {
    const stored = savedTables();
    const opened = [...tablesIn('sessionStorage'), ...unstored.values()];
    const isFurther = ({ id }: SavedTable): boolean => stored.every((table) => table.id !== id);
    return [...stored, ...opened.filter(isFurther)].sort(newestFirst);
}

export function savedTable(id: string): SavedTable | null {
    const own = parse(storedText(id)) ?? parse(storage('sessionStorage')?.getItem(PREFIX + id));
    return own ?? unstored.get(id) ?? null;
}

export function saveForThisTab(table: SavedTable): void {
    unstored.set(table.id, table);
    try {
        const tab = storage('sessionStorage');
        tab?.setItem(PREFIX + table.id, JSON.stringify(table));
        if (tab !== null) unstored.delete(table.id);
    } catch {
        // Full: it stays in memory.
    }
}

export function storedText(id: string): string | null {
    return storage('localStorage')?.getItem(PREFIX + id) ?? null;
}

// Has another tab stored this game since? A game that is no longer stored was forgotten,
// and can be stored again: nothing is lost.
export function isOutdated(id: string, known: string | null): boolean {
    const stored = storedText(id);
    return stored !== null && stored !== known;
}

function isSame(table: SavedTable, text: string | null): boolean {
    return text === JSON.stringify({ ...table, changed: parse(text)?.changed });
}

// The text now known to be stored. "outdated": another tab has stored the game since, and
// nothing was written. "refused": storage is full or forbidden, and a reload loses the game.
export interface Stored {
    readonly known: string | null;
    readonly fault: 'outdated' | 'refused' | null;
}

// Stores the game, unless this tab is out of date.
export function saveTable(table: SavedTable, known: string | null): Stored {
    if (isOutdated(table.id, known)) return { known, fault: 'outdated' };
    if (isSame(table, storedText(table.id))) return { known, fault: null }; // only looked at
    const text = JSON.stringify(table);
    try {
        const local = storage('localStorage');
        if (local === null) return { known, fault: 'refused' };
        local.setItem(PREFIX + table.id, text);
        storage('sessionStorage')?.removeItem(PREFIX + table.id);
        unstored.delete(table.id);
        mark(true);
    } catch {
        return { known, fault: 'refused' };
    }
    if (known === null) forgetOldest(); // a further game
    return { known: text, fault: null };
}

function forgetOldest(): void {
    const all = savedTables();
    const going = all.filter(({ over }) => !over).slice(MOST_GOING);
    const over = all.filter((table) => table.over).slice(MOST_OVER);
    for (const { id } of [...going, ...over]) forgetTable(id);
}

// Calls back when another tab stores this game. Returns the function that unsubscribes.
export function onStored(id: string, listener: () => void): () => void {
    const onStorage = (event: StorageEvent): void => {
        if (event.key === PREFIX + id) listener();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
}

export function forgetTable(id: string): void {
    storage('localStorage')?.removeItem(PREFIX + id);
    storage('sessionStorage')?.removeItem(PREFIX + id);
    unstored.delete(id);
    if (savedTables().length === 0) mark(false);
}

// ---------------------------------------------------------------------------
// Evicted by the browser
// ---------------------------------------------------------------------------

// A browser that needs room deletes the storage of a page, but not its cookies: this one says
// that there were games.
const MARK = 'roundhouse-games';
const YEAR = 31_536_000; // seconds

function mark(hasGames: boolean): void {
    const age = hasGames ? YEAR : 0;
    document.cookie = `${MARK}=1; path=/; max-age=${age}; samesite=strict`;
}

export function isEvicted(): boolean {
    if (storage('localStorage') === null || savedTables().length > 0) return false;
    return document.cookie.split('; ').includes(`${MARK}=1`);
}

export function forgetEvicted(): void {
    mark(false);
}

// Asks the browser never to evict the games. Some browsers ask the person: so only once they
// have come back to a game.
export function askToKeep(): void {
    void navigator.storage?.persist?.().catch(() => undefined);
}
