// states.test.ts: each game's folder on real positions: every action can be selected
// by a thing and a target, and every report adds up to the change of the scores.
import { GAMES, SEATS } from 'generated/games';
import { LOCOMOTIVES as STATION_LOCOMOTIVES } from 'generated/station-master';
import { expect, test } from 'vitest';
import type { Action, GameId, Update } from '../src/lib/contract';
import { gameOf } from '../src/lib/games';
import type { Day } from '../src/lib/games/freight-train/report';
import * as freightTrain from '../src/lib/games/freight-train/state';
import type { Departure } from '../src/lib/games/station-master/report';
import * as stationMaster from '../src/lib/games/station-master/state';
import * as takeATrain from '../src/lib/games/take-a-train/state';
import type { Round } from '../src/lib/games/take-a-train/report';
import { RandomTable } from './table';

interface Places {
    sourceOf(action: Action): string | null;
    targetOf(action: Action): string | null;
    planFlights(before: Update, after: Update): { from: string; to: string }[];
}
const PLACES: Readonly<Record<GameId, Places>> = {
    'freight-train': freightTrain,
    'station-master': stationMaster,
    'take-a-train': takeATrain,
};
/* Options with which every card and event occurs. */
const OPTIONS: Readonly<Record<GameId, Record<string, string>>> = {
    'freight-train': { edition: 'mayfair', cabooses: 'on' },
    'station-master': {},
    'take-a-train': { money: 'open' },
};

type Pair = { before: Update; after: Update };

async function playThrough(game: GameId, seed: number): Promise<Pair[]> {
    const seats = SEATS[game].least + (seed % (SEATS[game].most - SEATS[game].least + 1));
    const table = await RandomTable.open(game, seats, seed, OPTIONS[game]);
    const pairs: Pair[] = [];
    while (!table.update.position.over) {
        const before = table.update;
        pairs.push({ before, after: table.step() });
    }
    return pairs;
}

const played = new Map<GameId, Promise<Pair[]>>();

/* Three games, from the first seat. */
function pairsOf(game: GameId): Promise<Pair[]> {
    const pairs =
        played.get(game) ?? Promise.all([1, 2, 3].map((seed) => playThrough(game, seed))).then((all) => all.flat());
    played.set(game, pairs);
    return pairs;
}

function gains({ before, after }: Pair): number[] {
    return after.position.scores.map((score, seat) => (score ?? 0) - (before.position.scores[seat] ?? 0));
}

for (const game of GAMES) {
    test(`${game}: a thing and a place mean one action`, async () => {
        const { sourceOf, targetOf } = PLACES[game];
        for (const { after } of await pairsOf(game)) {
            const pressed = after.actions.filter((action) => sourceOf(action) !== null);
            const ways = pressed.map((action) => `${sourceOf(action)} ${targetOf(action)}`);
            expect(new Set(ways).size).toBe(ways.length);
        }
    });

    /* A train that left with the same update is no target: nothing moves then. */
    test(`${game}: what flies was somewhere before`, async () => {
        const flights = (await pairsOf(game)).flatMap(({ before, after }) => PLACES[game].planFlights(before, after));
        expect(flights.length).toBeGreaterThan(50);
        for (const { from, to } of flights) {
            expect(from).not.toMatch(/undefined|NaN|:-1/);
            expect(to).not.toMatch(/undefined|NaN/);
        }
    });
}

test('freight-train: the report of a day adds up to the points', async () => {
    const { report } = gameOf('freight-train');
    let days = 0;
    for (const pair of await pairsOf('freight-train')) {
        const day = report(pair.after, pair.before)?.content as Day | undefined;
        if (day === undefined) continue;
        days++;
        const lines = [...day.trains, ...day.yards];
        const sums = gains(pair).map((_, seat) =>
            lines.filter((line) => line.seat === seat).reduce((sum, { points }) => sum + points, 0),
        );
        expect(sums).toEqual(gains(pair));
    }
    expect(days).toBe(9);
});

test('station-master: departures add up to the points', async () => {
    const { report } = gameOf('station-master');
    let departures = 0;
    for (const pair of await pairsOf('station-master')) {
        const left = report(pair.after, pair.before)?.content as readonly Departure[] | undefined;
        departures += left?.length ?? 0;
        const lines = (left ?? []).flatMap((one) => one.gains);
        const sums = gains(pair).map((_, seat) =>
            lines.filter((line) => line.seat === seat).reduce((sum, { points }) => sum + points, 0),
        );
        expect(sums).toEqual(gains(pair));
        for (const { worth, gains: each } of left ?? [])
            for (const { passengers, points } of each) expect(points).toBe(passengers * worth);
    }
    expect(departures).toBeGreaterThan(9);
});

test('take-a-train: the report of a round adds up to the money', async () => {
    const { report } = gameOf('take-a-train');
    let rounds = 0;
    for (const pair of await pairsOf('take-a-train')) {
        const round = report(pair.after, pair.before)?.content as Round | undefined;
        if (round === undefined) continue;
        rounds++;
        const lines = [...round.lines, ...round.objectives];
        const sums = gains(pair).map((_, seat) =>
            lines.filter((line) => line.seat === seat).reduce((sum, { amount }) => sum + amount, 0),
        );
        expect(sums).toEqual(gains(pair));
        /* Every locomotive that paid is in the report, with its wagons. */
        for (const { seat, locomotive } of round.lines)
            expect(
                round.players[seat]?.locomotives.find(({ card }) => card === locomotive)?.wagons.length,
            ).toBeGreaterThan(0);
    }
    expect(rounds).toBe(9);
});

test('station-master: the facts of a locomotive are those in its name', () => {
    for (const locomotive of STATION_LOCOMOTIVES)
        expect(stationMaster.engineOf(locomotive).number).toBe(Number(locomotive.split('-')[1]));
});
