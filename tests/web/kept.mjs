// kept.mjs: games as this device would have stored them, at a moment that a test names. Bots have
// played them up to there in the module of the rules, always the same.
import { join } from 'node:path';
import { openModule } from '../wasm/module.mjs';
import { root } from './harness.mjs';

const NAMES = ['Nora', 'Ada', 'Bruno', 'Clara'];
const MOST_ACTIONS = 1200;
const MOST_DEALS = 60;

let module;

function ask(request) {
    module ??= openModule(process.env.ROUNDHOUSE_WASM ?? join(root, 'build/release/src/wasm/roundhouse.wasm'));
    const answer = module(request);
    if (!answer.ok) throw new Error(answer.error);
    return answer;
}

// Where several may act, Nora is the last.
function actAsBot({ waiting }, n) {
    const seat = waiting.find((one) => one !== 0) ?? 0;
    ask({ op: 'think', seat, level: 'greedy', search_seed: n });
    const { action } = ask({ op: 'decide' });
    ask({ op: 'act', seat, action });
}

// The first deal whose end fits (position), seen from its end.
export function endedGame(game, fits) {
    for (let deal = 1; deal <= MOST_DEALS; deal++) {
        const seed = String(deal).padStart(64, '0');
        ask({ op: 'new', game, seats: NAMES.length, options: { first: '0' }, seed, players: NAMES });
        for (let n = 0; n < MOST_ACTIONS; n++) {
            const { position } = ask({ op: 'update', seat: 0 }).update;
            if (position.over && fits(position)) return { ...tableOf(game, seed), over: true };
            if (position.over) break;
            actAsBot(position, n);
        }
    }
    throw new Error(`no deal of ${game} ends so`);
}

// The first moment of the first deal, in which Nora must act, that fits (state, actions so far).
export function keptGame(game, fits) {
    for (let deal = 1; deal <= MOST_DEALS; deal++) {
        const seed = String(deal).padStart(64, '0');
        ask({ op: 'new', game, seats: NAMES.length, options: { first: '0' }, seed, players: NAMES });
        for (let n = 0; n < MOST_ACTIONS; n++) {
            const { position } = ask({ op: 'update', seat: 0 }).update;
            if (position.over) break;
            const isNoras = position.waiting.length === 1 && position.waiting[0] === 0;
            if (isNoras && fits(position.state, n)) return tableOf(game, seed);
            actAsBot(position, n);
        }
    }
    throw new Error(`no deal of ${game} has such a moment`);
}

function tableOf(game, seed) {
    const seats = NAMES.map((name, seat) => (seat === 0 ? { name } : { name, level: 'greedy' }));
    const setting = { game, options: {}, seats, seed };
    return { id: game, setting, save: ask({ op: 'save' }).file, seat: 0, over: false, changed: 1 };
}

// Opens it as the person's own game.
export async function openKept({ context, page }, table, shown = '.table [data-action], .table [data-group]') {
    await context.addInitScript((kept) => {
        localStorage[`roundhouse.table.${kept.id}`] ??= JSON.stringify(kept);
    }, table);
    await page.goto(`/game/${table.id}`);
    await page.locator('.board').waitFor();
    await page.locator(shown).first().waitFor();
}
