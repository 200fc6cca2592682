// open.svelte.test.ts: a screen opens its table once, and closes it.
import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { openSession, Session, type Opened } from '../src/lib/session.svelte';
import { setLanguage } from '../src/lib/words.svelte';
import { RandomTable } from './table';

/* The life cycle of a screen, without the screen. */
function show(open: () => Promise<RandomTable | null>): { opened: Opened<RandomTable>; leave: () => void } {
    let opened: Opened<RandomTable> | undefined;
    const leave = $effect.root(() => {
        opened = openSession(open);
    });
    flushSync();
    if (opened === undefined) throw new Error('not set up');
    return { opened, leave };
}

async function settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    flushSync();
}

const newTable = (): Promise<RandomTable> => RandomTable.open('freight-train', 2, 1);

test('a table is opened once, whatever its opening reads', async () => {
    const table = await newTable();
    let id = $state('one');
    const open = vi.fn(async () => (id === '' ? null : table));
    const { opened, leave } = show(open);
    await settle();
    id = 'two';
    await settle();
    expect(open).toHaveBeenCalledTimes(1);
    expect(opened.table).toBe(table);
    expect(opened.session).toBeInstanceOf(Session);
    leave();
});

test('a table is closed with its screen, even if it comes later', async () => {
    const table = await newTable();
    const close = vi.spyOn(table, 'close');
    show(async () => table).leave();
    await settle();
    expect(close).toHaveBeenCalledTimes(1);
    const { leave } = show(async () => table);
    await settle();
    leave();
    expect(close).toHaveBeenCalledTimes(2);
});

test('why there is no table is said', async () => {
    const gone = show(async () => null);
    const broken = show(() => Promise.reject(new Error('No memory.')));
    await settle();
    expect(gone.opened.problem).not.toBeNull();
    expect(gone.opened.session).toBeNull();
    expect(broken.opened.problem).toBe('No memory.');
    gone.leave();
    broken.leave();
});

test('the table gets a change of the language', async () => {
    const table = await newTable();
    const spy = vi.spyOn(table, 'setLanguage');
    const { leave } = show(async () => table);
    await settle();
    await setLanguage('fr');
    await settle();
    expect(spy).toHaveBeenLastCalledWith('fr');
    leave();
});
