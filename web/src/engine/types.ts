// types.ts: what the engine sends in addition to the objects that all tables share.
import type { Action, GameEvent } from '../lib/contract';

export interface LogEntry {
    readonly n: number;
    readonly by: number | null;
    readonly bot?: boolean;
    readonly back?: boolean; // an undo
    readonly events: readonly GameEvent[];
}

// The bot's choice, and the chances to win by seat, from 0 to 1.
export interface Hint {
    readonly action: Action;
    readonly win: readonly number[];
    readonly considered: readonly { readonly action: Action; readonly visits: number; readonly value: number }[];
    readonly iterations: number;
}
