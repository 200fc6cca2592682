/* protocol.ts: types of the server's messages (docs/protocol.md). */
import type { GameId, Level, Update } from '../contract';
import type { LogEntry } from '../../engine/types';

export const PROTOCOL = 1;

export interface You {
    user: string;
    name: string;
    kind: 'guest' | 'kept' | 'program';
    role?: 'moderator' | 'admin';
}

/* A session of mine, and a program of mine: GET sessions. */
export interface SessionInfo {
    session: string;
    device: string;
    created: number;
    seen: number;
    current: boolean;
}

export interface ProgramInfo {
    user: string;
    name: string;
    created: number;
    seen: number;
}

export interface Sessions {
    sessions: SessionInfo[];
    programs: ProgramInfo[];
}

export interface Hello {
    protocol: number;
    server: string;
    you: You | null;
    mail?: boolean; /* the server sends mail */
}

export type Clock =
    | { kind: 'none' }
    | { kind: 'turn'; seconds: number }
    | { kind: 'bank'; seconds: number; extra: number }
    | { kind: 'days'; days: number };

export type SeatInfo =
    | { who: 'person'; user: string; name: string; kind: You['kind']; here: boolean; away: boolean }
    | { who: 'open' }
    | { who: 'bot'; level: Level };

/* How the cards are dealt: docs/fair-deals.md. */
export interface DealInfo {
    stage: 'open' | 'revealing' | 'dealt';
    commitment: string;
    seats: { seat: number; commitment: string }[];
}

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
    deal?: DealInfo; /* missing at tables of older servers */
    seed?: string; /* once it is over, and no longer secret */
    daily?: { day: string; until: number }; /* an attempt at the deal of that day */
}

/* An open table for whoever has its link: GET tables/CODE/invitation. */
export interface Invitation {
    game: GameId;
    options: Record<string, string>;
    clock: Clock;
    host: string;
    seats: { who: SeatInfo['who'] }[];
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
    user?: string; /* missing: the account was deleted */
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

/* The position after a draft; if its last action `reveals` something, before that. */
export type Preview = { type: 'preview'; id?: number; table: string; reveals: boolean } & Update;

export type FromServer =
    | ({ type: 'hello' } & Hello)
    | { type: 'ok'; id?: number }
    | { type: 'error'; id?: number; code: string; text: string }
    | ({ type: 'table'; id?: number } & TableInfo)
    | { type: 'mine'; id?: number; tables: OwnTableInfo[] }
    | ({ type: 'update'; id?: number; table: string } & Update)
    | Preview
    | { type: 'log'; id?: number; table: string; from: number; n: number; entries: LogEntry[] }
    | ({ type: 'chat'; table: string } & ChatLine)
    | { type: 'you'; you: You }
    | { type: 'announcement'; text: string }
    | { type: 'bye'; reason: string; again: number };
