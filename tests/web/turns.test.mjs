// turns.test.mjs: a turn as one: a yard that is rearranged in place, and a turn at a server that
// nobody sees before it is confirmed.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { bothPlay, numberOf, openTable, playOn, setUp, sitDown } from './driver.mjs';
import {
    eventually,
    expectCount,
    expectText,
    newPerson,
    openBrowser,
    QUICK,
    serveFiles,
    startServer,
} from './harness.mjs';

let browser, files, folder, server;
before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roundhouse-'));
    server = await startServer(join(folder, 'tables.db'));
    files = await serveFiles();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await files?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
});

// ---------------------------------------------------------------------------
// Rearranging
// ---------------------------------------------------------------------------

// Rearranging is offered, and a siding of the own yard has several cars.
const READY = 'body:has(.dock [data-action="rearrange"]:enabled):has(.yard .siding:nth-of-type(1) .track > :nth-child(3))';

async function playToARearrangement(page, seed = 1) {
    const { isOver } = await playOn(page, { seed, stopAt: READY });
    assert.ok(!isOver, 'nobody could rearrange');
}

const sidings = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll('.yard .siding')].map((siding) =>
            [...siding.querySelectorAll('.track .car .hidden-text')].map((name) => name.textContent),
        ),
    );

const expectSidings = (page, wanted) => eventually(async () => assert.deepEqual(await sidings(page), wanted));

// The cars as the page shows them change places as it says, and one press sends them.
async function sendArrangement(page, wanted) {
    await expectSidings(page, wanted);
    const n = await numberOf(page);
    await page.locator('[data-plan-done]:enabled').click();
    await page.waitForFunction((was) => Number(document.querySelector('.table').dataset.n) > was, n);
    await page.locator('[data-arranging]').waitFor({ state: 'detached' });
    return n;
}

// Siding 1, then siding 2: one more entry than cars.
function lastFirst([one, two]) {
    return [[one.at(-1), ...one.slice(0, -1)], two];
}

for (const { width, height, pointer } of [
    { width: 1280, height: 800, pointer: 'mouse' },
    { width: 1280, height: 800, pointer: 'keys' },
    { width: 360, height: 740, pointer: 'touch' },
]) {
    test(`a yard is rearranged in place and sent as one, by ${pointer}`, async () => {
        const settings = { ...QUICK, confirm: true };
        const me = await newPerson(browser, files.url, { viewport: { width, height }, hasTouch: pointer === 'touch', settings });
        const { page } = me;
        await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
        await playToARearrangement(page);
        const before = await sidings(page);
        const n = await numberOf(page);
        const last = `.yard .siding:nth-of-type(1) .slot:nth-child(${before[0].length}) button`;
        const first = '.yard .siding:nth-of-type(1) .slot:nth-child(1) button';
        if (pointer === 'keys') {
            await page.locator('.dock [data-action="rearrange"]').focus();
            await page.keyboard.press('Enter');
            await page.locator(last).focus();
            for (let i = 1; i < before[0].length; i++) await page.keyboard.press('ArrowLeft');
            await page.locator(`${first}:focus`).waitFor(); // it goes with the car
        } else {
            await page.locator('.dock [data-action="rearrange"]').click();
            await page.locator('[data-arranging]').waitFor();
            await page.locator('[data-plan-done]:disabled').waitFor(); // nothing costs a point for nothing
            assert.equal(await numberOf(page), n);
            await expectAccessible(page, 'a yard that is rearranged');
        }
        if (pointer === 'mouse') {
            await page.locator(last).dragTo(page.locator(first));
        } else if (pointer === 'touch') {
            await page.locator(last).tap();
            await page.locator(first).tap();
        }
        await sendArrangement(page, lastFirst(before));
        // The whole of it is one step for an undo.
        assert.equal(await numberOf(page), n + 1 + before.flat().length);
        await expectSidings(page, lastFirst(before));
        await page.locator('[data-undo]:enabled').click();
        await page.locator('.dock [data-action="rearrange"]:enabled').waitFor();
        await expectSidings(page, before);
        // Cancelled, it has never been.
        await page.locator('.dock [data-action="rearrange"]').click();
        await page.locator('[data-arranging]').waitFor();
        await page.keyboard.press('Escape');
        await page.locator('[data-arranging]').waitFor({ state: 'detached' });
        await expectSidings(page, before);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}

// ---------------------------------------------------------------------------
// At a server
// ---------------------------------------------------------------------------

// Ada asks before her turn ends, as people have it; Ben does not. `sent` gets what Ada's page sends.
async function atTable(game, seats, options = {}) {
    const ada = await newPerson(browser, server.url, { settings: { ...QUICK, confirm: true } });
    const ben = await newPerson(browser, server.url);
    const sent = [];
    ada.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
    const path = await openTable(ada.page, game, seats, options);
    await sitDown(ben.page, path, 'Ben');
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all([ada, ben].map(({ page }) => page.locator('.table').waitFor()));
    return { ada, ben, sent, close: () => Promise.all([ada.close(), ben.close()]) };
}

// The numbers of what Ben's page gets from the server about the game.
async function numbersTo(page) {
    const got = [];
    page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
            const { type, n } = JSON.parse(payload);
            if (type === 'update' || type === 'log') got.push(n);
        }),
    );
    await page.reload();
    await page.locator('.table .log p').first().waitFor();
    return got;
}

const reaches = (page, n) =>
    page.waitForFunction((least) => Number(document.querySelector('.table').dataset.n) >= least, n);

