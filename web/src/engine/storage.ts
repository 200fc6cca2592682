// storage.ts: the tables of this device, so that a reload comes back to the same game. A
// game is its save file, a few thousand characters; localStorage writes it at once. A save
// file that was opened is in sessionStorage, for this tab alone, until a person acts: so
// viewing one changes no stored game.
import type { TableSetting } from './messages';

export interface SavedTable {
    id: string;
    setting: TableSetting;
    save: string;
    seat: number | null;
    over: boolean;
    changed: number; // milliseconds since 1970
}

const PREFIX = 'roundhouse.table.';
const MOST = 12;

function read(key: string, storage = localStorage): SavedTable | null {
    try {
        return JSON.parse(storage.getItem(key) ?? 'null') as SavedTable | null;
    } catch {
        return null; // of another version, or damaged: ignored
    }
}

// The newest first.
export function savedTables(): SavedTable[] {
    return Object.keys(localStorage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => read(key))
        .filter((table) => table !== null)
        .sort((one, other) => other.changed - one.changed);
}

export function savedTable(id: string): SavedTable | null {
    return read(PREFIX + id) ?? read(PREFIX + id, sessionStorage);
}

export function saveForThisTab(table: SavedTable): void {
    sessionStorage.setItem(PREFIX + table.id, JSON.stringify(table));
}

export function saveTable(table: SavedTable): void {
    try {
        localStorage.setItem(PREFIX + table.id, JSON.stringify(table));
        sessionStorage.removeItem(PREFIX + table.id);
    } catch {
        return; // storage full or forbidden: the game goes on, but a reload loses it
    }
    for (const old of savedTables().slice(MOST)) forgetTable(old.id);
}

export function forgetTable(id: string): void {
    localStorage.removeItem(PREFIX + id);
}
