// screens.test.mjs: phones and large screens: what a finger hits, what the room is used for, who
// is who, and what stands there after a reload.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTable, playOn, setUp } from './driver.mjs';
import { newPerson, openBrowser, startServer } from './harness.mjs';
import { smallTargets } from './targets.mjs';

const GAMES = ['freight-train', 'station-master', 'take-a-train'];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

let browser, folder, server;
before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roundhouse-'));
    server = await startServer(join(folder, 'tables.db'));
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
});

function screen(name, body, options = {}) {
    test(name, async () => {
        const me = await newPerson(browser, server.url, options);
        await body(me.page);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}

// ---------------------------------------------------------------------------
// Fingers
// ---------------------------------------------------------------------------

// Closes reports until the person can act.
async function goOn(page) {
    const report = page.locator('[data-go-on], [data-plan-cancel], dialog[open] footer .strong');
    const offered = page.locator('.table.mine');
    for (;;) {
        await report.or(offered).first().waitFor();
        if ((await report.count()) === 0) return;
        await report.first().click();
    }
}

async function expectLarge(page, where, within) {
    assert.deepEqual(await smallTargets(page, within), [], `${where}: smaller than 40 pixels`);
}

screen('on a phone every button, link and field of the screens is large enough', async (page) => {
    await page.goto('/');
    await page.locator('[data-play]').first().waitFor();
    await expectLarge(page, 'the start');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('dialog[open]').waitFor();
    await expectLarge(page, 'settings');
    await page.goto('/new/freight-train');
    await page.locator('[data-start]').waitFor();
    await expectLarge(page, 'a new game');
    await openTable(page, 'take-a-train', ['me', 'open']);
    await page.locator('[data-start]').waitFor();
    await expectLarge(page, 'the waiting room');
    await page.goto('/online');
    await page.locator('[data-visit]').waitFor();
    await expectLarge(page, 'the lobby');
    await page.goto('/open/station-master');
    await page.locator('[data-open]').waitFor();
    await expectLarge(page, 'opening a table');
}, PHONE);

for (const game of GAMES)
    screen(`on a phone everything at a table of ${game} is large enough`, async (page) => {
        await setUp(page, game, ['person', 'greedy', 'greedy']);
        await playOn(page, { seed: 5, most: 9 });
        await goOn(page);
        await expectLarge(page, game);
        const groups = page.locator('[data-group]');
        if (await groups.count()) {
            await groups.first().click();
            await expectLarge(page, 'a list of actions', '.dock');
        }
        await page.locator('[data-key="l"]').click();
        await expectLarge(page, 'the log', 'aside.open .happened');
        await page.locator('.shut').click();
        await page.locator('[data-key="r"]').click();
        await page.locator('dialog[open]').waitFor();
        await expectLarge(page, 'the rules');
        await page.keyboard.press('Escape');
        if (game === 'freight-train') {
            await playOn(page, { seed: 5, stopAt: '.dock [data-action="rearrange"]:enabled' });
            await page.locator('.dock [data-action="rearrange"]').click();
            await page.locator('[data-arranging]').waitFor();
            await expectLarge(page, 'rearranging');
        }
        if (game !== 'station-master') return;
        await playOn(page, { seed: 7 });
        await page.locator('dialog[open]').waitFor();
        await expectLarge(page, 'the result');
    }, PHONE);

// ---------------------------------------------------------------------------
// Large screens
// ---------------------------------------------------------------------------

for (const game of GAMES)
    screen(`${game} uses a large screen`, async (page) => {
        await setUp(page, game, ['person', 'greedy', 'greedy', 'greedy']);
        await playOn(page, { seed: 5, most: 9 });
        const used = await page.evaluate(() => {
            const boxes = [...document.querySelectorAll('.board section, .board .panel, .players, aside section')].map((one) => one.getBoundingClientRect());
            const left = Math.min(...boxes.map((box) => box.left));
            const right = Math.max(...boxes.map((box) => box.right));
            const bottom = Math.max(...boxes.map((box) => box.bottom));
            return { width: right - left, bottom, dock: document.querySelector('.dock').getBoundingClientRect().top, page: document.documentElement.scrollWidth };
        });
        assert.ok(used.width > 1750, `${used.width} pixels wide`);
        assert.ok(used.bottom > 0.85 * used.dock, `${used.bottom} of ${used.dock} pixels high`);
        assert.ok(used.page <= 1920);
    }, { viewport: { width: 1920, height: 1080 } });

screen('the headings of "whose train is longest" can be read', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy', 'greedy']);
    await playOn(page, { seed: 5, stopAt: '.leads thead th:nth-child(8)' });
    const cut = await page.locator('.leads thead th').evaluateAll((all) =>
        all.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12 || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
    assert.deepEqual(cut, []);
}, { viewport: { width: 1280, height: 800 } });

// ---------------------------------------------------------------------------
// Who is who
// ---------------------------------------------------------------------------

screen('seats differ in shape as well as in colour, also on tokens', async (page) => {
    await setUp(page, 'station-master', ['person', 'greedy', 'greedy', 'greedy', 'greedy', 'greedy']);
    await playOn(page, { seed: 5, most: 4 });
    const shapes = await page.locator('.players-wide .sign').evaluateAll((all) => all.map((one) => getComputedStyle(one).clipPath));
    assert.equal(new Set(shapes).size, 6);
    const outlines = await page.locator('.player .token svg > path').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
    assert.equal(new Set(outlines).size, 6);
    const backs = await page.locator('.player .token text').allTextContents();
    for (const back of backs) assert.doesNotMatch(back, /\d/, 'the back of a token looks like passengers');
}, { viewport: { width: 1280, height: 800 } });

screen('two people at one device are called by name', async (page) => {
    await setUp(page, 'freight-train', ['person', 'person']);
    await page.locator('.dock [data-action], .dock [data-group]').first().waitFor();
    await page.locator('.players-wide .name').first().waitFor();
    const names = await page.locator('.players-wide .name').allInnerTexts();
    const called = await page.locator('[data-caller]').innerText();
    assert.ok(names.some((name) => name.startsWith(called.replace(/\.$/, ''))), `${called}: ${names}`);
}, { viewport: { width: 1280, height: 800 } });

screen('a start card names the authors', async (page) => {
    await page.goto('/');
    await page.getByText('Viola Kijowska and Marcin Ropka').waitFor();
});

// ---------------------------------------------------------------------------
// At the end
// ---------------------------------------------------------------------------

screen('a finished game that is opened again shows its result', async (page) => {
    await setUp(page, 'station-master', ['person', 'greedy']);
    const { isOver } = await playOn(page, { seed: 3 });
    assert.ok(isOver);
    await page.reload();
    await page.locator('dialog[open] [data-rematch]').waitFor();
    assert.equal(await page.locator('[data-go-on]').count(), 0, 'the last departure stands before it');
});

// What the page orders from its Worker.
screen('Enter after a report does nothing', async (page) => {
    await page.addInitScript(() => {
        window.acts = 0;
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
            if (['act', 'run'].includes(message.do)) window.acts++;
            return post.call(this, message);
        };
    });
    await setUp(page, 'station-master', ['person', 'greedy']);
    await playOn(page, { seed: 3, stopAt: '[data-go-on]' });
    const acts = await page.evaluate(() => window.acts);
    await page.locator('[data-go-on]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.dock .bar, dialog[open], [data-go-on]').first().waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => window.acts), acts);
});

test('at a table of the server actions stand in the order of the rules', async () => {
    const me = await newPerson(browser, server.url);
    let actions = [];
    me.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
            const message = JSON.parse(payload);
            if (message.type === 'update' && message.actions.length > 0) actions = message.actions;
        }),
    );
    await openTable(me.page, 'freight-train', ['me', 'greedy']);
    await me.page.locator('[data-start]:enabled').click();
    await me.page.locator('[data-group="take"]').click();
    await me.page.locator('.list [data-action]').nth(1).waitFor();
    const shown = await me.page.locator('.list [data-action]').evaluateAll((all) => all.map((one) => one.dataset.action));
    assert.deepEqual(shown, actions.filter((action) => action.do === 'take').map(({ siding }) => `take ${siding}`));
    assert.equal(await me.page.locator('[data-key="h"]').count(), 0, 'no bot gives a hint');
    await me.close();
});
