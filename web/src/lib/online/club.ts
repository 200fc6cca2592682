/* club.ts: pages of people, and finished games: what the server answers, and in words. */
import { isGame, type GameId, type GameInfo } from '../contract';
import { listed, say } from '../words.svelte';
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

/* Somebody of a list of people, with an open public table if there is one. */
export interface Other {
    user: string;
    name: string;
    table?: string;
}

export type Whom = { name: string } | { user: string };

/* GET people/NAME. A stranger gets no more than the first line of who hides the rest. */
/* What has paid somebody, over all games. */
export interface PaidInfo {
    game: GameId;
    kind: string;
    name: string;
    text: string;
    times: number;
    total: number;
}

export interface PersonInfo {
    name: string;
    you: boolean;
    show: Show;
    followed?: boolean; /* by me, and so on: for somebody else's page, with a session */
    blocked?: boolean;
    records?: RecordInfo[];
    streak?: { now: number; longest: number };
    opponents?: { name: string; games: number; ahead: number }[];
    paid?: PaidInfo[];
    games?: GameResult[];
}

/* Somebody by name, or a line or seat of a table: POST report. */
export type Reported = { name: string } | { table: string; k: number } | { table: string; seat: number };

export interface Report {
    report: number;
    at: number;
    by: string;
    user: string;
    name: string;
    table?: string;
    said?: string;
    why: string;
}

export interface Wanted {
    game: GameId | '';
    with: string;
    before: string;
}

async function people(path: string): Promise<Other[]> {
    return (await request<{ people: Other[] }>(path)).people;
}

export const club = {
    search: (find: string): Promise<Other[]> => people(`people?find=${encodeURIComponent(find)}`),
    followed: (): Promise<Other[]> => people('follow'),
    blocked: (): Promise<Other[]> => people('block'),
    follow: (whom: Whom, follow: boolean): Promise<object> => request('follow', { ...whom, follow }),
    block: (whom: Whom, block: boolean): Promise<object> => request('block', { ...whom, block }),
    person: (name: string): Promise<PersonInfo> => request(`people/${encodeURIComponent(name)}`),
    show: (show: Show): Promise<object> => request('show', { show }),
    report: (what: Reported, why: string): Promise<object> => request('report', { ...what, why }),
    /* My finished games, the last first. */
    finished: (wanted: Wanted): Promise<{ tables: TableInfo[]; before?: string }> => {
        /* The server reads %20, not the + of forms. */
        const given = Object.entries(wanted).filter(([, value]) => value !== '');
        const more = given.map(([key, value]) => `&${key}=${encodeURIComponent(value)}`);
        return request(`tables?mine=1&over=1${more.join('')}`);
    },
};

/* What moderators do: POST admin. Somebody is named by the code, which no other bears. The log of
 * acts, which stays, names the report and does not repeat it. */
const reasonOf = ({ report }: Report): string => `report ${report}`;

export const order = {
    reports: (): Promise<{ reports: Report[]; from?: number }> => request('admin', { do: 'reports' }),
    mute: (report: Report, days: number | null): Promise<object> =>
        request('admin', { do: 'mute', who: report.user, why: reasonOf(report), ...(days === null ? {} : { days }) }),
    kick: (report: Report): Promise<object> =>
        request('admin', { do: 'kick', who: report.user, table: report.table ?? '', why: reasonOf(report) }),
    settle: ({ report }: Report): Promise<object> => request('admin', { do: 'settle', report }),
};

/* The address of somebody's page; null: they keep no name. */
export function pageOf(seat: SeatInfo | undefined): string | null {
    return seat?.who === 'person' && seat.kind === 'kept' && seat.name !== '' ? personPage(seat.name) : null;
}

export function personPage(name: string): string {
    return `/u/${encodeURIComponent(name)}`;
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
