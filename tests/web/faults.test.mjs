// faults.test.mjs: the page when something fails or comes at a bad moment: a change of the
// language, a missing file, a Worker that fails, forbidden storage, a new build, a stalled
// connection, a second finger. And the settings as people have them.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { numberOf, openTable, playOn, setUp, sitDown } from './driver.mjs';
import { eventually, expectCount, newPerson, openBrowser, serveFiles, startServer, webFolder } from './harness.mjs';

// The settings of somebody who has changed none.
const DEFAULTS = {};

let files, browser, folder;
before(async () => {
    files = await serveFiles();
    browser = await openBrowser();
    folder = await mkdtemp(join(tmpdir(), 'roundhouse-'));
});
after(async () => {
    await browser?.close();
    await files?.close();
    await rm(folder, { recursive: true, force: true });
});

// Runs with a new browser context, and expects no errors in it but `expected`.
function screen(name, body, { expected = /(?!)/, ...options } = {}) {
    test(name, async () => {
        const me = await newPerson(browser, files.url, options);
        await body(me.page, me);
        assert.deepEqual(me.faults.filter((fault) => !expected.test(fault)), []);
        await me.close();
    });
}

const offered = (page) => page.locator('.table [data-action]:enabled, .table [data-group]').first();
const storedTables = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('roundhouse.table.')));
const otherLanguage = (page) => page.getByRole('button', { name: /^(FR|EN),/ });

// ---------------------------------------------------------------------------
// The language in the middle of a game
// ---------------------------------------------------------------------------

screen('a turn that awaits its confirmation still does after a reload, and in another language', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await page.locator('[data-action="call"]').click();
    await page.locator('[data-confirm]').waitFor();
    const n = await numberOf(page);
    await page.reload();
    await page.locator('[data-unpause], [data-confirm]').first().waitFor();
    for (const language of ['fr', 'en']) {
        await otherLanguage(page).click();
        await page.locator(`html[lang="${language}"]`).waitFor();
    }
    assert.equal(await numberOf(page), n);
    await page.locator('[data-undo]').click();
    await page.locator('[data-action="call"]').waitFor();
    assert.equal(await numberOf(page), n + 1);
}, { settings: { pace: 'instant', motion: 'off', confirm: true } });

// ---------------------------------------------------------------------------
// Files, storage and Workers that fail
// ---------------------------------------------------------------------------

screen('a part that cannot be loaded is said, and the game goes on', async (page) => {
    await page.goto('/');
    await page.locator('[data-play="freight-train"]').click();
    await offered(page).waitFor();
    await page.context().route(/\.js$/, (route) => route.abort());
    await page.locator('[data-key="r"]').click();
    await page.getByText('A part of the page could not be loaded').waitFor();
    await playOn(page, { seed: 3, most: 2 });
    await page.context().unroute(/\.js$/);
    await page.locator('[data-update]').click();
    await offered(page).waitFor();
}, { expected: /Failed to load resource|ERR_FAILED/ });

screen('what bots do before the table is on the screen is shown all the same', async (page) => {
    await page.addInitScript(() => {
        Object.assign(window, { sent: [], seen: [] });
        const Plain = window.Worker;
        window.Worker = class extends Plain {
            constructor(...args) {
                super(...args);
                this.addEventListener('message', ({ data }) => data.update && window.sent.push(data.update.n));
            }
        };
        const look = () => {
            const n = document.querySelector('.table')?.dataset.n;
            if (n !== undefined && Number(n) !== window.seen.at(-1)) window.seen.push(Number(n));
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    });
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.context().route(/LocalGame[^/]*\.js$/, (route) => held.then(() => route.continue()));
    await setUp(page, 'station-master', ['greedy', 'greedy', 'person'], { first: '0' });
    await page.waitForFunction(() => window.sent.length >= 3);
    release();
    await page.waitForFunction(() => window.seen.at(-1) === window.sent.at(-1));
    const { seen, sent } = await page.evaluate(() => ({ seen: window.seen, sent: [...new Set(window.sent)] }));
    assert.deepEqual(seen, sent);
}, { settings: { pace: 'brisk', motion: 'off', confirm: false } });

screen('a screen that cannot be loaded is said', async (page) => {
    await page.goto('/');
    await page.locator('[data-play]').first().waitFor();
    await page.context().route(/\.js$/, (route) => route.abort());
    await page.locator('a[href="/online"]').click();
    await page.locator('main', { hasText: 'A part of the page could not be loaded' }).waitFor();
}, { expected: /Failed to load resource|ERR_FAILED/ });

screen('where storage is forbidden, a game can be played', async (page) => {
    await page.addInitScript(() => {
        for (const kind of ['localStorage', 'sessionStorage'])
            Object.defineProperty(window, kind, { get: () => { throw new DOMException('forbidden', 'SecurityError'); } });
    });
    await page.goto('/');
    await page.locator('[data-play="station-master"]').click();
    await page.locator('[data-unstored]').waitFor();
    await expectSaved(page);
}, { expected: /SecurityError.*initScript|forbidden/ });

// The button of the message writes the game to a file.
async function expectSaved(page) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-unstored] [data-save]').click()]);
    assert.match(await readFile(await download.path(), 'utf8'), /^roundhouse save \d+\ngame station-master\n/);
}

