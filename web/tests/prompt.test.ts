// prompt.test.ts: the line that says who must do what, and why nothing can be done.
import { beforeAll, expect, test } from 'vitest';
import { actingSeats, type Update } from '../src/lib/contract';
import { gameOf } from '../src/lib/games';
import { whyNotNow } from '../src/lib/table/picker.svelte';
import { promptFor } from '../src/lib/table/prompt';
import { loadPart, setLanguage } from '../src/lib/words.svelte';
import { BotTable, RandomTable } from './table';

const NAMES = ['Nora', 'Ada', 'Bruno'];

beforeAll(async () => {
    await setLanguage('en');
    await loadPart('take-a-train');
});

async function firstUpdate(change: Partial<Update>, waiting?: readonly number[]): Promise<Update> {
    const { update } = await RandomTable.open('take-a-train', 3, 4);
    const position = { ...update.position, waiting: waiting ?? update.position.waiting };
    return { ...update, seat: 0, position, ...change };
}

test('a turn that is not confirmed is still the own one, and the reason says what to press', async () => {
    const update = await firstUpdate({ confirm: true, actions: [] }, [1]);
    expect(actingSeats(update)).toEqual([0]);
    expect(whyNotNow(update)).toContain('End turn');
    expect(promptFor(update, NAMES, false)).toContain('End it');
    expect(actingSeats({ ...update, confirm: false })).toEqual([1]);
    expect(whyNotNow({ ...update, confirm: false })).not.toContain('End turn');
});

test('whoever watches is not among those that are waited for', async () => {
    expect(promptFor(await firstUpdate({ actions: [] }, [0, 1, 2]), NAMES, true)).toBe('Ada and Bruno to move…');
    expect(promptFor(await firstUpdate({ actions: [] }, [1]), NAMES, false)).toBe('Ada to move…');
});

/* TT-4.3: in every auction with lots, one player is the last without three locomotives. Bots play:
 * at random all money is soon spent. */
test('the last one in an auction buys, and nothing is put up for sale', async () => {
    const { label } = gameOf('take-a-train');
    const table = await BotTable.open('take-a-train', 3, 1);
    const seen = { buys: 0, sales: 0 };
    while (!table.isOver()) {
        const before = table.update();
        const name = before.actions.find((action) => action.do === 'name');
        const isSold = table.step().some(({ event }) => event === 'bought');
        if (name === undefined) continue;
        const isLast = name.text?.startsWith('Buy ') === true;
        expect(isSold).toBe(isLast);
        expect(label?.('name', before) ?? null).toBe(isLast ? 'Buy a locomotive' : null);
        expect(promptFor(before, NAMES, false)).toContain(isLast ? 'buy one' : 'up for sale');
        seen[isLast ? 'buys' : 'sales']++;
    }
    expect(seen.buys).toBeGreaterThan(0);
    expect(seen.sales).toBeGreaterThan(0);
});

test('a yard that must be rearranged is said, where nothing can be taken or switched', async () => {
    await loadPart('freight-train');
    const { update } = await RandomTable.open('freight-train', 3, 4);
    const stuck: Update = { ...update, seat: 0, actions: [{ do: 'rearrange' }] };
    expect(promptFor(stuck, NAMES, false)).toContain('rearrange your yard');
    expect(promptFor({ ...stuck, actions: [...stuck.actions, { do: 'call' }] }, NAMES, false)).not.toContain('yard');
});
