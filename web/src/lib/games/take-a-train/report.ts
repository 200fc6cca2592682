/* report.ts: the money that a round's trains earned, from its events and the terms they paid. */
import type { Event, Term } from 'generated/take-a-train';
import type { Update } from '../../contract';
import type { Report } from '../game';

export type RoundTerm = Extract<Term, { term: 'round' }>;
export type Profit = Extract<Event, { event: 'profit' }>;
/* What an action paid or cost besides: an objective that the last wagon achieved. */
export type OtherTerm = Exclude<Term, RoundTerm> & { readonly seat: number };

export interface Round {
    readonly round: number;
    readonly profits: readonly Profit[];
    readonly terms: readonly Term[];
    readonly scores: readonly (number | null)[];
}

export function roundReport(after: Update): Report<Round> | null {
    const events = after.events as readonly Event[];
    const end = events.find((event) => event.event === 'round-ended');
    if (end === undefined) return null;
    return {
        content: {
            round: end.round,
            profits: events.filter((event) => event.event === 'profit'),
            terms: (after.paid ?? []) as readonly Term[],
            scores: after.position.scores,
        },
    };
}
