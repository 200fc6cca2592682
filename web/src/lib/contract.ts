/* contract.ts: the types that the page, its engine, the server and a game's table share. They
 * are those of docs/protocol.md and docs/formats.md. */
import { GAMES, RULES, type GameId } from 'generated/games';
import type { Component } from 'svelte';

export { GAMES, RULES, type GameId };
export type Language = 'en' | 'fr';

export function isGame(text: string): text is GameId {
    return (GAMES as readonly string[]).includes(text);
}

/* An action: a verb and the fields of its kind. `text` is its sentence. */
export interface Action {
    readonly do: string;
    readonly text?: string;
    readonly [field: string]: string | number | undefined;
}

/* The result of an action. */
export interface GameEvent {
    readonly event: string;
    readonly seat?: number;
    readonly text?: string;
    readonly [field: string]: string | number | boolean | undefined | readonly (string | number)[];
}

/* A term of a score: how much, and why in words. Its parts add up to it. Terms with a seat are
 * of that player's score, others of a thing: the worth of a train. */
export interface Term {
    readonly term: string;
    readonly seat?: number;
    readonly amount: number;
    readonly text: string;
    readonly of?: readonly Term[];
    readonly [field: string]: string | number | undefined | readonly Term[];
}

/* A score at the end: `start` and the lines add up to `total`. */
export interface Account {
    readonly start: number;
    readonly lines: readonly Term[];
    readonly total: number;
}

export interface Position<State = unknown> {
    readonly game: GameId;
    readonly rules: number;
    readonly seats: number;
    readonly options: Readonly<Record<string, string>>;
    readonly waiting: readonly number[];
    readonly over: boolean;
    readonly scores: readonly (number | null)[];
    readonly ranking: readonly number[] | null;
    readonly state: State;
}

/* The position and events as one seat, or a spectator, may know them after entry `n` of the
 * log. */
export interface Update<State = unknown, Happening = GameEvent, Choice = Action> {
    readonly n: number;
    readonly seat: number | null;
    readonly by?: number | null;
    readonly bot?: boolean;
    readonly back?: boolean;
    readonly events: readonly Happening[];
    readonly position: Position<State>;
    /* What stands on the table, what the last action paid, and at the end what the scores are
     * made of. */
    readonly terms?: readonly Term[];
    readonly paid?: readonly Term[];
    readonly account?: readonly Account[];
    readonly actions: readonly Choice[];
    readonly undo: boolean;
    /* The turn has ended, and must be confirmed. */
    readonly confirm?: boolean;
    /* At a server: actions that were chosen and not sent. The position is as it will be; if the
     * last of them `reveals` something, as it was before that one. */
    readonly draft?: number;
    readonly reveals?: boolean;
    /* That action, in words. */
    readonly intended?: string;
    /* Loaded, and no person has acted yet: bots wait and nothing is stored; only at tables of
     * this page. */
    readonly paused?: boolean;
    readonly clocks?: readonly (number | null)[];
    readonly now?: number;
}

/* The seats that must act; that of a draft, too, which is not sent yet. */
export function actingSeats({ confirm, seat, position }: Update): readonly number[] {
    if (position.over) return [];
    return confirm && seat !== null ? [seat] : position.waiting;
}

/* Actions that are prepared on the board and sent as one. `action` opened it; `propose` says what
 * would be sent, null: nothing yet. */
export interface Plan {
    readonly action: Action;
    readonly propose: (actions: readonly Action[] | null) => void;
}

/* The props of every game's board. It draws `update`, offers only actions of `update.actions`,
 * and reports through `refuse` why an attempt is not one of these. Actions that it cannot show
 * well are in the ActionBar anyway. */
export interface BoardProps<Shown extends Update = Update, Report = unknown> {
    update: Shown;
    /* Names by seat. */
    names: readonly string[];
    /* May the seat act now? Not while an action is pending, nor in a replay. */
    canAct: boolean;
    act: (action: Action) => void;
    refuse: (why: string) => void;
    /* A report (Game.report) is open: bots wait until it is dismissed. */
    report: Report | null;
    dismiss: () => void;
    /* The open plan (Game.plans); null: none. */
    plan: Plan | null;
}

export type Board = Component<BoardProps>;

/* The name of an action in saves and in `data-action`: "couple ore 2". */
export function notation(action: Action): string {
    return Object.entries(action)
        .filter(([field]) => field !== 'text')
        .map(([, value]) => String(value))
        .join(' ');
}

/* The action without `text`, as it is sent. */
export function bare(action: Action): Action {
    const { text: _, ...rest } = action;
    return rest;
}

/* An option of a game, and its values, as the engine lists them. */
export interface GameOption {
    readonly id: string;
    readonly text: string;
    readonly usual: string;
    readonly values: readonly { readonly id: string; readonly text: string }[];
}

export interface GameInfo {
    readonly game: GameId;
    readonly title: string;
    readonly rules: number;
    readonly least_seats: number;
    readonly most_seats: number;
    readonly options: readonly GameOption[];
}

/* From the weakest to the strongest; without the random one, which nobody wants. */
export const LEVELS = ['greedy', 'easy', 'medium', 'hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number] | 'random';
