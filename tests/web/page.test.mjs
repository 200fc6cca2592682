// page.test.mjs: what the page must be: light, quick, the same after a reload and
// offline, by keyboard alone, in French, on a phone, passed around.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOn, setUp } from './driver.mjs';
import { expectText, newPerson, serveFiles } from './harness.mjs';
import { browser, files, useFiles } from './setup.mjs';

// Bytes loaded before anything is pressed, and until a game has started.
const FIRST_LOAD_MOST = 147000, GAME_MOST = 190000;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

useFiles();

// Runs with a new browser context, and expects no errors in it.
function screen(name, body, options) {
    test(name, async () => {
        const me = await newPerson(browser, files.url, options);
        await body(me);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}

const offered = (page) => page.locator('.table [data-action]:enabled, .table [data-group]').first();
const numberOf = (page) => page.locator('.table').getAttribute('data-n').then(Number);

// ---------------------------------------------------------------------------
// Size and speed
// ---------------------------------------------------------------------------

function expectSmall(most) {
    const once = new Map(files.sent.map(({ path, bytes }) => [path, bytes]));
    const total = [...once.values()].reduce((sum, bytes) => sum + bytes, 0);
    const list = [...once].sort(([, a], [, b]) => b - a).map(([path, bytes]) => `${bytes} ${path}`);
    assert.ok(total <= most, `${total} bytes:\n${list.join('\n')}`);
}

for (const game of ['freight-train', 'station-master', 'take-a-train'])
    screen(`the first load, and a game of ${game}, are small`, async ({ page }) => {
        files.sent.length = 0;
        const module = page.context().waitForEvent('response', (response) => response.url().endsWith('.wasm'));
        await page.goto('/');
        await page.locator(`[data-play="${game}"]`).waitFor();
        await module;
        expectSmall(FIRST_LOAD_MOST);
        await page.locator(`[data-play="${game}"]`).click();
        await offered(page).waitFor();
        await page.waitForLoadState('networkidle');
        expectSmall(GAME_MOST);
    });

// Processor seconds of the page's main thread, which other busy programs do not change.
async function mainThread(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => {
        const { metrics } = await session.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'TaskDuration').value;
    };
}

screen('loading takes less than a processor second, beginning a game another', async ({ page }) => {
    const seconds = await mainThread(page);
    await page.goto('/');
    await page.locator('[data-play="station-master"]').waitFor();
    const loaded = await seconds();
    await page.locator('[data-play="station-master"]').click();
    await page.locator('.table').waitFor();
    const begun = await seconds();
    assert.ok(loaded > 0 && loaded < 1, `loaded in ${loaded} s`);
    assert.ok(begun - loaded < 1, `begun in ${begun - loaded} s`);
});

screen('the page is free while a bot thinks', async ({ page }) => {
    await setUp(page, 'station-master', ['person', 'expert', 'expert'], { first: '1' });
    await page.locator('.table').waitFor();
    const seconds = await mainThread(page);
    const before = await seconds();
    await page.waitForTimeout(1200);
    const busy = await seconds() - before;
    assert.ok(busy < 0.6, `busy for ${busy} s of 1.2`);
});

// ---------------------------------------------------------------------------
// Reloading
// ---------------------------------------------------------------------------

screen('a reload comes back to the same game', async ({ page }) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await playOn(page, { seed: 3, most: 12 });
    await offered(page).waitFor();
    await page.waitForFunction(() => document.querySelector('main')?.innerText.length > 100);
    const before = await page.locator('main').innerText();
    const isThere = (text) => document.querySelector('main')?.innerText === text;
    await page.reload();
    await page.waitForFunction(isThere, before);
    await page.goto('/');
    await page.locator('.going a').first().click();
    await page.waitForFunction(isThere, before);
});

test('after the first load it needs no net', async () => {
    const own = await serveFiles();
    const me = await newPerson(browser, own.url, { serviceWorkers: 'allow' });
    await me.page.goto('/');
    await me.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    });
    await own.close();
    await me.page.goto('/');
    await me.page.locator('[data-play="station-master"]').click();
    const played = await playOn(me.page, { seed: 9 });
    assert.ok(played.isOver);
    await me.page.goto('/rules/take-a-train');
    await me.page.locator('h2').first().waitFor();
    assert.deepEqual(me.faults, []);
    await me.close();
});

