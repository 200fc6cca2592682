// session.test.ts: updates are shown in order and at a pace, and their events delivered once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TableError } from '../src/engine/table';
import type { GameId, Update } from '../src/lib/contract';
import { Session } from '../src/lib/session.svelte';
import { paceOf, settings } from '../src/lib/settings.svelte';
import { RandomTable } from './table';

beforeEach(() => {
    vi.useFakeTimers();
    settings.pace = 'calm';
});
afterEach(() => vi.useRealTimers());

const hasEvent = (update: Update, word: string): boolean => update.events.some(({ event }) => event === word);

/* Plays until an event occurs; returns the updates until then. */
function playUntil(table: RandomTable, word: string): number {
    for (let steps = 1; ; steps++) if (hasEvent(table.step(), word)) return steps;
}

/* A session that has shown everything up to an event. */
async function shownUntil(game: GameId, word: string): Promise<{ table: RandomTable; session: Session }> {
    const table = await RandomTable.open(game, 2, 7);
    settings.pace = 'instant';
    const session = Session.live(table);
    await vi.runAllTimersAsync();
    do {
        session.dismiss();
        await vi.runAllTimersAsync();
        if (table.updateFor(0).position.over) throw new Error(`no ${word}`);
        settings.pace = 'calm';
        table.step();
        vi.advanceTimersByTime(0);
    } while (session.shown === null || !hasEvent(session.shown, word));
    return { table, session };
}

test('updates are shown one after another, at the pace', async () => {
    const table = await RandomTable.open('freight-train', 3, 1, { first: '1' });
    const session = Session.live(table);
    const first = session.shown?.n ?? 0;
    vi.advanceTimersByTime(paceOf('calm'));
    table.step();
    table.step();
    table.step();
    expect(session.shown?.n).toBe(first + 1);
    expect(session.behind).toBe(2);
    expect(session.canAct).toBe(false);
    vi.advanceTimersByTime(3 * paceOf('calm'));
    expect(session.shown?.n).toBe(first + 3);
    expect(session.behind).toBe(0);
});

/* Plays until seat 0 must decide again; returns the number of steps. */
function playToDecision(table: RandomTable): number {
    for (let steps = 1; ; steps++) if (table.step().actions.length > 0) return steps;
}

test('in sight again, it shows where the game is now, and then goes on at the pace', async () => {
    const table = await RandomTable.open('freight-train', 3, 1, { first: '1' });
    const session = Session.live(table);
    await vi.advanceTimersByTimeAsync(paceOf('calm'));
    for (let i = 0; i < 4; i++) table.step();
    expect(session.behind).toBeGreaterThan(0);
    session.wake();
    expect(session.behind).toBe(0);
    expect(session.shown?.n).toBe(4);
    table.step(); /* what the server sends again */
    table.step();
    expect(session.shown?.n).toBe(6);
    await vi.advanceTimersByTimeAsync(10_000);
    for (let i = 0; i < 3; i++) table.step();
    expect(session.behind).toBeGreaterThan(0);
});

test('skipping goes to the next decision, and logs what was before it', async () => {
    const table = await RandomTable.open('freight-train', 3, 1, { first: '1' });
    const session = Session.live(table);
    await vi.advanceTimersByTimeAsync(paceOf('calm'));
    table.step();
    table.step();
    session.skip();
    expect(session.shown).toBe(table.update);
    playToDecision(table); /* after Skip was pressed */
    expect(session.behind).toBe(0);
    expect(session.shown).toBe(table.update);
    expect(session.canAct).toBe(true);
    expect(session.isSkipping).toBe(false);
    expect(session.log.map(({ n }) => n)).toEqual((await table.log()).map(({ n }) => n));
});

test('skipping stops at a report, and goes on when it is dismissed', async () => {
    const table = await RandomTable.open('freight-train', 2, 7);
    const session = Session.live(table);
    playUntil(table, 'day-ended');
    const n = table.update.n;
    playToDecision(table);
    session.skip();
    expect(session.shown?.n).toBe(n);
    expect(session.report).not.toBeNull();
    session.dismiss();
    expect(session.shown).toBe(table.update);
});

test('however many updates wait, each is logged, and a report among them is shown', async () => {
    const table = await RandomTable.open('freight-train', 2, 7);
    const session = Session.live(table);
    await vi.advanceTimersByTimeAsync(0);
    const steps = playUntil(table, 'day-ended');
    expect(steps).toBeGreaterThan(50);
    const n = table.update.n;
    for (let i = 0; i < 10; i++) table.step();
    session.skip();
    expect(session.shown?.n).toBe(n);
    expect(session.report).not.toBeNull();
    expect(session.log).toHaveLength(n);
});

test('lines of the log that were missed are read again', async () => {
    const table = await RandomTable.open('freight-train', 2, 7);
    settings.pace = 'instant';
    const session = Session.live(table);
    await vi.runAllTimersAsync();
    table.quietly(() => Array.from({ length: 5 }, () => table.step()));
    table.step();
    await vi.runAllTimersAsync();
    expect(session.log.map(({ n }) => n)).toEqual((await table.log()).map(({ n }) => n));
});

