// types.ts: what the engine sends in addition to the objects that all tables share.
import type { Action, GameEvent, Term } from '../lib/contract';

export interface LogEntry {
    readonly n: number;
    readonly by: number | null;
    readonly bot?: boolean;
    readonly back?: boolean; // an undo
    readonly events: readonly GameEvent[];
    readonly paid?: readonly Term[];
}

export interface Considered {
    readonly action: Action;
    readonly visits: number;
    readonly value: number;
    readonly win?: number; // of the seat that asked; not there without visits
    readonly lead?: number;
}

// The bot's choice and why; after it, by seat, the chance to win, from 0 to 1, and the expected lead
// over the best of the others.
export interface Hint {
    readonly action: Action;
    readonly why: string;
    readonly win: readonly number[];
    readonly lead: readonly number[];
    readonly considered: readonly Considered[];
    readonly iterations: number;
}