test('the rules teach first, and a link leads to the rulings on the same page', async () => {
    for (const [locale, chapters] of [
        ['en-GB', ['Learn the game', 'The rules by number', 'Options', 'Appendix', 'Glossary', 'Rulings']],
        ['fr-FR', ['Apprendre le jeu', 'Les règles par numéro', 'Options', 'Annexe', 'Glossaire', 'Décisions']],
    ]) {
        const me = await newPerson(browser, files.url, { locale });
        await me.page.goto('/rules/freight-train');
        await me.page.locator('h2').first().waitFor();
        assert.deepEqual(await me.page.locator('article h2').allTextContents(), chapters);
        await me.page.locator('article p a[href^="#"]').first().click();
        await me.page.waitForFunction(() => {
            const heading = document.getElementById(location.hash.slice(1));
            return heading !== null && Math.abs(heading.getBoundingClientRect().top) < innerHeight / 2;
        });
        assert.deepEqual(me.faults, []);
        await me.close();
    }
});

// ---------------------------------------------------------------------------
// Ways to play
// ---------------------------------------------------------------------------

// Presses Tab until this has the focus.
async function tabTo(page, selector) {
    for (let i = 0; i < 150; i++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    assert.fail(`Tab does not come to ${selector}`);
}

screen('it is played by keys alone', async ({ page }) => {
    await page.goto('/');
    await tabTo(page, '[data-play="freight-train"]');
    await page.keyboard.press('Enter');
    await offered(page).waitFor();
    // A list that is already open is not pressed: that would close it. Its choices are disabled
    // while an action is being sent.
    const choice = '.table [data-action]:enabled, .table [data-group][aria-expanded="false"]';
    for (let i = 0; i < 6; i++) {
        const before = await numberOf(page);
        await page.locator(choice).first().waitFor();
        await tabTo(page, choice);
        if (await page.evaluate(() => document.activeElement.dataset.group !== undefined)) {
            await page.keyboard.press('Enter');
            await page.locator('.list [data-action]:enabled').first().waitFor();
            await page.evaluate(() => document.activeElement.blur());
            await tabTo(page, '.list [data-action]:enabled');
        }
        const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
        assert.notEqual(outline, 'none', 'the focus is not to be seen');
        await page.keyboard.press('Enter');
        await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.n) > n, before);
        await offered(page).waitFor();
    }
});

screen('an action is taken back', async ({ page }) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await page.locator('[data-group="take"], [data-action^="take"]').first().click();
    await page.locator('.list [data-action^="take"]').first().click();
    await page.waitForFunction(() => document.querySelector('.table').dataset.n === '1');
    await page.locator('[data-undo]').click();
    await page.waitForFunction(() => document.querySelector('.table').dataset.n === '2');
    await page.locator('[data-undo]:disabled').waitFor();
});

screen('a finished turn waits for its confirmation', async ({ page }) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await page.locator('[data-action="call"]').click();
    await page.locator('[data-confirm]').waitFor();
    const n = await numberOf(page);
    await page.locator('[data-undo]').click();
    await page.waitForFunction((was) => Number(document.querySelector('.table').dataset.n) > was, n);
    await page.locator('[data-action="call"]').click();
    await page.locator('[data-confirm]').click();
    await page.waitForFunction((was) => Number(document.querySelector('.table').dataset.n) > was + 2, n);
}, { settings: { pace: 'instant', motion: 'off', confirm: true } });

// Keeps what the engine's worker sends to the page.
const listenToWorkers = () => {
    const Original = globalThis.Worker;
    globalThis.heard = [];
    globalThis.Worker = class extends Original {
        constructor(...rest) {
            super(...rest);
            this.addEventListener('message', ({ data }) => globalThis.heard.push(data));
        }
    };
};

screen('a hint tells what the bot would do, why, and the chances of the search', async ({ page }) => {
    await page.addInitScript(listenToWorkers);
    await setUp(page, 'station-master', ['person', 'greedy'], { first: '0' });
    await offered(page).waitFor();
    await page.getByRole('button', { name: 'Hint' }).first().click();
    await page.locator('.hint .best').waitFor();
    const hint = await page.evaluate(() => globalThis.heard.find(({ result }) => result?.considered).result);
    assert.equal(await page.locator('.hint .best').innerText(), hint.action.text);
    assert.ok(hint.why.length > 10, hint.why);
    assert.equal(await page.locator('.hint .why').innerText(), hint.why);
    const percent = (win) => `${Math.round(100 * win)}%`;
    assert.deepEqual(await page.locator('.hint .bars b').allInnerTexts(), hint.win.map(percent));
    assert.ok(Math.abs(hint.win[0] + hint.win[1] - 1) < 0.001);
    const others = hint.considered.filter(({ action, win }) => action.text !== hint.action.text && win !== undefined);
    assert.deepEqual(
        await page.locator('.hint ol li').evaluateAll((lines) => lines.map((line) => line.innerText.split('\n'))),
        others.slice(0, 4).map(({ action, win }) => [action.text, percent(win)]),
    );
});

