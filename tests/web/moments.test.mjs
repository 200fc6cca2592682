// moments.test.mjs: moments of games in which people did not know what to do, on screens of every
// size: what is said, what stands where, and what keys and focus do.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newPerson, QUICK } from './harness.mjs';
import { keptGame, openKept } from './kept.mjs';
import { browser, files, folder, useFiles, useFolder } from './setup.mjs';

useFiles();
useFolder();

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const touch = (width, height) => ({ viewport: { width, height }, isMobile: true, hasTouch: true });
const PHONE = touch(360, 740);
const ASKED = { ...QUICK, confirm: true, name: 'Nora' };

// A person at this moment of a game; the page must do nothing that it should not.
function moment(name, game, fits, options, look) {
    test(name, async () => {
        const me = await newPerson(browser, files.url, { settings: ASKED, ...options });
        await openKept(me, keptGame(game, fits));
        await look(me.page);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}

// Waits until this holds in the page.
const holds = (page, claim, argument) => page.waitForFunction(claim, argument);

const isTurn = ({ stage }, n) => n > 40 && stage === 'turn';
const MOMENTS = {
    'freight-train': isTurn,
    'station-master': isTurn,
    'take-a-train': ({ step }, n) => n > 40 && step === 'coupling',
};

// ---------------------------------------------------------------------------
// Auctions
// ---------------------------------------------------------------------------

const isPicking = ({ auction, step, pending }) => auction === 'pre-empted' && step === 'picking' && pending.length < 4;

moment('whoever has picked a locomotive has no bid of $0', 'take-a-train', isPicking, DESKTOP, async (page) => {
    const others = page.locator('.bids li', { hasText: 'has picked' });
    await others.first().waitFor();
    for (const text of await others.allInnerTexts()) assert.doesNotMatch(text, /\$/);
    assert.equal(await page.locator('.bids strong', { hasText: /^\$0$/ }).count(), 0);
});

const isRaising = ({ auction, step }) => auction === 'passed' && step === 'raising';

for (const [size, options] of [['a desktop', DESKTOP], ['a phone', PHONE]])
    moment(`a raise says its lowest bid and the own money, with one Pass beside it, on ${size}`, 'take-a-train', isRaising, options, async (page) => {
        const bid = page.locator('.box [data-action^="bid"]');
        await bid.waitFor();
        const least = /\d+/.exec(await bid.innerText())[0];
        await page.locator('.box .note', { hasText: `$${least}` }).waitFor();
        assert.match(await page.locator('.box .own').innerText(), /\$\d+/);
        const pass = page.locator('[data-action="pass"]');
        assert.equal(await pass.count(), 1);
        assert.equal(await pass.evaluate((one) => one.matches('.strong')), false);
        // Money, Pass and bid are in sight above the dock.
        await holds(page, () => {
            const dock = document.querySelector('.dock').getBoundingClientRect().top;
            const shown = document.querySelectorAll('.box .own, .box .buttons button');
            return [...shown].every((one) => one.getBoundingClientRect().bottom <= dock);
        });
    });

const isLastBid = ({ auction, step, round }) => auction === 'blind' && step === 'sealed' && round > 0;

moment('after the last secret bid the recap says who has won the lot', 'take-a-train', isLastBid, DESKTOP, async (page) => {
    const lot = (await page.locator('.lot.up .name').innerText()).trim();
    await page.locator('.box [data-action^="bid"]').click();
    await page.locator('[data-since] details', { hasText: `takes ${lot} for $` }).waitFor();
});

// ---------------------------------------------------------------------------
// The end of a turn
// ---------------------------------------------------------------------------

const canEnd = ({ stage, players, held }, n) => n > 60 && stage === 'turn' && held.length === 0 && players[0].points > 0;

moment('after a move the turn is still the own one: what to press is said, shown and in focus', 'freight-train', canEnd, DESKTOP, async (page) => {
    await page.locator('[data-action^="call"]').focus();
    await page.keyboard.press('Enter');
    const end = page.locator('[data-confirm]');
    await holds(page, () => document.activeElement?.matches('[data-confirm]') === true);
    await end.locator('kbd', { hasText: 'E' }).waitFor();
    await page.locator('.players-wide .waiting', { hasText: 'Nora' }).waitFor();
    assert.equal(await page.locator('.opponent.acting').count(), 0);
    await page.locator('.main .slot:not(.empty)').first().click();
    await page.locator('.notice', { hasText: 'End turn' }).waitFor();
    await page.keyboard.press('e');
    await end.waitFor({ state: 'detached' });
});

// ---------------------------------------------------------------------------
// Small screens
// ---------------------------------------------------------------------------

// What does not fit: cut texts, and buttons that are not wholly on the screen.
function misfits() {
    const cut = [...document.querySelectorAll('.header h1, .strip .name, .engine .facts, .engine .name')].filter(
        (one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1,
    );
    const off = [...document.querySelectorAll('.dock button')].filter((one) => {
        const { left, right, bottom } = one.getBoundingClientRect();
        return one.checkVisibility() && (left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
    });
    return [...cut, ...off].map((one) => one.innerText || one.className);
}

for (const [game, fits] of Object.entries(MOMENTS))
    for (const [width, height] of [[360, 740], [390, 844], [740, 360]])
        for (const language of ['en', 'fr'])
            moment(`${game}: titles, names and buttons fit, ${width} by ${height}, ${language}`, game, fits, {
                ...touch(width, height),
                settings: { ...ASKED, language },
            }, async (page) => {
                const isFit = (found) => holds(page, `(${found})().length === 0`);
                await isFit(misfits).catch(async () => assert.deepEqual(await page.evaluate(misfits), []));
            });

for (const [game, fits] of Object.entries(MOMENTS))
    moment(`${game}: on a phone on its side the table has most of the screen`, game, fits, touch(740, 360), (page) =>
        holds(page, () => {
            const top = document.querySelector('.board').getBoundingClientRect().top;
            const bottom = document.querySelector('.dock').getBoundingClientRect().top;
            return bottom - top > innerHeight * 0.4;
        }),
    );

const hasReassign = ({ stage, players }, n) => n > 40 && stage === 'turn' && players[0].hand.includes('reassign');

moment('a picked card leaves the trains in sight', 'station-master', hasReassign, PHONE, async (page) => {
    const card = page.locator('[data-source="hand:reassign"]').first();
    await card.scrollIntoViewIfNeeded();
    await card.tap();
    await page.locator('.does').waitFor({ state: 'attached' });
    await holds(page, () => {
        const dock = document.querySelector('.dock').getBoundingClientRect().top;
        const trains = [...document.querySelectorAll('.station .train')].map((one) => one.getBoundingClientRect());
        return trains.length > 0 && trains.every(({ top, bottom }) => top >= 0 && bottom <= dock);
    });
});

// ---------------------------------------------------------------------------
// The start page
// ---------------------------------------------------------------------------

async function openFile(page, text) {
    const path = join(folder, 'game.save');
    await writeFile(path, text);
    await page.goto('/');
    await page.locator('input[type="file"]').setInputFiles(path);
}

test('a save file that was opened is on the start page before its first move, and not stored', async () => {
    const me = await newPerson(browser, files.url, { settings: ASKED });
    await openFile(me.page, keptGame('station-master', isTurn).save);
    await me.page.locator('.board').waitFor();
    await me.page.locator('.home').first().click();
    await me.page.locator('[data-saved] a').click();
    await me.page.locator('.board').waitFor();
    const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('roundhouse.table.'));
    assert.deepEqual(await me.page.evaluate(stored), []);
    await me.close();
});

test('a save file that was cut offers no reload', async () => {
    const me = await newPerson(browser, files.url, { settings: ASKED });
    await openFile(me.page, keptGame('station-master', isTurn).save.slice(0, -40));
    await me.page.locator('main a.strong').waitFor();
    assert.equal(await me.page.locator('[data-reload]').count(), 0);
    await me.close();
});

for (const [size, options] of [['a desktop', DESKTOP], ['a phone', PHONE]])
    test(`games can be begun without scrolling below unfinished ones, on ${size}`, async () => {
        const me = await newPerson(browser, files.url, { settings: ASKED, ...options });
        const table = keptGame('station-master', isTurn);
        await me.context.addInitScript((kept) => {
            for (const id of ['a', 'b', 'c', 'd']) localStorage[`roundhouse.table.${id}`] = JSON.stringify({ ...kept, id });
        }, table);
        await me.page.goto('/');
        await me.page.locator('[data-saved]').first().waitFor();
        await holds(me.page, () => document.querySelector('[data-play]').getBoundingClientRect().bottom <= innerHeight);
        await me.close();
    });
