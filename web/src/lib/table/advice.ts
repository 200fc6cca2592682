/* advice.ts: what a bot considered besides its hint. */
import type { Hint } from '../../engine/types';
import { notation, type Action } from '../contract';

export interface Alternative {
    readonly action: Action;
    /* How much better than the hint it looks, from -100 to 100; null: not known. */
    readonly gain: number | null;
}

/* The values of a search are no chances to win: places and points are part of them. So only
 * their differences are shown. */
export function alternatives({ action, considered }: Hint, most: number): Alternative[] {
    const hinted = notation(action);
    const best = considered.find((one) => notation(one.action) === hinted);
    return considered
        .filter((one) => one !== best)
        .slice(0, most)
        .map((one) => ({ action: one.action, gain: best ? Math.round(100 * (one.value - best.value)) : null }));
}
