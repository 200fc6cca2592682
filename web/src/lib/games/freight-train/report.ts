/* report.ts: the points of a day, from its events. */
import { FACTS, type Event, type TrainType } from 'generated/freight-train';
import type { Update } from '../../contract';
import type { Report } from '../game';

type TrainScored = Extract<Event, { event: 'train-scored' | 'closed-train-scored' }> & {
    readonly type: Exclude<TrainType, 'new'>;
};
type YardScored = Extract<Event, { event: 'yard-scored' }>;

export interface Day {
    readonly day: number;
    readonly trains: readonly TrainScored[];
    readonly yards: readonly YardScored[];
    readonly scores: readonly (number | null)[];
}

/* A locomotive without cars scores nothing. */
function isTrain(event: Event): event is TrainScored {
    return event.event === 'train-scored' || event.event === 'closed-train-scored';
}

export function dayReport(after: Update): Report<Day> | null {
    const events = after.events as readonly Event[];
    const end = events.find((event) => event.event === 'day-ended');
    if (end === undefined) return null;
    const trains = events.filter(isTrain);
    const yards = events.filter((event) => event.event === 'yard-scored');
    return { content: { day: end.day, trains, yards, scores: after.position.scores } };
}

export function hasCaboose(train: TrainScored): boolean {
    return train.event === 'closed-train-scored';
}

/* How many share the lead, by the points that each gets; a second place gets the rest. `alike`
 * are all trains of the type that scored. */
export function placeOf(train: TrainScored, alike: readonly TrainScored[]): 'longest' | 'two' | 'three' | 'second' {
    const points = train.points / (hasCaboose(train) ? FACTS.cabooseFactor : 1);
    if (points === FACTS.longestPoints[1]) return 'longest';
    if (points === FACTS.longestPoints[2]) return 'two';
    return alike.length > 2 ? 'three' : 'second';
}
