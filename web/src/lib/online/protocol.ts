/* protocol.ts: types of the server's messages (docs/protocol.md). */
import type { GameId, Level, Update } from '../contract';
import type { LogEntry } from '../../engine/types';

export const PROTOCOL = 1;

export interface You {
    user: string;
    name: string;
    kind: 'guest' | 'kept' | 'program';
}

export interface Hello {
    protocol: number;
    server: string;
    you: You | null;
}

export type Clock =
    | { kind: 'none' }
    | { kind: 'turn'; seconds: number }
    | { kind: 'bank'; seconds: number; extra: number }
    | { kind: 'days'; days: number };

export type SeatInfo =
    | { who: 'person'; name: string; kind: You['kind']; here: boolean; away: boolean }
    | { who: 'open' }
    | { who: 'bot'; level: Level };

export interface TableInfo {
    table: string;
    game: GameId;
    rules: number;
    options: Record<string, string>;
    public: boolean;
    state: 'open' | 'playing' | 'over' | 'closed';
    clock: Clock;
    sit_in: Level;
    host: boolean;
    you: number | null;
    n: number;
    waiting: number[];
    created: number;
    changed: number;
    seats: SeatInfo[];
    watching: number;
    ranking: number[] | null;
    scores: number[] | null;
    next: string | null;
}

export interface OwnTableInfo {
    table: string;
    game: GameId;
    state: TableInfo['state'];
    turn: boolean;
    waiting: string[];
    changed: number;
}

export interface ChatLine {
    k: number;
    name: string;
    seat: number | null;
    text: string;
    at: number;
}

export interface NewTable {
    game: GameId;
    options: Record<string, string>;
    seats: string[];
    public: boolean;
    clock: Clock;
    sit_in: Level;
}

export type FromServer =
    | ({ type: 'hello' } & Hello)
    | { type: 'ok'; id?: number }
    | { type: 'error'; id?: number; code: string; text: string }
    | ({ type: 'table'; id?: number } & TableInfo)
    | { type: 'mine'; id?: number; tables: OwnTableInfo[] }
    | ({ type: 'update'; id?: number; table: string } & Update)
    | { type: 'log'; id?: number; table: string; from: number; n: number; entries: LogEntry[] }
    | ({ type: 'chat'; table: string } & ChatLine)
    | { type: 'bye'; reason: string; again: number };
