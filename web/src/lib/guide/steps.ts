/* steps.ts: what the coach says in a first game, where it points, and what it waits for.
 * The sentences are page.coach.<game>.<step>. */
import type { GameEvent, GameId, Update } from '../contract';

export interface Step {
    readonly id: string;
    /* A region of the table: its `data-coach`. */
    readonly point?: string;
    /* Without it, a press on "next" will do. `own` is what the learner did since. */
    readonly until?: (update: Update, own: readonly GameEvent[]) => boolean;
}

export interface Course {
    readonly seed: string;
    readonly options: Readonly<Record<string, string>>;
    readonly steps: readonly Step[];
}

function did(count: number, ...words: string[]): Step['until'] {
    return (_, own) => own.filter((event) => words.includes(event.event)).length >= count;
}

const isMyTurn: Step['until'] = (update) => update.position.over || update.actions.length > 0;

function reached(stage: string): Step['until'] {
    return (update) => update.position.over || (update.position.state as { stage: string }).stage === stage;
}

const seedOf = (number: number): string => number.toString(16).padStart(64, '0');

export const COURSES: Readonly<Record<GameId, Course>> = {
    'freight-train': {
        seed: seedOf(0x7a11),
        options: { first: '0' },
        steps: [
            { id: 'welcome', point: 'main' },
            { id: 'yard', point: 'yard' },
            { id: 'trains', point: 'trains' },
            { id: 'take', point: 'main', until: did(3, 'took') },
            { id: 'place', point: 'held', until: did(3, 'coupled', 'stored') },
            { id: 'wait', point: 'dock', until: isMyTurn },
            { id: 'switch', point: 'yard', until: did(1, 'switched') },
            { id: 'more', point: 'dock', until: (update) => update.actions.every((action) => action.do !== 'switch') || (update.position.state as { stage: string }).stage === 'turn' },
            { id: 'leads', point: 'leads' },
            { id: 'deck', point: 'deck' },
            { id: 'yards', point: 'yard' },
            { id: 'end' },
        ],
    },
    'station-master': {
        seed: seedOf(0x5ae3),
        options: { first: '0' },
        steps: [
            { id: 'welcome', point: 'station' },
            { id: 'tokens', point: 'tokens' },
            { id: 'board', point: 'tokens', until: did(1, 'boarded') },
            { id: 'wait', point: 'dock', until: isMyTurn },
            { id: 'hand', point: 'hand' },
            { id: 'couple', point: 'hand', until: did(1, 'coupled', 'played', 'wasted') },
            { id: 'leave', point: 'station' },
            { id: 'specials', point: 'hand' },
            { id: 'end' },
        ],
    },
    'take-a-train': {
        /* The first auction is the passed one, the simplest. */
        seed: seedOf(0x7a72),
        options: { first: '0' },
        steps: [
            { id: 'welcome', point: 'auction' },
            { id: 'objectives', point: 'objectives' },
            { id: 'name', point: 'auction', until: did(1, 'named') },
            { id: 'bid', point: 'auction', until: did(1, 'bid', 'bought') },
            { id: 'raise', point: 'auction' },
            { id: 'buy', point: 'locomotives', until: reached('coupling') },
            { id: 'market', point: 'market' },
            { id: 'couple', point: 'market', until: did(1, 'coupled', 'collected') },
            { id: 'profit', point: 'locomotives' },
            { id: 'end' },
        ],
    },
};
