/* local.svelte.ts: games in this page: opening, coming back to, and passing the device. */
import { forgetTable, keptTable } from '../engine/keep';
import { LocalTable } from '../engine/local';
import type { TableSetting } from '../engine/messages';
import type { GameId, Level } from './contract';
import { settings } from './settings.svelte';
import { language, say } from './words.svelte';

const BOTS = ['Ada', 'Bruno', 'Clara', 'Dario', 'Elsa'];
export const USUAL_LEVEL: Level = 'medium';
const USUAL_SEATS = 3;

export function botName(seat: number): string {
    return BOTS[(seat + BOTS.length - 1) % BOTS.length] ?? say('page.bot', { number: seat + 1 });
}

export function ownName(): string {
    return settings.name.trim() || say('page.you.name');
}

function choices(): { language: ReturnType<typeof language>; pace: number; confirm: boolean } {
    return { language: language(), pace: 0, confirm: settings.confirm };
}

/* Tables that have just begun, so that the next screen need not begin them again. */
const opened = new Map<string, LocalTable>();

export async function openGame(setting: TableSetting): Promise<string> {
    const table = await LocalTable.open(setting, choices());
    opened.set(table.id, table);
    return table.id;
}

export function usualSetting(game: GameId): TableSetting {
    const seats = Array.from({ length: USUAL_SEATS }, (_, seat) =>
        seat === 0 ? { name: ownName() } : { name: botName(seat), level: USUAL_LEVEL },
    );
    return { game, options: {}, seats };
}

/* One press: against two bots, as usual. */
export function quickGame(game: GameId): Promise<string> {
    return openGame(usualSetting(game));
}

/* The same again, with another deal. */
export function rematch(setting: TableSetting): Promise<string> {
    const { seed: _, ...rest } = setting;
    return openGame(rest);
}

export function settingOf(id: string): TableSetting | null {
    return keptTable(id)?.setting ?? null;
}

/* Null: there is no such game on this device. */
export async function reopenGame(id: string): Promise<LocalTable | null> {
    const table = opened.get(id);
    opened.delete(id);
    if (table !== undefined) return table;
    const kept = keptTable(id);
    return kept === null ? null : LocalTable.reopen(kept, choices());
}

export function forget(id: string): void {
    forgetTable(id);
}

/* Seats of people, for passing the device around. */
export function peopleOf(setting: TableSetting): number[] {
    return setting.seats.flatMap(({ level }, seat) => (level === undefined ? [seat] : []));
}
