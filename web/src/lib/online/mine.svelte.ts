/* mine.svelte.ts: my tables on the server and whose turn it is, for every screen: a badge,
 * the title of the tab, and a notification for those who want one. */
import type { Route } from '../route.svelte';
import { settings } from '../settings.svelte';
import { say } from '../words.svelte';
import type { OwnTableInfo } from './protocol';

class Mine {
    tables = $state.raw<readonly OwnTableInfo[]>([]);
    readonly turns = $derived(this.tables.filter((table) => table.state === 'playing' && table.turn));
}

export const mine = new Mine();

/* The tables that wait for me, without the one that is on the screen. */
export function turnsElsewhere(turns: readonly OwnTableInfo[], route: Route): readonly OwnTableInfo[] {
    return turns.filter(({ table }) => route.at !== 'table' || route.code !== table);
}

export function setMine(tables: readonly OwnTableInfo[]): void {
    const known = new Set(mine.turns.map(({ table }) => table));
    mine.tables = tables;
    const fresh = mine.turns.filter(({ table }) => !known.has(table));
    if (fresh.length > 0) notify(fresh);
}

function notify(fresh: readonly OwnTableInfo[]): void {
    const first = fresh[0];
    if (!settings.notify || !document.hidden || first === undefined || !('Notification' in window)) return;
    const note = new Notification(say('page.mine.turn', { count: fresh.length }), {
        body: say(`${first.game}.title`),
        icon: '/icon-192.png',
        tag: first.table,
    });
    note.onclick = () => {
        window.focus();
        location.assign(`/t/${first.table}`);
    };
}
