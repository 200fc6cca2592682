// access.test.mjs: axe-core finds nothing on any screen, light and dark, with moves made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { playOn, setUp } from './driver.mjs';
import { newPerson, QUICK } from './harness.mjs';
import { browser, files, useFiles } from './setup.mjs';

const GAMES = ['freight-train', 'station-master', 'take-a-train'];
// What has just been scored; a board of departures, or a dialog.
const REPORT = '[data-go-on], dialog[open] footer .strong';

useFiles();

for (const theme of ['light', 'dark'])
    test(`the screens around the games, ${theme}`, async () => {
        const { page, close } = await newPerson(browser, files.url, { settings: { ...QUICK, theme } });
        for (const path of ['/', '/new/freight-train', '/rules/take-a-train', '/learn/station-master', '/online', '/nowhere']) {
            await page.goto(path);
            await page.locator('h1, h2').first().waitFor();
            await page.waitForLoadState('networkidle');
            await expectAccessible(page, path);
        }
        await page.goto('/');
        await page.getByRole('button', { name: 'Settings' }).click();
        await page.locator('dialog[open]').waitFor();
        await expectAccessible(page, 'settings');
        await close();
    });

// The same screen with both themes, each set as the page sets it.
async function expectBothAccessible(page, where) {
    for (const theme of ['dark', 'light']) {
        await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
        await expectAccessible(page, `${where}, ${theme}`);
    }
}

for (const game of GAMES)
    test(`the table of ${game}, light and dark`, async () => {
        const { page, close } = await newPerson(browser, files.url, { settings: { ...QUICK, theme: 'light' } });
        await setUp(page, game, ['person', 'greedy', 'greedy'], {});
        for (const most of [6, 3, 3, 3]) {
            await playOn(page, { seed: 7, most });
            await expectBothAccessible(page, `${game} with moves made`);
        }
        await playOn(page, { seed: 7, stopAt: '.table.mine [data-group]' });
        if ((await page.locator('.list').count()) === 0) await page.locator('.table.mine [data-group]').first().click();
        await page.locator('.list').waitFor();
        await expectBothAccessible(page, `${game} with a list of actions`);
        await page.locator('[data-key="h"]').click();
        await page.locator('.hinting .panel, .hinting section').first().waitFor();
        await expectBothAccessible(page, `${game} with a hint`);
        await playOn(page, { seed: 7, stopAt: REPORT });
        await page.locator(REPORT).waitFor();
        await expectBothAccessible(page, `${game} with a report`);
        await playOn(page, { seed: 7 });
        await expectBothAccessible(page, `the result of ${game}`);
        await page.locator('dialog[open] a[href^="/replay/"]').click();
        await page.locator('.replay').waitFor();
        await expectBothAccessible(page, `the replay of ${game}`);
        await close();
    });

test('the screen between two people', async () => {
    const { page, close } = await newPerson(browser, files.url);
    await setUp(page, 'station-master', ['person', 'person'], {});
    await page.locator('[data-handover]').waitFor();
    await expectAccessible(page, 'handing over');
    await close();
});
