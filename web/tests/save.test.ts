// save.test.ts: a save that is cut at an action is one that the rules read.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Module } from '../src/engine/module';
import type { Action, Update } from '../src/lib/contract';
import { cutSave } from '../src/lib/save';

const WASM = process.env.ROUNDHOUSE_WASM ?? '../build/release/src/wasm/roundhouse.wasm';
const ACTIONS = 5;

/* The save of a game after some actions. */
async function played(): Promise<{ module: Module; text: string }> {
    const module = await Module.of(readFileSync(WASM));
    const options = { first: '0' };
    const seed = '5a'.repeat(32);
    module.ask({ op: 'new', game: 'freight-train', seats: 2, options, seed, players: ['Ada', 'Ben'], bots: [] });
    for (let n = 0; n < ACTIONS; n++) {
        const all = module.ask<{ update: Update }>({ op: 'update', seat: null, lang: 'en' }).update;
        const seat = all.position.waiting[0] ?? 0;
        const { update } = module.ask<{ update: Update }>({ op: 'update', seat, lang: 'en' });
        module.ask({ op: 'act', seat, action: update.actions[0] as Action });
    }
    return { module, text: module.ask<{ file: string }>({ op: 'save' }).file };
}

test.each([0, 1, 4, ACTIONS])('a save that is cut after %i actions is loaded', async (n) => {
    const { module, text } = await played();
    const cut = cutSave(text, n, 0);
    module.ask({ op: 'load', file: cut, bots: [] });
    expect(module.ask<{ update: Update }>({ op: 'update', seat: 0, lang: 'en' }).update.n).toBe(n);
    expect(cut.match(/^\d .*$/gm) ?? []).toEqual((text.match(/^\d .*$/gm) ?? []).slice(0, n));
});
