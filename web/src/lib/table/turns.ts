/* turns.ts: the turns of a game, from its log: what one player does in a row, as in the log in
 * words (digest.ts). */
import type { LogEntry } from '../../engine/types';

/* The number of the last entry of each turn, ascending. */
export function turnsOf(log: readonly LogEntry[]): number[] {
    return log.filter(({ by }, i) => log[i + 1]?.by !== by).map(({ n }) => n);
}
