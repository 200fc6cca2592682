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
    const table = await RandomTable.open('freight-train', 3, 1);
    const session = Session.live(table);
    const first = session.shown?.n ?? 0;
    vi.advanceTimersByTime(paceOf('calm'));
    table.step();
    table.step();
    table.step();
    expect(session.shown?.n).toBe(first + 1);
    expect(session.behind).toBe(2);
    expect(session.canAct).toBe(false);
    vi.advanceTimersByTime(2 * paceOf('calm'));
    expect(session.shown?.n).toBe(first + 3);
    expect(session.behind).toBe(0);
});

test('skipping shows the last update and logs those before it', async () => {
    const table = await RandomTable.open('freight-train', 3, 1);
    const session = Session.live(table);
    await vi.advanceTimersByTimeAsync(paceOf('calm'));
    for (let i = 0; i < 5; i++) table.step();
    session.skip();
    expect(session.behind).toBe(0);
    expect(session.shown).toBe(table.update);
    expect(session.log.map(({ n }) => n)).toEqual((await table.log()).map(({ n }) => n));
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

test('a report with a time goes by itself', async () => {
    const { session } = await shownUntil('station-master', 'departed');
    expect(session.report?.steps).toBeGreaterThan(3);
    vi.advanceTimersByTime(paceOf('calm') * (session.report?.steps ?? 0) - 1);
    expect(session.report).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(session.report).toBeNull();
});

test('at no pace a report with a time is left out', async () => {
    const table = await RandomTable.open('station-master', 2, 7);
    settings.pace = 'instant';
    const session = Session.live(table);
    playUntil(table, 'departed');
    await vi.runAllTimersAsync();
    expect(session.shown).toBe(table.update);
    expect(session.report).toBeNull();
});

test('a round that ends is reported with the trains as they were before', async () => {
    const { session } = await shownUntil('take-a-train', 'round-ended');
    const content = session.report?.content as { players: { locomotives: unknown[] }[] };
    expect(content.players.some(({ locomotives }) => locomotives.length > 0)).toBe(true);
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
