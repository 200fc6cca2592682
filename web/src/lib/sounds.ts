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

export function play(name: Sound): void {
    if (isAllowed()) import('./sound').then(({ make }) => make(name)).catch(() => undefined);
}

/* One sound for an update: that of its last event that has one, or that it is my turn. */
export function playFor(update: Update, last: Update | null): void {
    const { sounds } = gameOf(update.position.game);
    const found = update.events.map(({ event }) => sounds[event]).filter((sound) => sound !== undefined);
    const isMyTurn = update.actions.length > 0 && last !== null && last.actions.length === 0;
    const sound = found.at(-1) ?? (isMyTurn ? 'turn' : undefined);
    if (sound !== undefined) play(sound);
}
