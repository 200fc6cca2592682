// online.test.mjs: two people in two browsers and a bot at a table of the server, with a
// reload, a lost connection and a restart of the server in the middle.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { bothPlay, numberOf, openTable, playOn, signIn, sitDown } from './driver.mjs';
import { layWire, newPerson, openBrowser, startServer } from './harness.mjs';

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

test('a whole game between two browsers and a bot, whatever happens to the wire', async () => {
    const wire = await layWire(server.url);
    const ada = await newPerson(browser, wire.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'station-master', ['me', 'open', 'greedy']);
    await sitDown(ben.page, path, 'Ben');
    await expectAccessible(ben.page, 'the waiting room');
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all([ada, ben].map(({ page }) => page.locator('.table').waitFor()));

    await bothPlay([ada, ben], 10);
    await expectAccessible(ada.page, 'a table of the server');
    await ben.page.reload();
    await ben.page.locator('.table').waitFor();

    await bothPlay([ada, ben], 20);
    const before = await numberOf(ada.page);
    wire.cut();
    await ada.page.locator('[data-link="lost"]').waitFor();
    wire.mend();
    await ada.page.locator('[data-link="lost"]').waitFor({ state: 'detached' });
    assert.ok((await numberOf(ada.page)) >= before);

    await bothPlay([ada, ben], 30);
    await server.stop();
    await Promise.all([ada, ben].map(({ page }) => page.locator('[data-link]').waitFor()));
    server = await startServer(join(folder, 'tables.db'), server.url);
    for (const { page } of [ada, ben]) {
        await page.locator('[data-link="lost"], [data-link="restarting"]').waitFor({ state: 'detached', timeout: 30000 });
        assert.ok((await numberOf(page)) >= 30, 'no move is lost');
    }

    const played = await bothPlay([ada, ben]);
    assert.ok(played.every(({ isOver }) => isOver));
    const places = await Promise.all([ada, ben].map(({ page }) => page.locator('dialog[open] .places b').allInnerTexts()));
    assert.equal(places[0].length, 3);
    assert.deepEqual(places[0], places[1]);

    await ada.page.locator('dialog[open] [data-rematch]').click();
    await ada.page.waitForURL((url) => url.pathname.startsWith('/t/') && url.pathname !== path);
    await ben.page.locator('dialog[open] [data-rematch]').click();
    await ben.page.waitForURL((url) => url.pathname === new URL(ada.page.url()).pathname);
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all([ada, ben].map(({ page }) => page.locator('.table').waitFor()));
    const isOfTheCut = (fault) => /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/.test(fault);
    for (const { faults } of [ada, ben]) assert.deepEqual(faults.filter((fault) => !isOfTheCut(fault)), []);
    await Promise.all([ada.close(), ben.close()]);
    wire.close();
});

test('a link to nowhere says so', async () => {
    const me = await newPerson(browser, server.url);
    await me.page.goto('/t/K7QX2M9PAB');
    await signIn(me.page, 'Cleo');
    await me.page.locator('main a[href="/online"]').waitFor();
    await me.close();
});

test('a host closes a table that nobody has begun', async () => {
    const ada = await newPerson(browser, server.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'take-a-train', ['me', 'open']);
    await sitDown(ben.page, path, 'Ben');
    assert.equal(await ben.page.locator('[data-close]').count(), 0);
    await ada.page.locator('[data-close]').click();
    for (const { page } of [ada, ben]) await page.locator('main a[href="/online"]').waitFor();
    await ada.page.goto('/online');
    await ada.page.locator('main').waitFor();
    assert.equal(await ada.page.locator(`a[href="${path}"]`).count(), 0);
    await Promise.all([ada.close(), ben.close()]);
});

test('the lobby can be read by everybody', async () => {
    const me = await newPerson(browser, server.url);
    await me.page.goto('/online');
    await me.page.locator('input[name="name"]').waitFor();
    await expectAccessible(me.page, 'signing in');
    await signIn(me.page, 'Dora');
    await me.page.locator('input[name="name"]').waitFor({ state: 'detached' });
    await expectAccessible(me.page, 'the lobby');
    await me.close();
});

test('a spectator sees what everybody may see', async () => {
    const ada = await newPerson(browser, server.url);
    const eve = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'freight-train', ['me', 'greedy', 'greedy']);
    await ada.page.locator('[data-start]:enabled').click();
    await ada.page.locator('.table').waitFor();
    await eve.page.goto(path);
    await signIn(eve.page, 'Eve');
    await eve.page.locator('.table').waitFor();
    await playOn(ada.page, { seed: 3, most: 5 });
    const n = await numberOf(ada.page);
    await eve.page.waitForFunction((wanted) => Number(document.querySelector('.table')?.dataset.n) >= wanted, n);
    assert.equal(await eve.page.locator('[data-action]').count(), 0);
    await Promise.all([ada.close(), eve.close()]);
});
