// states.test.ts: each game's folder on real positions: every action can be selected
// by a thing and a target, and every report adds up to the change of the scores.
import { GAMES, SEATS } from 'generated/games';
import { LOCOMOTIVES as STATION_LOCOMOTIVES } from 'generated/station-master';
import { expect, test } from 'vitest';
import type { Action, GameId, Term, Update } from '../src/lib/contract';
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

/* Of the terms of a list, what each seat gets. */
function paidTo(terms: readonly Term[], seats: number): number[] {
    return Array.from({ length: seats }, (_, seat) =>
        terms.filter((term) => term.seat === seat).reduce((sum, { amount }) => sum + amount, 0),
    );
}

function claimSums(terms: readonly Term[]): void {
    for (const { amount, of } of terms) {
        if (of === undefined) continue;
        expect(of.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
        claimSums(of);
    }
}

for (const game of GAMES) {
    test(`${game}: what an update says was paid is the change of the scores`, async () => {
        for (const pair of await pairsOf(game)) {
            const { paid = [], terms = [], position } = pair.after;
            expect(paidTo(paid, position.seats)).toEqual(gains(pair));
            claimSums(paid);
            claimSums(terms);
        }
    });

    test(`${game}: the account at the end adds up to the score`, async () => {
        const ends = (await pairsOf(game)).filter(({ after }) => after.position.over);
        expect(ends).toHaveLength(3);
        for (const { after } of ends)
            after.account?.forEach(({ start, lines, total }, seat) => {
                expect(lines.reduce((sum, { amount }) => sum + amount, start)).toBe(total);
                expect(total).toBe(after.position.scores[seat]);
            });
    });
}

test('freight-train: the report of a day has its points', async () => {
    const { report } = gameOf('freight-train');
    let days = 0;
    for (const pair of await pairsOf('freight-train')) {
        const day = report(pair.after)?.content as Day | undefined;
        if (day === undefined) continue;
        days++;
        expect(paidTo(day.terms, pair.after.position.seats)).toEqual(gains(pair));
    }
    expect(days).toBe(9);
});

test('station-master: departures have worth times passengers', async () => {
    const { report } = gameOf('station-master');
    let departures = 0;
    for (const pair of await pairsOf('station-master')) {
        const left = (report(pair.after)?.content as readonly Departure[] | undefined) ?? [];
        departures += left.length;
        const each = left.flatMap((one) => one.gains);
        expect(paidTo(each, pair.after.position.seats)).toEqual(gains(pair));
        for (const { worth, gains: aboard } of left)
            for (const { passengers, amount } of aboard) expect(amount).toBe(passengers * worth.amount);
    }
    expect(departures).toBeGreaterThan(9);
});

test('take-a-train: the report of a round has its money', async () => {
    const { report } = gameOf('take-a-train');
    let rounds = 0;
    for (const pair of await pairsOf('take-a-train')) {
        const round = report(pair.after)?.content as Round | undefined;
        if (round === undefined) continue;
        rounds++;
        expect(paidTo(round.terms, pair.after.position.seats)).toEqual(gains(pair));
        for (const { value, multiplier, amount } of round.profits) expect(amount).toBe(value * multiplier);
    }
    expect(rounds).toBe(9);
});

test('station-master: the facts of a locomotive are those in its name', () => {
    for (const locomotive of STATION_LOCOMOTIVES)
        expect(stationMaster.engineOf(locomotive).number).toBe(Number(locomotive.split('-')[1]));
});
