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
    seed?: string; // 64 hexadecimal digits; dealt by Worker and page if missing
}

// How a table starts: a new game, or the text of a save file; then it is paused.
export interface TableStart {
    setting: TableSetting;
    save?: string;
    deal?: { seat: number; bytes: string }; // the page's part in the deal
    seat: number | null;
    language: Language;
    pace: number;
    confirm: boolean;
    lesson?: boolean; // the bots wait for `unpause` after every action of a person
}

export type Command =
    | { do: 'commit' } // to the Worker's part in the deal, before it begins
    | { do: 'begin'; start: TableStart }
    | { do: 'act'; action: Action }
    | { do: 'run'; actions: readonly Action[] }
    | { do: 'undo' }
    | { do: 'seat'; seat: number | null }
    | { do: 'language'; language: Language }
    | { do: 'pace'; milliseconds: number }
    | { do: 'ask-to-confirm'; isAsked: boolean }
    | { do: 'confirm' }
    | { do: 'unpause' }
    | { do: 'restore'; save: string } // a lesson goes to another position
    | { do: 'script'; actions: readonly string[] } // what the bots of a lesson do next, where they may
    | { do: 'hint'; milliseconds: number }
    | { do: 'log'; from: number }
    | { do: 'save' }
    | { do: 'at'; n: number };

export type ToWorker = Command & { id: number };

export type FromWorker =
    | { id: number; result: unknown }
    | { id: number; code: string; text: string }
    | { update: Update; save: string }
    | { failure: string }; // the bots have stopped, so the game cannot go on
