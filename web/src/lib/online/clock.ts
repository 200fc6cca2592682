/* clock.ts: the facts of a table, in words: its time control, and who watches. */
import { say } from '../words.svelte';
import type { Clock } from './protocol';

/* The time controls offered for a new table. */
export const CLOCKS: readonly Clock[] = [
    { kind: 'none' },
    { kind: 'turn', seconds: 45 },
    { kind: 'turn', seconds: 90 },
    { kind: 'bank', seconds: 600, extra: 5 },
    { kind: 'bank', seconds: 1800, extra: 10 },
    { kind: 'days', days: 1 },
    { kind: 'days', days: 3 },
    { kind: 'days', days: 7 },
];

export function clockText(clock: Clock): string {
    switch (clock.kind) {
        case 'none':
            return say('page.clock.none');
        case 'turn':
            return say('page.clock.turn', { seconds: clock.seconds });
        case 'bank':
            return say('page.clock.bank', { minutes: Math.round(clock.seconds / 60), extra: clock.extra });
        case 'days':
            return say('page.clock.each-days', { days: clock.days });
    }
}

/* "2 watching"; empty if nobody does. */
export function watchers(count: number): string {
    return count > 0 ? say('page.watching', { count }) : '';
}

/* "No clock · 2 watching" */
export function joined(...facts: readonly string[]): string {
    return facts.filter((fact) => fact !== '').join(' · ');
}