screen('storage that refuses a game is said once, with what to do', async (page) => {
    await page.addInitScript(() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, text) {
            if (key.startsWith('roundhouse.table.')) throw new DOMException('full', 'QuotaExceededError');
            setItem.call(this, key, text);
        };
    });
    await page.goto('/');
    await page.locator('[data-play="station-master"]').click();
    const said = page.locator('[data-unstored]');
    await said.getByText('storage is full or blocked').waitFor();
    await page.getByRole('button', { name: /^FR,/ }).click();
    await said.getByText('stockage est plein ou bloqué').waitFor();
    await expectAccessible(page, 'a game that is not stored');
    await expectSaved(page);
    await said.locator('.shut').click();
    await playOn(page, { seed: 3, most: 2 });
    assert.equal(await said.count(), 0, 'said once');
});

screen('a Worker that does not start is said, and the next try may succeed', async (page) => {
    await page.context().route(/worker.*\.js$/, (route) => route.abort());
    await page.goto('/');
    await page.locator('[data-play="freight-train"]').click();
    await page.getByText('program of the game has stopped').waitFor();
    await page.context().unroute(/worker.*\.js$/);
    await page.locator('[data-play="freight-train"]').click();
    await offered(page).waitFor();
}, { expected: /Failed to load resource|ERR_FAILED/ });

screen('rules that cannot be loaded at first are loaded for the next game', async (page) => {
    await page.context().route(/\.wasm$/, (route) => route.abort());
    const failed = page.context().waitForEvent('requestfailed', (request) => request.url().endsWith('.wasm'));
    await page.goto('/');
    await failed;
    await page.context().unroute(/\.wasm$/);
    await page.locator('[data-play="freight-train"]').click();
    await offered(page).waitFor();
}, { expected: /Failed to load resource|ERR_FAILED|Failed to fetch/ });

screen('a bot that fails is said, and the game is kept', async (page) => {
    // A Worker that asks for what its module does not know, once a bot has thought.
    await page.context().route(/worker.*\.js$/, async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        assert.match(text, /"decide"/);
        await route.fulfill({ response, body: text.replace('"decide"', '"no-such-request"') });
    });
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '1' });
    await page.getByText('program of the game has stopped').waitFor();
    await page.locator('[data-reload]').waitFor();
    assert.equal((await storedTables(page)).length, 1);
}, { expected: /no-such-request/ });

// ---------------------------------------------------------------------------
// A new build
// ---------------------------------------------------------------------------

test('a new build waits until it is asked for, and the old one keeps its files', async () => {
    const web = join(folder, 'web');
    await cp(webFolder, web, { recursive: true });
    const own = await serveFiles(web);
    const me = await newPerson(browser, own.url, { serviceWorkers: 'allow' });
    await me.page.goto('/');
    await me.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    });
    // The same files under another version, and the old ones gone from the server.
    const worker = await readFile(join(web, 'sw.js'), 'utf8');
    for (const suffix of ['.br', '.gz']) await rm(join(web, `sw.js${suffix}`), { force: true });
    await writeFile(join(web, 'sw.js'), worker.replace(/roundhouse-[0-9a-f]{16}/, 'roundhouse-0123456789abcdef'));
    await me.page.reload();
    await me.page.locator('[data-play="freight-train"]').click();
    await offered(me.page).waitFor();
    await me.page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
    await me.page.locator('[data-update]').waitFor();
    const caches = () => me.page.evaluate(() => window.caches.keys());
    assert.equal((await caches()).length, 2, 'the files of the running page are kept');
    await playOn(me.page, { seed: 3, most: 2 });
    const active = () => me.page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null));
    assert.ok(await active(), 'the new build waits');
    await me.page.locator('[data-update]').click();
    await me.page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((one) => one.waiting === null));
    await offered(me.page).waitFor();
    assert.equal(await me.page.locator('[data-update]').count(), 0);
    assert.deepEqual(me.faults, []);
    await me.close();
    await own.close();
});

