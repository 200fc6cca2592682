// messages.ts: the messages between page and Worker.
import type { Action, GameId, Language, Level, Update } from '../lib/contract';

export interface SeatSetting {
    name: string;
    level?: Level; // a bot; without it, a person
}

export interface TableSetting {
    game: GameId;
    options: Record<string, string>;
    seats: SeatSetting[];
    seed?: string; // 64 hexadecimal digits; random if missing
}

// How a table starts: a new game, or the text of a save file; then it is paused.
export interface TableStart {
    setting: TableSetting;
    save?: string;
    seat: number | null;
    language: Language;
    pace: number;
    confirm: boolean;
}

export type Command =
    | { do: 'begin'; start: TableStart }
    | { do: 'act'; action: Action }
    | { do: 'undo' }
    | { do: 'seat'; seat: number | null }
    | { do: 'language'; language: Language }
    | { do: 'pace'; milliseconds: number }
    | { do: 'ask-to-confirm'; isAsked: boolean }
    | { do: 'confirm' }
    | { do: 'unpause' }
    | { do: 'hint'; milliseconds: number }
    | { do: 'log'; from: number }
    | { do: 'save' }
    | { do: 'at'; n: number };

export type ToWorker = Command & { id: number };

export type FromWorker =
    | { id: number; result: unknown }
    | { id: number; code: string; text: string }
    | { update: Update; save: string };
