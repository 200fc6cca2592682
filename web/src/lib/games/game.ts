/* game.ts: what the page must know of a game besides its rules: the form of `<game>/index.ts`. */
import type { Component } from 'svelte';
import type { Action, Update } from '../contract';
import type { Tutorial } from '../guide/tutorial';
import type { Sound } from '../sound';

/* A report to read before the game goes on: it stays until it is dismissed. */
export interface Report<Content = unknown> {
    readonly content: Content;
}

export interface Game {
    /* Scores are dollars, not points. */
    readonly isMoney: boolean;
    /* Seats have secrets: a shared device shows a screen in between. */
    readonly hasSecrets: boolean;
    /* Events that say nothing in the log. */
    readonly quiet: readonly string[];
    /* What a report has shown in full: its events are left out of the recap, which gives the sum of
     * the terms that they paid. */
    readonly settled: { readonly events: readonly string[]; readonly term: string };
    /* Events that end something for a player: the recap says them first, and never cuts them. */
    readonly results: readonly string[];
    /* The sounds of events. */
    readonly sounds: Readonly<Record<string, Sound>>;
    /* The words of actions that cost or waste something: these are offered last. */
    readonly costly: readonly string[];
    /* Does the board offer this action itself, with a control of its own? */
    readonly isOnBoard?: (action: Action, update: Update) => boolean;
    /* The moment that prompts speak of; null: the state's own. */
    readonly step?: (update: Update) => string | null;
    /* What a kind of action is called now; null: always the same (page.do.<game>.<word>). */
    readonly label?: (word: string, update: Update) => string | null;
    /* What an action would spoil, in words; null: nothing. Offered after what spoils nothing. */
    readonly spoils?: (action: Action, update: Update) => string | null;
    /* Does the board prepare this action and what follows it, to be sent as one (Plan)? */
    readonly plans?: (action: Action, update: Update) => boolean;
    /* The report of an update. */
    readonly report: (after: Update) => Report | null;
    /* The lesson. */
    readonly tutorial: () => Promise<{ default: Tutorial }>;
    /* The table: a component with BoardProps. */
    readonly board: () => Promise<{ default: Component<never> }>;
    /* For the rules: the game in four pictures, and the contents of its box. */
    readonly pictures: () => Promise<{ default: Component }>;
}