// ---------------------------------------------------------------------------
// Connections
// ---------------------------------------------------------------------------

test('reloading a table of the server watches it once, and other languages do so again', async () => {
    const server = await startServer(join(folder, 'watch.db'));
    const ada = await newPerson(browser, server.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'freight-train', ['me', 'open']);
    await sitDown(ben.page, path, 'Ben');
    await ada.page.locator('[data-start]:enabled').click();
    await ada.page.locator('.table').waitFor();
    const sent = [];
    ada.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload).do)));
    await ada.page.reload();
    await ada.page.locator('.table .log p').first().waitFor();
    await ada.page.waitForLoadState('networkidle');
    assert.deepEqual(sent.filter((word) => word === 'watch' || word === 'leave'), ['watch']);
    await ada.page.goto('/online');
    await ada.page.locator(`a[href="${path}"]`).first().waitFor();
    sent.length = 0;
    await ada.page.locator(`a[href="${path}"]`).first().click();
    await ada.page.locator('.table .log p').first().waitFor();
    assert.deepEqual(sent.filter((word) => word === 'watch' || word === 'leave'), ['watch']);
    assert.deepEqual(ada.faults, []);
    await Promise.all([ada.close(), ben.close()]);
    await server.stop();
});

test('a server that takes connections and says nothing is given up and tried again', async () => {
    const server = await startServer(join(folder, 'stall.db'));
    const me = await newPerson(browser, server.url);
    await me.page.goto('/online');
    await me.page.locator('input[name="name"]').waitFor();
    // Connections from now on are accepted, and never answered.
    const mute = createServer(() => undefined);
    await new Promise((resolve) => mute.listen(0, '127.0.0.1', resolve));
    await me.page.addInitScript((port) => {
        const Old = window.WebSocket;
        window.attempts = 0;
        window.WebSocket = class extends Old {
            constructor() {
                super(`ws://127.0.0.1:${port}/ws/1`);
                window.attempts++;
            }
        };
    }, mute.address().port);
    await me.page.clock.install();
    await me.page.reload();
    await me.page.waitForFunction(() => window.attempts === 1);
    await me.page.clock.runFor(12_000);
    await me.page.waitForFunction(() => window.attempts >= 2);
    await me.close();
    mute.close();
    await server.stop();
});

// Out of sight for an hour, as far as the page can tell.
const sleep = (page) =>
    page.evaluate(() => {
        const show = (isHidden) => {
            Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        };
        show(true);
        const now = Date.now;
        Date.now = () => now() + 3_600_000;
        show(false);
        Date.now = now;
    });

test('after a sleep, a connection that is dead without knowing it is replaced', async () => {
    const server = await startServer(join(folder, 'sleep.db'));
    const me = await newPerson(browser, server.url);
    // A socket that loses everything it is sent, and gets nothing, once `window.isDead`.
    await me.page.addInitScript(() => {
        const Old = window.WebSocket;
        window.sockets = [];
        window.WebSocket = class extends Old {
            constructor(url) {
                super(url);
                window.sockets.push(this);
                this.addEventListener('message', (event) => this.isDead && event.stopImmediatePropagation());
            }
            send(text) {
                if (!this.isDead) super.send(text);
            }
        };
    });
    await openTable(me.page, 'freight-train', ['me', 'greedy']);
    await me.page.locator('[data-start]:enabled').click();
    await offered(me.page).waitFor();
    const n = await numberOf(me.page);
    await me.page.evaluate(() => (window.sockets.at(-1).isDead = true));
    const count = await me.page.evaluate(() => window.sockets.length);
    await sleep(me.page);
    await me.page.waitForFunction((was) => window.sockets.length > was, count);
    await me.page.locator('[data-link]').waitFor({ state: 'detached' });
    await me.page.locator('[data-action="call"]').click();
    await me.page.waitForFunction((was) => Number(document.querySelector('.table').dataset.n) > was, n);
    assert.deepEqual(me.faults, []);
    await me.close();
    await server.stop();
});

