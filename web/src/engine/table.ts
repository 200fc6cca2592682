// table.ts: the interface of a table, wherever it runs: in a Worker of this page
// (local.ts) or on a server.
import type { Action, Language, Level, Update } from '../lib/contract';
import type { Hint, LogEntry } from './types';

export interface Player {
    name: string;
    who: 'person' | 'bot' | 'open';
    level?: Level; // of a bot
    here?: boolean; // connected now (on a server)
    away?: boolean; // a bot sits in (on a server)
}

// Why a request failed. Codes are those of docs/protocol.md.
export class TableError extends Error {
    constructor(readonly code: string, text: string) {
        super(text);
    }
}

/* The sentence for people when something has failed. */
export function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

export interface Table {
    readonly players: Player[];
    // The latest update; null before the first.
    readonly update: Update | null;
    // Calls back with the latest update and every later one. Returns the function that unsubscribes.
    subscribe(listener: (update: Update) => void): () => void;
    // One of update.actions. Rejects with a TableError; then nothing has changed.
    act(action: Action): Promise<void>;
    // Several actions in a row, all or none.
    run(actions: readonly Action[]): Promise<void>;
    // Takes back an action, or a run.
    undo(): Promise<void>;
    // Confirms the finished turn (update.confirm).
    confirm(): Promise<void>;
    log(from?: number): Promise<LogEntry[]>;
    setLanguage(language: Language): Promise<void>;
    // Resolves with the error when the table has failed and cannot go on.
    readonly failed?: Promise<TableError>;
    // Ends Worker or connection. A local table is saved (storage.ts).
    close(): void;
}

// Further functions of a table in this page.
export interface OwnTable extends Table {
    readonly id: string;
    // The seat whose view the updates show; null: a spectator's.
    setSeat(seat: number | null): Promise<void>;
    // A bot's choice for this seat.
    hint(milliseconds?: number): Promise<Hint>;
    // Lets the bots of a loaded game (update.paused) play.
    unpause(): Promise<void>;
    setConfirm(isAsked: boolean): Promise<void>;
    // The least time between an update and a bot's action, in milliseconds.
    setPace(milliseconds: number): Promise<void>;
    save(): Promise<string>;
    // The update after number n, for stepping through the game.
    at(n: number): Promise<Update>;
}
