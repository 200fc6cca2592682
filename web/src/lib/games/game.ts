/* game.ts: what the page must know of a game besides its rules: the form of `<game>/index.ts`. */
import type { Component } from 'svelte';
import type { GameEvent, Update } from '../contract';

/* Something to read before the game goes on. */
export interface Report<Content = unknown> {
    readonly content: Content;
    /* It goes by itself after so many steps of the pace, and is left out at no pace at all.
     * Without a number it stays until it is dismissed. */
    readonly steps?: number;
}

/* A step of the guided game. Its sentence is page.coach.<game>.<id>. */
export interface Step {
    readonly id: string;
    /* What the sentence is filled in with. */
    readonly args?: Readonly<Record<string, number>>;
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

export interface Game {
    /* Scores are dollars, not points. */
    readonly isMoney: boolean;
    /* Seats hide something from each other: a shared device is handed over. */
    readonly hasSecrets: boolean;
    /* The events that tell of points or money earned, and those that stand above them. */
    readonly scoring: readonly string[];
    readonly headings: readonly string[];
    /* What an update brings to be read first; `before` was shown last, if it was the one before. */
    readonly report: (after: Update, before: Update | null) => Report | null;
    readonly course: Course;
    /* The table: a component with BoardProps. */
    readonly board: () => Promise<{ default: Component<never> }>;
    /* For the rules: the game in four pictures, and what is in its box. */
    readonly pictures: () => Promise<{ default: Component }>;
}

/* ------------------------------------------------------------------------- */
/* For courses                                                               */
/* ------------------------------------------------------------------------- */

export function did(count: number, ...words: string[]): Step['until'] {
    return (_, own) => own.filter((event) => words.includes(event.event)).length >= count;
}

export const isMyTurn: Step['until'] = (update) => update.position.over || update.actions.length > 0;

export function reached(stage: string): Step['until'] {
    return (update) => update.position.over || (update.position.state as { stage: string }).stage === stage;
}

export const seedOf = (number: number): string => number.toString(16).padStart(64, '0');