test('an action that came too late is said, not taken for done because another was', async () => {
    const server = await startServer(join(folder, 'stale.db'));
    const ada = await newPerson(browser, server.url);
    await openTable(ada.page, 'freight-train', ['me', 'greedy']);
    await ada.page.locator('[data-start]:enabled').click();
    await offered(ada.page).waitFor();
    // A second tab of hers, whose action is on its way for a while.
    const other = await ada.context.newPage();
    await other.addInitScript(() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            if (JSON.parse(text).do === 'act') window.release = () => send.call(this, text);
            else send.call(this, text);
        };
    });
    await other.goto(ada.page.url());
    await offered(other).waitFor();
    const n = await numberOf(other);
    await other.locator('[data-action="call"]').click();
    await other.waitForFunction(() => window.release !== undefined);
    await ada.page.locator('[data-action="call"]').click();
    await other.waitForFunction((was) => Number(document.querySelector('.table').dataset.n) > was, n);
    await other.evaluate(() => window.release());
    await other.locator('.notice', { hasText: 'Something else happened before' }).waitFor();
    await ada.close();
    await server.stop();
});

// ---------------------------------------------------------------------------
// Replays
// ---------------------------------------------------------------------------

screen('in a replay the departures go with their step, and leaving in the middle is no error', async (page) => {
    await setUp(page, 'station-master', ['person', 'greedy'], { first: '0' });
    const { isOver } = await playOn(page, { seed: 2 });
    assert.ok(isOver);
    await page.goto(page.url().replace('/game/', '/replay/'));
    const next = page.getByRole('button', { name: 'One step on' });
    const departures = page.locator('[data-go-on]');
    for (let i = 1; (await departures.count()) === 0; i++) {
        await next.click();
        await page.waitForFunction((n) => document.querySelector('.table').dataset.n === String(n), i);
    }
    const n = await numberOf(page);
    await next.click();
    await page.waitForFunction((was) => Number(document.querySelector('.table').dataset.n) > was, n);
    await expectCount(departures, 0);
    await next.evaluate((button) => {
        button.click();
        document.querySelector('a.home').click();
    });
    await page.locator('[data-play]').first().waitFor();
});

// ---------------------------------------------------------------------------
// Fingers
// ---------------------------------------------------------------------------

screen('a second finger leaves nothing behind', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await page.locator('[data-source^="yard:"].lit').first().waitFor();
    const copies = () => page.locator('[data-source^="yard:"][aria-hidden="true"]').count();
    await page.locator('[data-source^="yard:"].lit').first().evaluate((piece) => {
        const { left, top } = piece.getBoundingClientRect();
        const fire = (type, id, dx) => piece.dispatchEvent(new PointerEvent(type, { pointerId: id, clientX: left + dx, clientY: top + 5, button: 0, bubbles: true }));
        piece.setPointerCapture = () => undefined;
        fire('pointerdown', 1, 5);
        fire('pointermove', 1, 40);
        fire('pointerdown', 2, 5);
        fire('pointermove', 2, 60);
    });
    assert.equal(await copies(), 1);
    await page.locator('[data-source^="yard:"].lit').first().evaluate((piece) => {
        for (const id of [2, 1]) piece.dispatchEvent(new PointerEvent('pointerup', { pointerId: id, clientX: 1, clientY: 1, bubbles: true }));
    });
    assert.equal(await copies(), 0);
});

// ---------------------------------------------------------------------------
// Focus
// ---------------------------------------------------------------------------

const focused = (page) => page.evaluate(() => document.activeElement?.closest('.dock') !== null && document.activeElement !== document.body);

screen('the focus stays at the actions when a turn ends, and Enter then spends nothing', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await page.locator('[data-action="call"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => Number(document.querySelector('.table').dataset.n) > 1);
    await offered(page).waitFor();
    await eventually(async () => assert.ok(await focused(page)));
    const n = await numberOf(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await numberOf(page), n);
    assert.ok(await focused(page), 'the actions are the next stop');
});

screen('a whole turn of Freight Train takes 15 keys at most, and ? lists them', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await offered(page).waitFor();
    const look = () => [document.querySelector('.table').dataset.n, document.querySelector('.list') !== null, document.querySelector('[data-confirm]') !== null].join();
    let keys = 0;
    const press = async (key) => {
        const before = await page.evaluate(look);
        keys++;
        await page.keyboard.press(key);
        while ((await page.evaluate(look)) === before) await page.waitForTimeout(20);
    };
    while ((await page.locator('[data-confirm]').count()) === 0) await press('1');
    assert.ok((await numberOf(page)) >= 6, 'three cars taken, three placed');
    await press('e');
    assert.ok(keys <= 15, `${keys} keys`);
    await page.keyboard.press('?');
    await page.locator('dialog[open] kbd').first().waitFor();
}, { settings: { pace: 'instant', motion: 'off', confirm: true } });

