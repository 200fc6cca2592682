// storage.test.ts: a tab that is out of date never overwrites a stored game.
import { beforeEach, expect, test, vi } from 'vitest';
import {
    forgetTable, isOutdated, savedTable, savedTables, saveForThisTab, saveTable, storedText, tablesOfThisTab,
    type SavedTable,
} from '../src/engine/storage';

function gameAt(save: string, changed = 1): SavedTable {
    const setting: SavedTable['setting'] = { game: 'freight-train', options: {}, seats: [] };
    return { id: 'one', setting, save, seat: 0, over: false, changed };
}

/* Stores what a tab has; it must not be out of date. */
function store(save: string, known: string | null): string | null {
    const stored = saveTable(gameAt(save), known);
    if (stored.fault !== null) throw new Error(`${save} is ${stored.fault}`);
    return stored.known;
}

beforeEach(() => forgetTable('one'));

test('the tab that stores goes on, the other is refused', () => {
    const loaded = store('move 1', null);
    const newer = store('move 2', loaded);
    expect(isOutdated('one', loaded)).toBe(true);
    expect(saveTable(gameAt('another move 2'), loaded).fault).toBe('outdated');
    expect(savedTable('one')?.save).toBe('move 2');
    expect(isOutdated('one', newer)).toBe(false);
    store('move 3', newer);
    expect(savedTable('one')?.save).toBe('move 3');
});

test('looking at a game stores nothing, so that no other tab is out of date', () => {
    const known = store('move 1', null);
    expect(saveTable(gameAt('move 1', 99), known)).toEqual({ known, fault: null });
    expect(storedText('one')).toBe(known);
});

test('a file opened in two tabs is stored by the first that acts', () => {
    saveForThisTab(gameAt('loaded'));
    const known = storedText('one');
    expect(known).toBeNull();
    store('move of the first', known);
    expect(saveTable(gameAt('move of the second'), known).fault).toBe('outdated');
    expect(savedTable('one')?.save).toBe('move of the first');
});

test('a file that was opened is found in this tab, once, and nothing is stored before a person acts', () => {
    saveForThisTab(gameAt('loaded'));
    expect(tablesOfThisTab().map(({ save }) => save)).toEqual(['loaded']);
    expect(savedTables()).toEqual([]);
    expect(storedText('one')).toBeNull();
    store('a move', null);
    expect(tablesOfThisTab().map(({ save }) => save)).toEqual(['a move']);
    forgetTable('one');
    saveForThisTab(gameAt('loaded again'));
    forgetTable('one');
    expect(tablesOfThisTab()).toEqual([]);
});

test('a game that was forgotten in another tab can be stored again', () => {
    const known = store('move 1', null);
    forgetTable('one');
    expect(isOutdated('one', known)).toBe(false);
    store('move 2', known);
    expect(savedTable('one')?.save).toBe('move 2');
});

test('games that go on and finished ones have limits of their own, and the oldest is forgotten first', () => {
    const all = (over: boolean): string[] => savedTables().filter((one) => one.over === over).map(({ id }) => id);
    for (const over of [false, true])
        for (let i = 0; i < 101; i++) saveTable({ ...gameAt('move 1', i), id: `${over}-${i}`, over }, null);
    expect(all(false)).toHaveLength(50);
    expect(all(true)).toHaveLength(100);
    expect(all(true)).not.toContain('true-0');
    expect(all(false)[0]).toBe('false-100');
    for (const { id } of savedTables()) forgetTable(id);
});

test('where storage is forbidden, games are played all the same', () => {
    const forbidden = { get: () => { throw new DOMException('forbidden', 'SecurityError'); }, configurable: true };
    const kinds = ['localStorage', 'sessionStorage'] as const;
    const before = kinds.map((kind) => Object.getOwnPropertyDescriptor(globalThis, kind));
    for (const kind of kinds) Object.defineProperty(globalThis, kind, forbidden);
    try {
        expect(savedTables()).toEqual([]);
        expect(savedTable('one')).toBeNull();
        expect(saveTable(gameAt('move 1'), storedText('one'))).toEqual({ known: null, fault: 'refused' });
        saveForThisTab(gameAt('of a file'));
        expect(savedTable('one')?.save).toBe('of a file');
        forgetTable('one');
    } finally {
        kinds.forEach((kind, i) => Object.defineProperty(globalThis, kind, before[i]!));
    }
});

test('full storage refuses a game, and keeps the one it has', () => {
    const known = store('move 1', null);
    const refuse = (): never => {
        throw new DOMException('full', 'QuotaExceededError');
    };
    const full = [localStorage, sessionStorage].map((one) => vi.spyOn(one, 'setItem').mockImplementation(refuse));
    try {
        expect(saveTable(gameAt('move 2'), known)).toEqual({ known, fault: 'refused' });
        saveForThisTab({ ...gameAt('of a file'), id: 'file' });
        expect(savedTable('file')?.save).toBe('of a file');
    } finally {
        for (const one of full) one.mockRestore();
    }
    expect(savedTable('one')?.save).toBe('move 1');
    store('move 3', known);
});
