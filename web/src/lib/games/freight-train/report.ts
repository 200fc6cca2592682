/* report.ts: the points of a day, from the terms that it paid. */
import type { Event, Term } from 'generated/freight-train';
import type { Update } from '../../contract';
import type { Report } from '../game';

export type DayTerm = Extract<Term, { term: 'day' }>;

export interface Day {
    readonly day: number;
    /* Of each seat that scored. */
    readonly terms: readonly DayTerm[];
    readonly scores: readonly (number | null)[];
}

export function isDay(term: Term): term is DayTerm {
    return term.term === 'day';
}

export function dayReport(after: Update): Report<Day> | null {
    const end = (after.events as readonly Event[]).find((event) => event.event === 'day-ended');
    if (end === undefined) return null;
    const terms = ((after.paid ?? []) as readonly Term[]).filter(isDay);
    return { content: { day: end.day, terms, scores: after.position.scores } };
}
