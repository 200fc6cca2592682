// daily.test.mjs: the deal of the day in the page: ranked once for kept names, apart for others,
// and the day after revealed, with the best game to watch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { playOn, signIn } from './driver.mjs';
import { expectCount, expectText, newPerson } from './harness.mjs';
import { browser, passDays, server, useServerOfDays } from './setup.mjs';
import { smallTargets } from './targets.mjs';

useServerOfDays();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const GAME = 'station-master';

async function arrive(name, options) {
    const person = await newPerson(browser, server.url, options);
    await person.page.goto('/online');
    await signIn(person.page, name);
    await person.page.locator('[data-open-table]').waitFor();
    return person;
}

const keepName = (page, name) =>
    page.evaluate(async (kept) => {
        const body = JSON.stringify({ name: kept, password: 'all aboard!' });
        const answer = await fetch('/api/1/keep', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        if (!answer.ok) throw new Error(await answer.text());
    }, name);

const dealOf = (page, game = GAME) => page.locator(`[data-deal="${game}"]`);
const playButton = (page, how) => dealOf(page).locator(`[data-daily-play="${how}"]`);
const rowOf = (page, list, name) => dealOf(page).locator(`[data-list="${list}"] [data-attempt="${name}"]`);

async function showResults(page) {
    await dealOf(page).locator('summary').first().click();
    await dealOf(page).locator('[data-list="apart"]').waitFor();
}

// From the page of the day to the end of the game, and back.
async function attempt(page, how, seed) {
    await page.goto('/daily');
    await playButton(page, how).click();
    await page.waitForURL(/\/t\//);
    await page.locator('.table').waitFor();
    await playOn(page, { seed, stopAt: 'dialog[open] .places' });
    // Nobody sees the cards of others while the day lasts, and there is no second deal at this table.
    assert.equal(await page.locator('[data-rematch], dialog[open] [data-check-deal], a[href$="/replay"]').count(), 0);
    await page.keyboard.press('Escape');
    await page.locator('[data-daily-results]').click();
    await dealOf(page).locator('[data-yours]').waitFor();
}

test('the deal of the day is the same for all, ranked once, and revealed the day after', async () => {
    const ada = await arrive('Ada', PHONE);
    const ben = await arrive('Ben');
    await Promise.all([keepName(ada.page, 'Ada'), keepName(ben.page, 'Ben')]);

    // Names of today are told before they begin that they are not ranked yet.
    await ada.page.goto('/online');
    await ada.page.locator(`[data-daily="${GAME}"]`).click();
    await ada.page.waitForURL('**/daily');
    await expectText(ada.page.locator('[data-standing]'), /new today/);
    await playButton(ada.page, 'apart').waitFor();
    const first = await ada.page.locator('main').getAttribute('data-day');

    // The page of the day that is open when midnight passes.
    await passDays(1);
    await ada.page.goto('/daily');
    await expectText(ada.page.locator('[data-standing]'), /first attempt at each deal is ranked/);
    const today = await ada.page.locator('main').getAttribute('data-day');
    assert.equal(Date.parse(today) - Date.parse(first), 86400000);
    await ada.page.locator('[data-before]').waitFor();
    await expectAccessible(ada.page, 'the deals of the day on a phone');
    assert.deepEqual(await smallTargets(ada.page), []);

    const cleo = await arrive('Cleo', PHONE);
    await cleo.page.goto('/daily');
    await expectText(cleo.page.locator('[data-standing]'), /guests are listed apart/);
    await Promise.all([
        attempt(ada.page, 'ranked', 3),
        attempt(ben.page, 'ranked', 4),
        attempt(cleo.page, 'apart', 3),
    ]);

    // Ranked for those who keep their name; the guest's is apart, and so is a second attempt.
    await showResults(ada.page);
    for (const name of ['Ada', 'Ben']) await rowOf(ada.page, 'ranked', name).waitFor();
    await rowOf(ada.page, 'apart', 'Cleo').waitFor();
    assert.equal(await rowOf(ada.page, 'apart', 'Ada').count(), 0);
    assert.equal(await dealOf(ada.page).locator('[data-game-of="Ben"]').count(), 0);
    await ada.page.locator('[data-list="ranked"] .you[data-rank]').waitFor();
    // The same decisions with the same cards meet the same bots: the same score.
    const scores = await Promise.all([rowOf(ada.page, 'ranked', 'Ada'), rowOf(ada.page, 'apart', 'Cleo')].map((row) => row.locator('.score').innerText()));
    assert.equal(scores[0], scores[1]);
    await expectAccessible(ada.page, 'the results of the day on a phone');
    assert.deepEqual(await smallTargets(ada.page), []);
    await playButton(ada.page, 'apart').click();
    await ada.page.waitForURL(/\/t\//);
    await ada.page.locator('.table').waitFor();
    const second = new URL(ada.page.url()).pathname;

    // Strangers do not find it. Leaving it is for good, and asked first.
    await ben.page.goto(second);
    await ben.page.getByText('There is no such table').waitFor();
    await ada.page.goto('/daily');
    await expectText(playButton(ada.page, 'apart'), /Go on/);
    await playButton(ada.page, 'apart').click();
    await ada.page.waitForURL(`**${second}`);
    await ada.page.locator('button[aria-label="Give up this attempt"]:visible, button:has-text("Give up"):visible').first().click();
    await ada.page.locator('[data-give-up]').click();
    await ada.page.getByText('You have given up this attempt').waitFor();
    await expectCount(ada.page.locator('[data-return]'), 0);

    // The day after: the best game by its link, every deal, and a game of it on this device.
    await passDays(2);
    await ben.page.goto('/daily');
    await ben.page.locator('[data-before]').click();
    await ben.page.waitForURL(`**/daily/${today}`);
    await ben.page.locator('main[data-over="true"]').waitFor();
    await expectCount(ben.page.locator('[data-daily-play]'), 0);
    await dealOf(ben.page).locator('[data-revealed] summary').click();
    const seed = await dealOf(ben.page).locator('[data-seed]').innerText();
    assert.match(seed, /^[0-9a-f]{64}$/);
    await showResults(ben.page);
    await rowOf(ben.page, 'ranked', 'Ada').locator('[data-game-of]').waitFor();
    await expectAccessible(ben.page, 'a day that is over');
    const best = await dealOf(ben.page).locator('[data-best]').getAttribute('data-best');
    const watcher = await newPerson(browser, server.url); // without a name
    await watcher.page.goto(`/daily/${today}`);
    await dealOf(watcher.page).locator('[data-best-game]').click();
    await watcher.page.waitForURL(/\/g\/\w+\/replay/);
    await watcher.page.locator('[data-turn-next]').click();
    await watcher.page.locator('[data-turn="1"]').waitFor();
    await watcher.page.goto('/');
    await watcher.page.locator('[data-today]').click();
    await watcher.page.waitForURL('**/daily');
    await watcher.page.locator('input[name="name"]').waitFor();
    await watcher.page.goto(`/daily/${today}`);
    await dealOf(watcher.page).locator('[data-play-here]').click();
    await watcher.page.waitForURL(/\/game\//);
    await watcher.page.locator('.table .board').waitFor();
    const kept = await watcher.page.evaluate(() => Object.values(localStorage).join());
    assert.ok(kept.includes(seed), 'the same deal');

    // Its page, in French.
    await rowOf(ben.page, 'ranked', best).locator('[data-game-of]').click();
    await ben.page.waitForURL(/\/g\//);
    await ben.page.locator('[data-daily]').waitFor();
    await ben.page.locator('[data-replay]').waitFor();
    await ben.page.locator('[data-check-deal]').click();
    await ben.page.getByText('The deal, checked by this page').waitFor();
    await ben.page.locator('[data-daily]').click();
    await ben.page.locator('header button.text').first().click();
    await ben.page.getByRole('heading', { name: 'Donne du jour' }).waitFor();
    await ben.page.getByText('Revoir la meilleure partie').first().waitFor();
    for (const { faults } of [ada, cleo, watcher]) assert.deepEqual(faults, []);
    await Promise.all([ada, ben, cleo, watcher].map((one) => one.close()));
});
