/* report.ts: departures, what they were worth and why, from events and the terms they paid. */
import type { Card, Event, Locomotive, Term } from 'generated/station-master';
import type { Update } from '../../contract';
import type { Report } from '../game';

export type TrainTerm = Extract<Term, { term: 'train' }>;
export type PassengerTerm = Extract<Term, { term: 'passengers' }>;

export interface Departure {
    readonly train: number; /* its place, from 0 */
    readonly locomotive: Locomotive;
    readonly carriages: readonly Card[];
    readonly worth: TrainTerm;
    readonly gains: readonly PassengerTerm[];
}

/* A departure is one term for the train, and one for each player aboard. */
export function departuresIn(events: readonly Event[], paid: readonly Term[]): Departure[] {
    const departed = events.filter((event) => event.event === 'departed');
    const departures: (Departure & { gains: PassengerTerm[] })[] = [];
    for (const term of paid) {
        const event = departed[departures.length];
        if (term.term === 'train' && event) departures.push({ ...event, worth: term, gains: [] });
        else if (term.term === 'passengers') departures.at(-1)?.gains.push(term);
    }
    return departures;
}

export function departureReport(after: Update): Report<readonly Departure[]> | null {
    const content = departuresIn(after.events as readonly Event[], (after.paid ?? []) as readonly Term[]);
    return content.length === 0 ? null : { content };
}
