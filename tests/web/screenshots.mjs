// screenshots.mjs FOLDER MODULE: pictures of the main screens, the same every time: bots
// have played the games up to there, in the module itself.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openModule } from '../wasm/module.mjs';
import { playOn } from './driver.mjs';
import { newPerson, openBrowser, serveFiles } from './harness.mjs';

const [folder, modulePath] = process.argv.slice(2);
const NAMES = ['Nora', 'Ada', 'Bruno', 'Clara'];
const SEED = '7'.repeat(64);
const SIZES = {
    desktop: { viewport: { width: 1280, height: 800 } },
    phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
// A game, and how many actions of it have been played before Nora's turn.
const TABLES = { 'freight-train': 170, 'station-master': 60, 'take-a-train': 60 };

const module = openModule(modulePath);

function ask(request) {
    const answer = module(request);
    if (!answer.ok) throw new Error(answer.error);
    return answer;
}

function actAsBot(seat, n) {
    ask({ op: 'think', seat, level: 'greedy', search_seed: n });
    const { action } = ask({ op: 'decide' });
    ask({ op: 'act', seat, action });
}

// A game as this device would have stored it: at the beginning of Nora's next turn, or,
// without `moves`, at its end.
function keptGame(game, moves) {
    ask({ op: 'new', game, seats: 4, options: { first: '0' }, seed: SEED, players: NAMES });
    for (let n = 0; ; n++) {
        const { position } = ask({ op: 'update', seat: null }).update;
        const { stage, step } = position.state;
        const isNoras = position.waiting[0] === 0 && (stage === 'turn' || step === 'coupling');
        if (position.over || (moves !== undefined && n >= moves && isNoras)) break;
        actAsBot(position.waiting[0], n);
    }
    const seats = NAMES.map((name, seat) => (seat === 0 ? { name } : { name, level: 'medium' }));
    return { id: game, setting: { game, options: {}, seats, seed: SEED }, save: ask({ op: 'save' }).file, seat: 0, over: moves === undefined, changed: 1 };
}

await mkdir(folder, { recursive: true });
const files = await serveFiles();
const browser = await openBrowser();

async function shoot(page, path, ready, name, prepare = async () => {}) {
    await page.goto(path);
    await prepare();
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`) });
}

const games = Object.entries(TABLES).map(([game, moves]) => keptGame(game, moves));
const finished = { ...keptGame('station-master'), id: 'finished' };

for (const [size, options] of Object.entries(SIZES)) {
    for (const theme of ['light', 'dark']) {
        const settings = { pace: 'instant', motion: 'off', confirm: false, theme, language: 'en', name: 'Nora' };
        const { page, context, close } = await newPerson(browser, files.url, { settings, ...options });
        await shoot(page, '/', '[data-play]', `start-${size}-${theme}`);
        await context.addInitScript((tables) => {
            for (const table of tables) localStorage[`roundhouse.table.${table.id}`] = JSON.stringify(table);
        }, [...games, finished]);
        for (const { id } of games) await shoot(page, `/game/${id}`, '.table main section', `${id}-${size}-${theme}`);
        if (theme === 'light') {
            // The report of the last departure comes first.
            await shoot(page, '/game/finished', 'dialog[open]', `result-${size}`, () => playOn(page));
            await shoot(page, '/rules/freight-train', 'h2', `rules-${size}`);
            await shoot(page, '/learn/station-master', '[data-coach]', `guide-${size}`);
        }
        await close();
    }
}
await browser.close();
await files.close();
