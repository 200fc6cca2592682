/* local.svelte.ts: games in this page: new, resumed, and with a shared device. */
import { askToKeep, forgetTable, savedTable } from '../engine/storage';
import { LocalTable } from '../engine/local';
import type { TableSetting } from '../engine/messages';
import type { GameId, Level } from './contract';
import { settings } from './settings.svelte';
import { language, say } from './words.svelte';

const BOTS = ['Ada', 'Bruno', 'Clara', 'Dario', 'Elsa'];
export const DEFAULT_LEVEL: Level = 'medium';
const DEFAULT_SEATS = 3;

export function botName(seat: number): string {
    return BOTS[(seat + BOTS.length - 1) % BOTS.length] ?? say('page.bot', { number: seat + 1 });
}

export function ownName(): string {
    return settings.name.trim() || say('page.you.name');
}

function choices(): { language: ReturnType<typeof language>; pace: number; confirm: boolean } {
    return { language: language(), pace: 0, confirm: settings.confirm };
}

/* Tables that have just been opened, so that the next screen need not open them again. */
const opened = new Map<string, LocalTable>();

export async function openGame(setting: TableSetting): Promise<string> {
    const table = await LocalTable.open(setting, choices());
    opened.set(table.id, table);
    return table.id;
}

export function defaultSetting(game: GameId): TableSetting {
    const seats = Array.from({ length: DEFAULT_SEATS }, (_, seat) =>
        seat === 0 ? { name: ownName() } : { name: botName(seat), level: DEFAULT_LEVEL },
    );
    return { game, options: {}, seats };
}

/* A quick game against two bots. */
export function quickGame(game: GameId): Promise<string> {
    return openGame(defaultSetting(game));
}

/* The same setup with another deal. */
export function rematch(setting: TableSetting): Promise<string> {
    const { seed: _, ...rest } = setting;
    return openGame(rest);
}

/* Null: there is no such game on this device. */
export async function reopenGame(id: string): Promise<LocalTable | null> {
    const table = opened.get(id);
    opened.delete(id);
    if (table !== undefined) return table;
    const saved = savedTable(id);
    if (saved === null) return null;
    askToKeep();
    return LocalTable.reopen(saved, choices());
}

export function forget(id: string): void {
    forgetTable(id);
}

/* Seats of people, for sharing the device. */
export function peopleOf(setting: TableSetting): number[] {
    return setting.seats.flatMap(({ level }, seat) => (level === undefined ? [seat] : []));
}
