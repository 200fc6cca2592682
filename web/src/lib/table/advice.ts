/* advice.ts: what a hint says in numbers. */
import type { Considered, Hint } from '../../engine/types';
import { notation } from '../contract';
import { percent, signed } from '../words.svelte';

/* Is every chance 0 or 100 %, rounded? Then leads say more. */
export function isDecided({ win }: Hint): boolean {
    return win.length > 0 && win.every((chance) => [0, 100].includes(Math.round(100 * chance)));
}

export function chance(win: number, lead: number, decided: boolean): string {
    return decided ? signed(lead) : percent(win);
}

/* What else was considered; without visits nothing is known of an action. */
export function alternatives({ action, considered }: Hint, most: number): Required<Considered>[] {
    const hinted = notation(action);
    return considered
        .filter((one): one is Required<Considered> => one.win !== undefined && one.lead !== undefined)
        .filter((one) => notation(one.action) !== hinted)
        .slice(0, most);
}
