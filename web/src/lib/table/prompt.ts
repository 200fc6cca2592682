/* prompt.ts: the line that says what is waited for. */
import type { Update } from '../contract';
import { isSaid, say } from '../words.svelte';

interface Moment {
    readonly stage?: string;
    readonly step?: string;
}

/* The names of those that must act: "Ada and Ben". */
function named(waiting: readonly number[], names: readonly string[]): string {
    return waiting.map((seat) => names[seat] ?? '').join(', ');
}

export function promptFor(update: Update, names: readonly string[], isBehind: boolean): string {
    const { game, over, waiting, state } = update.position;
    if (over) return say('page.over');
    if (update.confirm) return say('page.confirm.prompt');
    if (isBehind || update.actions.length === 0) return say('page.turn.of', { name: named(waiting, names) });
    const { stage = 'turn', step } = state as Moment;
    const key = `page.prompt.${game}.${step ?? stage}`;
    return isSaid(key) ? say(key) : say('page.turn.you');
}
