// digest.test.ts: the log in paragraphs: a heading for each turn, small steps joined.
import { GAMES } from 'generated/games';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { LogEntry } from '../src/engine/types';
import type { Term } from '../src/lib/contract';
import { news, paragraphs, settled, sinceLastTurn } from '../src/lib/table/digest';
import { loadPart, setLanguage } from '../src/lib/words.svelte';
import { RandomTable } from './table';

const NAMES = ['Nora', 'Ada', 'Bruno'];

beforeAll(async () => {
    await setLanguage('en');
    for (const game of GAMES) await loadPart(game);
});

beforeEach(() => setLanguage('en'));

const entry = (n: number, by: number, event: string, fields = {}): LogEntry => ({
    n, by, bot: by !== 0, events: [{ event, seat: by, text: `${event}.`, ...fields }],
});
const couple = (n: number, by: number): LogEntry => entry(n, by, 'coupled', { car: 'box', train: 0 });

test('steps of a turn are one paragraph, and equal ones are counted', () => {
    const took = entry(1, 1, 'took', { car: 'ore', siding: 1 });
    const [line, ...rest] = paragraphs([took, couple(2, 1), couple(3, 1), couple(4, 1)], 'freight-train', NAMES);
    expect(rest).toEqual([]);
    expect(line).toMatchObject({ seat: 1, isNamed: true });
    expect(line?.text).toBe('takes the ore car (2); couples the box car to train 1 ×3');
});

test('what was taken back is not told', () => {
    const back: LogEntry = { n: 3, by: 1, back: true, events: [] };
    expect(paragraphs([couple(1, 1), couple(2, 1), back], 'freight-train', NAMES)[0]?.text).not.toContain('×');
});

test('since the last turn: the others after the person, also while the person acts again', () => {
    const log = [couple(1, 1), couple(2, 0), couple(3, 1), couple(4, 2)];
    expect(sinceLastTurn(log, 0).map(({ n }) => n)).toEqual([3, 4]);
    expect(sinceLastTurn([...log, couple(5, 0)], 0).map(({ n }) => n)).toEqual([3, 4]);
    expect(sinceLastTurn([couple(1, 0)], 0)).toEqual([]);
});

test.each(GAMES)('%s: every event is told, with every name filled in, and nobody draws a card', async (game) => {
    for (const language of ['en', 'fr'] as const) {
        await setLanguage(language);
        const table = await RandomTable.open(game, 3, 4);
        await table.setLanguage(language);
        while (!table.update.position.over) table.step();
        const lines = paragraphs(await table.log(), game, NAMES);
        expect(lines.length).toBeGreaterThan(20);
        for (const { text } of lines) {
            expect(text).not.toMatch(/[{}]|undefined|\bpage\.|draws a card|pioche une carte/);
            expect(text).toMatch(/\S/);
        }
    }
});

test('cards say by how much points have changed, and by which report: the sum of what it paid to a seat', () => {
    const paid = (seat: number, amount: number, day = 1): Term => ({ term: 'day', seat, amount, day, text: '' });
    const log = [
        { ...couple(1, 1), paid: [paid(1, 3), paid(0, -2), { term: 'rearranged', seat: 1, amount: -1, text: '' }] },
        { ...couple(2, 2), paid: [paid(1, 4, 2), paid(2, 1), paid(2, -1)] },
        couple(3, 1),
    ];
    expect([...settled(log, 'freight-train')]).toEqual([
        [1, { sum: 7, reasons: ['day 1', 'day 2'] }],
        [0, { sum: -2, reasons: ['day 1'] }],
    ]);
    const aboard: Term = { term: 'passengers', seat: 1, amount: -15, train: 2, passengers: 1, worth: -15, text: '' };
    expect(settled([{ ...couple(1, 2), paid: [aboard] }], 'station-master').get(1)?.reasons).toEqual([
        'train 3: 1 passenger',
    ]);
});

/* The last of the secret bids shows all of them, and sells the lot. */
function lastBid(n: number, by: number): LogEntry {
    const shows = [0, 1, 2].map((seat) => ({ event: 'showed', seat, amount: 100 * seat, text: 'showed.' }));
    const sold = { event: 'bought', seat: 2, card: 'S1', amount: 200, text: 'bought.' };
    return { n, by, bot: by !== 0, events: [...entry(n, by, 'sealed').events, ...shows, sold] };
}

test('the recap says who has won the lot, whoever was the last to bid', () => {
    const bids = [entry(1, 1, 'sealed'), entry(2, 2, 'sealed')];
    const said = (log: readonly LogEntry[]): string =>
        paragraphs(sinceLastTurn(log, 0), 'take-a-train', NAMES).map(({ seat, text }) => `${seat} ${text}`).join('\n');
    expect(said([...bids, lastBid(3, 0)])).toContain('2 shows $200; takes S1 for $200');
    expect(said([...bids, lastBid(3, 0), entry(4, 1, 'named', { card: 'S2' })])).toMatch(/2 .*takes S1.*\n1 names S2/);
    expect(said([entry(1, 0, 'sealed'), entry(2, 1, 'sealed'), lastBid(3, 2)])).toContain('takes S1 for $200');
});

test('what an own action led to stands without the action itself', () => {
    const own = lastBid(1, 0);
    expect(sinceLastTurn([own], 0)[0]?.events.map(({ event }) => event)).not.toContain('sealed');
    expect(sinceLastTurn([couple(1, 1), couple(2, 0)], 0).map(({ n }) => n)).toEqual([1]);
});

test('cards begin with results: the own one first, then those of others, then the rest', () => {
    const bids = [1, 2].map((by) => entry(by + 1, by, 'bid', { amount: 50 * by }));
    const sold = (n: number, seat: number): LogEntry => ({
        ...entry(n, 1, 'dropped-out'),
        events: [
            { event: 'dropped-out', seat: 1, text: '' },
            { event: 'bought', seat, card: `S${n}`, amount: 100, text: '' },
        ],
    });
    const log = [entry(1, 0, 'bid', { amount: 50 }), ...bids, sold(4, 2), ...bids, sold(7, 0)];
    const cards = news(log, 'take-a-train', NAMES, 0);
    expect(cards.map(({ seat }) => seat)).toEqual([0, 2, 1]);
    expect(cards.map(({ results }) => results)).toEqual(['takes S7 for $100', 'takes S4 for $100', '']);
    expect(cards[1]?.rest).toBe('bids $100; bids $100');
});
