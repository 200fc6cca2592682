/* game.ts: what the page must know of a game besides its rules: the form of `<game>/index.ts`. */
import type { Component } from 'svelte';
import type { GameEvent, Update } from '../contract';

/* A report to read before the game goes on. */
export interface Report<Content = unknown> {
    readonly content: Content;
    /* It closes by itself after this many steps of the pace, and is skipped without a pace.
     * Without a number it stays until it is dismissed. */
    readonly steps?: number;
}

/* A step of the guided game. Its sentence is page.coach.<game>.<id>. */
export interface Step {
    readonly id: string;
    /* The arguments of the sentence. */
    readonly args?: Readonly<Record<string, number>>;
    /* A region of the table: its `data-coach`. */
    readonly point?: string;
    /* Without it, "next" continues. `own` are the learner's actions since. */
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
    /* Seats have secrets: a shared device shows a screen in between. */
    readonly hasSecrets: boolean;
    /* The events that report points or money earned, and those that are their headings. */
    readonly scoring: readonly string[];
    readonly headings: readonly string[];
    /* The report of an update; `before` is the update shown before it, if it is the previous
     * one. */
    readonly report: (after: Update, before: Update | null) => Report | null;
    readonly course: Course;
    /* The table: a component with BoardProps. */
    readonly board: () => Promise<{ default: Component<never> }>;
    /* For the rules: the game in four pictures, and the contents of its box. */
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