screen('what makes a mixed train says so, and is offered last', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await offered(page).waitFor();
    // Cars of two kinds at least are in hand or in trains at some time.
    for (let i = 0; (await page.locator('.list .harm').count()) === 0; i++) {
        assert.ok(i < 60, 'no train could become a mixed one');
        await playOn(page, { seed: i + 1, most: 1 });
        const couple = page.locator('[data-group="couple"][aria-expanded="false"]');
        if (await couple.count()) await couple.click();
    }
    const harms = await page.locator('.list .choice').evaluateAll((all) => all.map((one) => one.querySelector('.harm') !== null));
    assert.deepEqual(harms, [...harms].sort((one, other) => Number(one) - Number(other)));
    assert.match(await page.locator('.list .harm').first().innerText(), /mixed train/);
});

// ---------------------------------------------------------------------------
// Sound
// ---------------------------------------------------------------------------

function countTones() {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...rest) {
        window.tones++;
        return start.apply(this, rest);
    };
}

// That there are none before a press is in web/tests/sounds.test.ts: whatever this driver does counts as one.
screen('a turn is heard, and one press turns sounds off for good', async (page) => {
    await page.addInitScript(countTones);
    const tones = () => page.evaluate(() => window.tones);
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await page.locator('[data-action="call"]').click();
    await page.waitForFunction(() => window.tones > 0);
    await page.locator('[data-sound]').click();
    await page.reload();
    await offered(page).waitFor();
    await page.locator('[data-sound][aria-pressed="false"]').waitFor();
    await playOn(page, { seed: 3, most: 8 });
    await offered(page).waitFor();
    assert.equal(await tones(), 0);
});

test('the last ten seconds of the own clock tick once each', async () => {
    const server = await startServer(join(folder, 'ticks.db'));
    const me = await newPerson(browser, server.url);
    await me.page.addInitScript(countTones);
    await me.page.clock.install();
    await openTable(me.page, 'freight-train', ['me', 'greedy'], { alone: true, clock: '45 seconds a turn' });
    await me.page.locator('[data-start]:enabled').click();
    await offered(me.page).waitFor();
    const seconds = () => me.page.locator('.players-wide .clock').first().innerText().then((text) => Number(text.split(':')[1]) + 60 * Number(text.split(':')[0]));
    await me.page.clock.pauseAt(new Date(Date.now() + 1000));
    await me.page.clock.runFor(((await seconds()) - 15) * 1000);
    const before = await me.page.evaluate(() => window.tones);
    await me.page.clock.runFor(10_000);
    const left = await seconds();
    assert.ok(left >= 3 && left <= 7, `${left} seconds left`);
    await eventually(async () => assert.equal((await me.page.evaluate(() => window.tones)) - before, 11 - left), 5000);
    assert.deepEqual(me.faults, []);
    await me.close();
    await server.stop();
});

// ---------------------------------------------------------------------------
// As people have it
// ---------------------------------------------------------------------------

for (const game of ['freight-train', 'station-master', 'take-a-train'])
    screen(`${game} with pace, motion and confirmation, by Skip`, async (page) => {
        await setUp(page, game, ['person', 'greedy', 'greedy'], { first: '0' });
        await offered(page).waitFor();
        const since = page.locator('[data-since] details');
        for (let turns = 0; turns < 10 || (await since.count()) === 0; ) {
            assert.ok(turns < 60, 'the others have had no turn');
            const way = page.locator('dialog[open] footer .strong, [data-go-on], [data-confirm], [data-skip]:enabled').or(offered(page)).first();
            await way.waitFor();
            const isAction = await way.evaluate((one) => one.matches('[data-action], [data-group]'), undefined, { timeout: 2000 }).catch(() => false);
            if (isAction) {
                turns++;
                await playOn(page, { seed: turns, most: 1 });
            } else {
                await way.click({ timeout: 2000 }).catch(() => undefined); // it may be gone by itself
            }
        }
        assert.match(await page.locator('.log').innerText(), /^(Casey|Ada|Bruno) /m);
    }, { settings: DEFAULTS });
