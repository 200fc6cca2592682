/* report.ts: a review as the module tells it (docs/formats.md), and its numbers in words. */
import type { GameId } from '../contract';
import { gameOf } from '../games';
import { numeral, percent, say, signed, signedMoney } from '../words.svelte';

export const MARKS = ['best', 'fine', 'inaccurate', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];

/* Beside the word, so that no colour is needed. */
export const SIGNS: Readonly<Record<Mark, string>> = {
    best: '★',
    fine: '✓',
    inaccurate: '?!',
    mistake: '?',
    blunder: '??',
};

export interface Value {
    win: number; /* millionths */
    lead: number; /* hundredths of a point */
}

export type Estimate = Value & { win_error: number; lead_error: number };

export interface ReviewMove {
    do: string;
    text: string;
}

export interface ReviewedTurn {
    part: number;
    samples: number;
    seat: number;
    from: number;
    to: number;
    win: number[];
    win_error: number[];
    lead: number[];
    played: Estimate;
    best: Estimate;
    loss: Estimate;
    mark: Mark | 'none';
    luck: number[];
    luck_lead: number[];
    moves: ReviewMove[];
    better: ReviewMove[];
    why: string;
}

export const TERMS = ['start', 'luck', 'own', 'others', 'unknown'] as const;
export type Term = (typeof TERMS)[number];

export type ReviewedSeat = Readonly<Record<Term | 'result', Value>> & {
    marks: Record<Mark, number>;
    turning: number[];
};

export interface Report {
    evaluator: number;
    over: boolean;
    parts: number;
    seats: ReviewedSeat[];
    turns: ReviewedTurn[];
    end: { win: number[]; win_error: number[]; lead: number[] };
}

const MILLION = 1_000_000;

/* "45%" */
export const chanceText = (win: number): string => percent(win / MILLION);

/* "+12%", "−3%" */
export function changeText(win: number): string {
    return say('page.review.percent', { number: signed(Math.round(win / 10_000)) });
}

/* "6.1 ± 0.4 %" */
export function lossText({ win, win_error }: Estimate): string {
    const tenths = (value: number): string => numeral(Math.round(value / 1000) / 10);
    return say('page.review.loss', { loss: tenths(Math.max(0, win)), error: tenths(win_error) });
}

/* Rounded so that the terms add up to the rounded result: each is the difference of rounded sums. */
export function rounded(values: readonly number[], unit: number): number[] {
    let sum = 0;
    return values.map((value) => {
        const before = Math.round(sum / unit);
        sum += value;
        return Math.round(sum / unit) - before;
    });
}

/* Tenths of a per cent. */
export const winTerm = (tenths: number): string => say('page.review.percent', { number: signed(tenths / 10) });

/* A tenth of a point, or whole dollars. */
export const leadUnit = (game: GameId): number => (gameOf(game).isMoney ? 100 : 10);

export function leadTerm(game: GameId, units: number): string {
    return gameOf(game).isMoney ? signedMoney(units) : signed(units / 10);
}