screen('the device is passed around', async ({ page }) => {
    await setUp(page, 'station-master', ['person', 'person', 'greedy'], { first: '0' });
    await page.locator('[data-handover]').waitFor();
    assert.equal(await page.locator('[data-action]').count(), 0, 'nothing is to be seen before');
    const played = await playOn(page, { seed: 4 });
    assert.ok(played.isOver);
});

screen('a name without spaces fits a phone, and a phone can save', async ({ page }) => {
    const long = 'X'.repeat(32);
    await page.goto('/new/station-master');
    await page.locator('form ol > li select').nth(1).selectOption('person');
    await page.locator('form ol > li input').nth(0).fill(long);
    await page.locator('[data-option="first"]').selectOption('0');
    await page.locator('[data-start]').click();
    await page.locator('[data-handover]').waitFor();
    const rights = await page.locator('h1, [data-handover]').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    for (const [left, right] of rights) assert.ok(left >= 0 && right <= 360, `from ${left} to ${right}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await page.locator('[data-handover]').click();
    await page.locator('.log-button').click();
    const download = page.waitForEvent('download');
    await page.locator('[data-save]').click();
    assert.match((await download).suggestedFilename(), /^station-master/);
}, PHONE);

screen('the tiles of three players hold what is in them', async ({ page }) => {
    await setUp(page, 'station-master', ['person', 'greedy', 'greedy'], { first: '0' });
    await offered(page).waitFor();
    await page.locator('.player').nth(2).waitFor();
    // Cards are on their way at first.
    await page.evaluate(async () => {
        await document.fonts.ready;
        const ending = document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity);
        await Promise.allSettled(ending.map((one) => one.finished));
    });
    const tiles = await page.locator('.player').evaluateAll((all) =>
        all.map((tile) => {
            const { right } = tile.getBoundingClientRect();
            const name = tile.querySelector('.name');
            const rights = [...tile.querySelectorAll('.back, .dot, .name')].map((one) => one.getBoundingClientRect().right);
            return { sticksOut: rights.some((one) => one > right), isCut: name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1 };
        }),
    );
    assert.deepEqual(tiles, Array(3).fill({ sticksOut: false, isCut: false }));
}, { viewport: { width: 1440, height: 900 } });

screen('it is in French', async ({ page }) => {
    await page.goto('/');
    await page.locator('[data-play="take-a-train"]').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await expectText(page.locator('.facts').last(), /^Viola Kijowska et Marcin Ropka/);
    await setUp(page, 'take-a-train', ['person', 'greedy'], {});
    await offered(page).waitFor();
    const bid = page.locator('.box .field input');
    for (let i = 0; i < 80 && (await bid.count()) === 0; i++) await playOn(page, { seed: i + 2, most: 1 });
    assert.equal(await bid.count(), 1, 'there was an auction with bids');
    const [amount, sign] = await page.locator('.box .field > :is(input, span:last-child)').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    assert.ok(amount < sign, 'the sign stands behind the amount');
    await playOn(page, { seed: 2, most: 6 });
    await expectText(page.locator('.log'), /\b(prend|locomotive|enchère|passe|mise)\b/i);
    assert.doesNotMatch(await page.locator('body').innerText(), /\bpage\.|\b(the|takes|your)\b/);
}, { settings: { pace: 'instant', motion: 'off', confirm: false, language: 'fr' } });

for (const game of ['freight-train', 'station-master', 'take-a-train'])
    screen(`${game} fits a phone`, async ({ page }) => {
        const expectNoSideways = async (where) => {
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= 360, `${where} is ${width} pixels wide`);
        };
        for (const path of ['/', `/new/${game}`, `/rules/${game}`, `/learn/${game}`]) {
            await page.goto(path);
            await page.locator('h1, h2').first().waitFor();
            await expectNoSideways(path);
        }
        await setUp(page, game, ['person', 'greedy', 'greedy', 'greedy'], {});
        for (let i = 0; i < 4; i++) {
            await playOn(page, { seed: i + 1, most: 5 });
            await expectNoSideways(`the table of ${game}`);
        }
    }, PHONE);