/* How long each turn is shown to a spectator. */
async function timesOfTurns(game: GameId): Promise<number[]> {
    const table = await RandomTable.open(game, 4, 5, {}, null);
    const session = Session.live(table);
    const times: number[] = [];
    await vi.advanceTimersByTimeAsync(10_000);
    for (let i = 0; i < 60; i++) table.step();
    let began = Number.NaN;
    for (let by = session.shown?.by; session.behind > 0; by = session.shown?.by) {
        await vi.advanceTimersByTimeAsync(10);
        if (session.report !== null) began = Number.NaN;
        session.dismiss();
        if (session.shown?.by === by) continue;
        times.push(Date.now() - began);
        began = Date.now();
    }
    return times.filter((time) => !Number.isNaN(time));
}

test.each(['freight-train', 'station-master', 'take-a-train'] as const)(
    '%s: the turn of an opponent takes the time of the pace, however many steps it has',
    async (game) => {
        const times = await timesOfTurns(game);
        expect(times.length).toBeGreaterThan(3);
        for (const time of times) expect(Math.abs(time - paceOf('calm'))).toBeLessThan(50);
    },
);

test('what the person does is shown at once, whatever is still being shown', async () => {
    const table = await RandomTable.open('freight-train', 2, 1, { first: '0' });
    const session = Session.live(table);
    playToDecision(table);
    session.skip();
    const [offered] = session.shown?.actions ?? [];
    if (offered === undefined) throw new Error('nothing is offered');
    await session.act(offered);
    expect(session.shown).toBe(table.update);
});

test('an update again, in another language, replaces what is shown and adds nothing to the log', async () => {
    const table = await RandomTable.open('station-master', 3, 3);
    const session = Session.live(table);
    await vi.advanceTimersByTimeAsync(paceOf('calm'));
    table.step();
    await vi.advanceTimersByTimeAsync(paceOf('calm'));
    const length = session.log.length;
    const english = session.shown?.actions[0]?.text ?? session.shown?.events[0]?.text;
    await table.setLanguage('fr');
    expect(session.log).toHaveLength(length);
    expect(session.shown?.n).toBe(table.update.n);
    expect(session.shown?.actions[0]?.text ?? session.shown?.events[0]?.text).not.toBe(english);
});

test('a report holds what comes after it until it is dismissed, and is delivered once', async () => {
    const { table, session } = await shownUntil('freight-train', 'day-ended');
    const held = session.shown?.n ?? 0;
    expect(session.report).not.toBeNull();
    expect(session.canAct).toBe(false);
    table.step();
    vi.advanceTimersByTime(60_000);
    expect(session.shown?.n).toBe(held);
    session.dismiss();
    expect(session.report).toBeNull();
    expect(session.shown?.n).toBe(held + 1);
});

test('a dismissed report does not come back in another language', async () => {
    const { table, session } = await shownUntil('freight-train', 'day-ended');
    session.dismiss();
    await table.setLanguage('fr');
    expect(session.report).toBeNull();
});

test.each(['calm', 'instant'] as const)('a departure waits to be read at the pace %s', async (pace) => {
    const table = await RandomTable.open('station-master', 2, 7);
    const session = Session.live(table);
    settings.pace = pace;
    playUntil(table, 'departed');
    const n = table.update.n;
    table.step();
    await vi.runAllTimersAsync();
    expect(session.shown?.n).toBe(n);
    expect(session.report).not.toBeNull();
    session.dismiss();
    await vi.runAllTimersAsync();
    expect(session.shown).toBe(table.update);
});

test('skipping stops at each report, and goes on after it', async () => {
    const table = await RandomTable.open('station-master', 2, 7);
    const session = Session.live(table);
    playUntil(table, 'departed');
    const first = table.update.n;
    table.step();
    playUntil(table, 'departed');
    const second = table.update.n;
    table.step();
    session.skip();
    expect(session.shown?.n).toBe(first);
    expect(session.report).not.toBeNull();
    session.dismiss();
    expect(session.shown?.n).toBe(second);
    expect(session.report).not.toBeNull();
    session.dismiss();
    expect(session.shown).toBe(table.update);
    expect(session.log.at(-1)?.n).toBe(table.update.n);
});

test('a round that ends is reported with the wagons that paid', async () => {
    const { session } = await shownUntil('take-a-train', 'round-ended');
    const content = session.report?.content as { profits: { wagons: unknown[] }[] };
    expect(content.profits.every(({ wagons }) => wagons.length > 0)).toBe(true);
});

test('only what is offered is sent', async () => {
    const table = await RandomTable.open('freight-train', 2, 1, { first: '0' });
    const session = Session.live(table);
    vi.advanceTimersByTime(paceOf('calm'));
    await session.act({ do: 'take', siding: 99 });
    expect(table.acted).toHaveLength(0);
    expect(session.notice).not.toBeNull();
    const offered = session.shown?.actions[0];
    if (offered !== undefined) await session.act({ ...offered });
    expect(table.acted).toEqual([offered]);
    expect(session.notice).toBeNull();
});

test('a refusal is said, and forgotten after a while', async () => {
    const table = await RandomTable.open('freight-train', 2, 1);
    const session = Session.live(table);
    await session.send(() => Promise.reject(new TableError('stale', 'Too late.')));
    expect(session.notice).toBe('Too late.');
    expect(session.isSending).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(session.notice).toBeNull();
});

test('stepping through shows no actions, and a report once for each step', async () => {
    const table = await RandomTable.open('freight-train', 2, 7);
    const session = Session.still(table);
    playUntil(table, 'day-ended');
    session.showOnly(table.update, []);
    expect(session.shown?.actions).toEqual([]);
    expect(session.report).not.toBeNull();
    session.dismiss();
    session.showOnly(table.update, []);
    expect(session.report).toBeNull();
});
