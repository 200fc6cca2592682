/* report.ts: departures and their scores, from the events. */
import type { Card, Event, Locomotive } from 'generated/station-master';
import type { Update } from '../../contract';
import type { Report } from '../game';

interface Gain {
    readonly seat: number;
    readonly passengers: number;
    readonly points: number;
}

export interface Departure {
    readonly locomotive: Locomotive;
    readonly carriages: readonly Card[];
    readonly worth: number;
    readonly gains: readonly Gain[];
}

/* A departure is one event for the train, and one for each player aboard. */
export function departuresIn(events: readonly Event[]): Departure[] {
    const departures: (Departure & { gains: Gain[] })[] = [];
    for (const event of events) {
        if (event.event === 'departed') departures.push({ ...event, gains: [] });
        else if (event.event === 'scored') departures.at(-1)?.gains.push(event);
    }
    return departures;
}

export function departureReport(after: Update): Report<readonly Departure[]> | null {
    const content = departuresIn(after.events as readonly Event[]);
    if (content.length === 0) return null;
    return { content, steps: content.reduce((sum, { gains }) => sum + 2 + gains.length, 3) };
}
