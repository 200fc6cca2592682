// table.ts: a table as the page sees it, wherever it stands: in a Worker of this page
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

// Why something was not done. Codes are those of docs/protocol.md.
export class TableError extends Error {
    constructor(readonly code: string, text: string) {
        super(text);
    }
}

/* What is said to people when something has failed. */
export function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

export interface Table {
    readonly players: Player[];
    // The last that was told; null before the first.
    readonly update: Update | null;
    // Tells every update from now on, the last one at once. Answers how to stop that.
    subscribe(listener: (update: Update) => void): () => void;
    // One of update.actions. Rejects with a TableError; then nothing has changed.
    act(action: Action): Promise<void>;
    undo(): Promise<void>;
    log(from?: number): Promise<LogEntry[]>;
    setLanguage(language: Language): Promise<void>;
    // Ends Worker or connection. A local table is saved (storage.ts).
    close(): void;
}

// What a table in this page can do besides.
export interface OwnTable extends Table {
    readonly id: string;
    // Whose view the updates show; null: what everybody may see.
    look(seat: number | null): Promise<void>;
    // What a bot would do in this seat.
    hint(milliseconds?: number): Promise<Hint>;
    // The turn that awaits it (update.confirm) goes on.
    confirm(): Promise<void>;
    // The bots of a loaded game (update.paused) go on.
    unpause(): Promise<void>;
    setConfirm(isAsked: boolean): Promise<void>;
    // The least time between an update and a bot's action, in milliseconds.
    setPace(milliseconds: number): Promise<void>;
    save(): Promise<string>;
    // The update after number n, for stepping through the game.
    at(n: number): Promise<Update>;
}
