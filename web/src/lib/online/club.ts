/* club.ts: pages of people, and finished games: what the server answers, and in words. */
import { gamesIn } from '../../engine/games';
import { isGame, type GameId, type GameInfo } from '../contract';
import { language, listed, say } from '../words.svelte';
import { request } from './api';
import type { SeatInfo, TableInfo } from './protocol';

export type Show = 'public' | 'hidden';
type Options = Readonly<Record<string, string>>;

export interface RecordInfo {
    game: GameId;
    options: Options; /* without who begins */
    seats: number;
    games: number;
    played: number;
    wins: number;
    total: number;
    all: { played: number; total: number };
}

export interface GameResult {
    table: string;
    game: GameId;
    options: Options;
    seats: number;
    seat: number;
    score: number;
    place: number;
    away: boolean;
    public: boolean;
    ended: number;
}

/* GET people/NAME. A stranger gets no more than the first line of who hides the rest. */
export interface PersonInfo {
    name: string;
    you: boolean;
    show: Show;
    records?: RecordInfo[];
    streak?: { now: number; longest: number };
    opponents?: { name: string; games: number; ahead: number }[];
    games?: GameResult[];
}

export interface Wanted {
    game: GameId | '';
    with: string;
    before: string;
}

export const club = {
    person: (name: string): Promise<PersonInfo> => request(`people/${encodeURIComponent(name)}`),
    show: (show: Show): Promise<object> => request('show', { show }),
    /* My finished games, the last first. */
    finished: (wanted: Wanted): Promise<{ tables: TableInfo[]; before?: string }> => {
        /* The server reads %20, not the + of forms. */
        const given = Object.entries(wanted).filter(([, value]) => value !== '');
        const more = given.map(([key, value]) => `&${key}=${encodeURIComponent(value)}`);
        return request(`tables?mine=1&over=1${more.join('')}`);
    },
};

/* The address of somebody's page; null: they keep no name. */
export function pageOf(seat: SeatInfo | undefined): string | null {
    return seat?.who === 'person' && seat.kind === 'kept' && seat.name !== '' ? personPage(seat.name) : null;
}

export function personPage(name: string): string {
    return `/u/${encodeURIComponent(name)}`;
}

export function gamesOfServer(): Promise<GameInfo[]> {
    return gamesIn(language());
}

/* "Mayfair, 1996, with": what differs from the usual rules. */
export function rulesText(infos: readonly GameInfo[], game: GameId, options: Options): string {
    const known = infos.find((info) => info.game === game)?.options ?? [];
    const other = known.filter(({ id, usual }) => id !== 'first' && (options[id] ?? usual) !== usual);
    const texts = other.map(({ text, values, id }) => {
        const value = values.find((one) => one.id === options[id])?.text ?? options[id] ?? '';
        return say('page.club.rule', { rule: text, value });
    });
    return texts.length === 0 ? say('page.club.usual') : listed(texts);
}

export function isKnown(record: { game: string }): boolean {
    return isGame(record.game);
}
