/* prompt.ts: the line that says who must do what. */
import type { Update } from '../contract';
import { gameOf } from '../games';
import { listed, say, sayIfKnown } from '../words.svelte';

interface Moment {
    readonly stage?: string;
    readonly step?: string;
}

/* The names of those that must act: "Ada and Ben". */
function named(waiting: readonly number[], names: readonly string[]): string {
    return listed(waiting.map((seat) => names[seat] ?? ''));
}

export function promptFor(update: Update, names: readonly string[], isBehind: boolean): string {
    const { game, over, waiting, state } = update.position;
    if (over) return say('page.over');
    if (update.reveals) {
        const what = update.intended === undefined ? '' : `${update.intended}. `;
        return what + say('page.confirm.reveals');
    }
    if (update.confirm) return say('page.confirm.prompt');
    if (isBehind || update.actions.length === 0) {
        const others = waiting.filter((seat) => seat !== update.seat);
        return say('page.turn.of', { name: named(others.length > 0 ? others : waiting, names) });
    }
    const { stage = 'turn', step = stage } = state as Moment;
    return sayIfKnown(`page.prompt.${game}.${gameOf(game).step?.(update) ?? step}`) ?? say('page.turn.you');
}
