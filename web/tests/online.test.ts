// online.test.ts: names, codes, errors and turns at a server, as the page words them.
import { beforeAll, expect, test, vi } from 'vitest';
import { joined, watchers } from '../src/lib/online/clock';
import { club } from '../src/lib/online/club';
import { errorOf } from '../src/lib/online/errors';
import { turnsElsewhere } from '../src/lib/online/mine.svelte';
import { codeIn, nameFault, nameOf, passwordFault } from '../src/lib/online/names';
import type { OwnTableInfo } from '../src/lib/online/protocol';
import { loadPart, setLanguage } from '../src/lib/words.svelte';

beforeAll(async () => {
    await setLanguage('fr');
    await loadPart('online');
});

test('a deleted player has the name of the log', () => {
    const seat = { who: 'person', user: 'u7KQ2M9PRTXYZ', name: '', kind: 'guest', here: false, away: true } as const;
    expect(nameOf(seat, 2)).toBe('Joueur 2');
    expect(nameOf({ ...seat, name: 'Zoë' }, 2)).toBe('Zoë');
});

test.each(['Ada', 'é', '日本', 'a'.repeat(32), '🚂'.repeat(32)])('%s is a name', (name) => {
    expect(nameFault(name)).toBeNull();
});

test.each(['', 'a'.repeat(33), 'tab\there', 'turn\u202Eed'])('%j is none, and why is said in French', (name) => {
    expect(nameFault(name)).toMatch(/^Un nom a de 1 à 32 caractères/);
});

test('a password has 8 to 256 bytes', () => {
    expect(passwordFault('1234567')).toMatch(/8 caractères/);
    expect(passwordFault('12345678')).toBeNull();
    expect(passwordFault('é'.repeat(128))).toBeNull();
    expect(passwordFault('é'.repeat(129))).toMatch(/trop long/);
});

test('the English of a bad request is not shown; other errors are in the reader’s language', () => {
    expect(errorOf('bad-request', 'name must have 1 to 32 characters').message).toMatch(/^Le serveur/);
    expect(errorOf('bad-request', '').code).toBe('bad-request');
    expect(errorOf('name-taken', 'Quelqu’un garde ce nom.').message).toBe('Quelqu’un garde ce nom.');
});

test.each([
    ['K7QX2M9PRT', 'K7QX2M9PRT'],
    [' k7qx2m9prt ', 'K7QX2M9PRT'],
    ['https://trains.example/t/K7QX2M9PRT', 'K7QX2M9PRT'],
    ['https://trains.example/t/K7QX2M9PRT?lang=fr#chat', 'K7QX2M9PRT'],
    ['trains.example/t/K7QX2M9PRT/', 'K7QX2M9PRT'],
    ['../../etc', null],
    ['/t/../../etc', null],
    ['NOSUCHCODE', null],
    ['', null],
])('in %j the code is %s', (text, code) => {
    expect(codeIn(text)).toBe(code);
});

test('the bell does not count the table on the screen', () => {
    const turns = ['ONE', 'TWO'].map((table) => ({ table }) as OwnTableInfo);
    expect(turnsElsewhere(turns, { at: 'table', code: 'ONE' }).map(({ table }) => table)).toEqual(['TWO']);
    expect(turnsElsewhere(turns, { at: 'online' })).toHaveLength(2);
});

test('facts of a table are apart from each other', () => {
    expect(joined('Sans horloge', watchers(1))).toBe('Sans horloge · 1 spectateur');
    expect(joined('Sans horloge', watchers(0))).toBe('Sans horloge');
});

test('finished games are asked for by names as people write them', async () => {
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ tables: [] }));
    await club.finished({ game: '', with: 'Mr X & Zoë+1', before: '' });
    await club.finished({ game: 'take-a-train', with: '', before: '12 A' });
    expect(asked.mock.calls.map(([path]) => path)).toEqual([
        '/api/1/tables?mine=1&over=1&with=Mr%20X%20%26%20Zo%C3%AB%2B1&lang=fr',
        '/api/1/tables?mine=1&over=1&game=take-a-train&before=12%20A&lang=fr',
    ]);
    asked.mockRestore();
});
