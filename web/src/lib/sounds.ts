/* sounds.ts: which sound an update makes, if sounds are on. None before a person has pressed
 * something in the page: browsers forbid it, and nobody likes it. */
import type { Update } from './contract';
import { gameOf } from './games';
import { settings } from './settings.svelte';
import type { Sound } from './sound';

function isAllowed(): boolean {
    const { userActivation } = navigator as Partial<Navigator>;
    return settings.sound && userActivation?.hasBeenActive === true;
}

/* One after the other. */
export function play(...names: readonly Sound[]): void {
    if (names.length === 0 || !isAllowed()) return;
    import('./sound').then(({ make }) => make(names)).catch(() => undefined);
}

/* The sound of the update's last event that has one, then that it is my turn: the last step of
 * an opponent is often a coupling. */
export function playFor(update: Update, last: Update | null): void {
    const { sounds } = gameOf(update.position.game);
    const found = update.events.map(({ event }) => sounds[event]).filter((sound) => sound !== undefined);
    const isMyTurn = update.actions.length > 0 && last !== null && last.actions.length === 0;
    play(...found.slice(-1), ...(isMyTurn ? (['turn'] as const) : []));
}
