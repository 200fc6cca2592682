/* daily.ts: the deal of the day: what the server answers (docs/protocol.md), and in words. */
import type { GameId, Level } from '../contract';
import { language, say } from '../words.svelte';
import { scoreText } from '../results';
import { request } from './api';
import type { TableInfo, You } from './protocol';

export interface AttemptInfo {
    user?: string; /* missing: the account was deleted */
    kind?: You['kind'];
    name: string;
    you: boolean;
    attempt: number;
    ranked: boolean;
    state: 'playing' | 'done' | 'unfinished';
    score?: number;
    place?: number;
    ended?: number;
    rank?: number;
    table?: string; /* of one's own; of all once the day is over */
}

export interface DealOfDay {
    game: GameId;
    rules: number;
    options: Record<string, string>;
    seats: ('me' | Level)[];
    name: string;
    commitment: string;
    committed: number;
    secret?: string; /* like the seed, once the day is over */
    seed?: string;
    ranked: number;
    done: number;
    apart: number;
    best: AttemptInfo | null;
    yours: AttemptInfo[]; /* the first and the last */
}

export interface DayInfo {
    day: string;
    now: number;
    until: number;
    over: boolean;
    eligible: boolean;
    before?: string;
    deals: DealOfDay[];
    next: { game: GameId; name: string; commitment: string; committed: number }[];
}

export type ListName = 'ranked' | 'apart';

export interface AttemptList {
    attempts: AttemptInfo[];
    from?: number; /* there may be more from here */
}

export const daily = {
    day: (day: string | null): Promise<DayInfo> => request(day === null ? 'daily' : `daily?day=${day}`),
    list: (day: string, game: GameId, list: ListName, from: number): Promise<AttemptList> =>
        request(`daily/list?day=${day}&game=${game}&list=${list}&from=${from}`),
    start: (game: GameId): Promise<{ table: string; attempt: number; ranked: boolean }> =>
        request('daily', { game }),
};

/* "2026-11-18" as "18 November 2026". */
export function dayText(day: string): string {
    return new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
}

/* "5 h 12 min" */
export function durationText(milliseconds: number): string {
    const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
    return say('page.daily.duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/* "41, rank 2", "not finished" */
export function attemptText(game: GameId, { state, score, rank }: AttemptInfo): string {
    if (state !== 'done') return say(`page.daily.state.${state}`);
    const text = scoreText(game, score ?? 0);
    return rank === undefined ? text : say('page.daily.score.rank', { score: text, rank });
}

/* Are the cards of this finished table still secret? The server tells the seed once they are not. */
export function isSecret({ daily: attempt, seed }: TableInfo): boolean {
    return attempt !== undefined && seed === undefined;
}