test('at a server a turn is taken back, and others see it once it is confirmed', async () => {
    // Without a bot, which would play on once Ada's turn is confirmed.
    const { ada, ben, sent, close } = await atTable('freight-train', ['me', 'open'], { alone: true });
    // Whoever begins: it becomes Ada's turn, with cars to take.
    await Promise.all([
        playOn(ben.page, { seed: 2, stopAt: '.dock:not(:has(.bar))' }),
        ada.page.locator('.dock [data-action^="take"], .dock [data-group="take"]').first().waitFor(),
    ]);
    const n = await numberOf(ada.page);
    const got = await numbersTo(ben.page);
    await ada.page.locator('.table').waitFor();

    const held = ada.page.locator('.held .slot');
    const lit = ada.page.locator('[data-source^="main:"].lit');
    for (let i = 1; i <= 3; i++) {
        await lit.first().click();
        await ada.page.waitForFunction((count) => document.querySelectorAll('.held .slot').length === count, i);
    }
    await ada.page.locator('[data-undo]:enabled').click();
    await expectCount(held, 2);
    await lit.first().click();
    await ada.page.waitForFunction(() => document.querySelectorAll('.held .slot').length === 3);
    await playOn(ada.page, { seed: 5, stopAt: '[data-confirm]' });
    await expectAccessible(ada.page, 'a turn before it is confirmed');
    assert.equal(await numberOf(ada.page), n, 'nothing is done yet');
    assert.equal(await numberOf(ben.page), n);
    assert.ok(got.length > 0 && got.every((one) => one === n), `the other gets nothing new: ${got}`);
    assert.equal(await ben.page.locator('.held .slot').count(), 0);

    // Three cars taken, and three placed; more, if Ada has two turns in a row.
    const run = Number(await ada.page.locator('.table').getAttribute('data-draft'));
    assert.ok(run >= 6, `${run} actions`);
    await ada.page.locator('[data-confirm]').click();
    for (const { page } of [ada, ben]) await reaches(page, n + run);
    const choices = '.dock [data-action], .dock [data-group]';
    await Promise.any([ada, ben].map(({ page }) => page.locator(choices).first().waitFor()));
    for (const { page } of [ada, ben]) await expectText(page.locator('.log'), /Ada/);
    // Sent as one, it is taken back as one. A rearrangement is one step, and several entries.
    const after = await numberOf(ada.page);
    const entries = sent.findLast(({ do: word }) => word === 'act').actions.length;
    assert.ok(entries >= run, `${entries} entries`);
    assert.equal(after, n + entries);
    await ada.page.locator('[data-undo]:enabled').click();
    for (const { page } of [ada, ben]) await reaches(page, after + entries);
    await lit.first().waitFor();
    await expectCount(held, 0);
    assert.equal(await numberOf(ada.page), after + entries);
    for (const { faults } of [ada, ben]) assert.deepEqual(faults, []);
    await close();
});

test('a turn that is not confirmed survives a lost connection of the other and a change of language', async () => {
    const { ada, ben, close } = await atTable('freight-train', ['me', 'open']);
    await Promise.all([
        playOn(ben.page, { seed: 2, stopAt: '.dock:not(:has(.bar))' }),
        ada.page.locator('[data-source^="main:"].lit').first().waitFor(),
    ]);
    const n = await numberOf(ada.page);
    await ada.page.locator('[data-source^="main:"].lit').first().click();
    await ada.page.locator('.held .slot').first().waitFor();
    await ben.page.reload();
    await ben.page.locator('.table').waitFor();
    assert.equal(await ben.page.locator('.held .slot').count(), 0);
    // A reload of her own page drops it: nothing was sent.
    await ada.page.reload();
    await ada.page.locator('[data-source^="main:"].lit').first().waitFor();
    await expectCount(ada.page.locator('.held .slot'), 0);
    assert.equal(await numberOf(ada.page), n);
    await close();
});

test('what would reveal something is asked before it is done', async () => {
    const { ada, ben, close } = await atTable('station-master', ['me', 'open']);
    await Promise.all([
        playOn(ben.page, { seed: 2, stopAt: '.dock:not(:has(.bar))' }),
        ada.page.locator('.dock [data-action], .dock [data-group]').first().waitFor(),
    ]);
    const n = await numberOf(ada.page);
    await playOn(ada.page, { seed: 3, stopAt: '[data-confirm]' });
    assert.equal(await numberOf(ben.page), n);
    await ada.page.locator('[data-undo]:enabled').click();
    await ada.page.locator('.dock [data-action], .dock [data-group]').first().waitFor();
    await playOn(ada.page, { seed: 4, stopAt: '[data-confirm]' });
    await ada.page.locator('[data-confirm]').click();
    await ben.page.waitForFunction((was) => Number(document.querySelector('.table').dataset.n) > was, n);
    await close();
});

test('turns are played so in every game, each as one message', async () => {
    for (const game of ['freight-train', 'station-master', 'take-a-train']) {
        const { ada, ben, sent, close } = await atTable(game, ['me', 'open']);
        await bothPlay([ada, ben], 40);
        const turns = sent.filter(({ do: word }) => word === 'act');
        const numbers = turns.map(({ n }) => n);
        assert.ok(turns.length > 0, game);
        assert.deepEqual(numbers, [...new Set(numbers)], 'a turn was sent twice');
        const isOne = turns.some(({ actions }) => actions?.length > 1);
        assert.ok(isOne || game !== 'freight-train', 'no turn was sent as one');
        assert.ok(!turns.some(({ action }) => action?.do === 'rearrange'), 'a rearrangement came in parts');
        assert.deepEqual(ada.faults, []);
        await close();
    }
});
