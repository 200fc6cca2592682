// access.test.mjs: axe-core finds nothing serious on any screen, light and dark.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { playOn, setUp } from './driver.mjs';
import { newPerson, QUICK } from './harness.mjs';
import { browser, files, useFiles } from './setup.mjs';

const GAMES = ['freight-train', 'station-master', 'take-a-train'];

useFiles();

for (const theme of ['light', 'dark']) {
    const settings = { ...QUICK, theme };

    test(`the screens around the games, ${theme}`, async () => {
        const { page, close } = await newPerson(browser, files.url, { settings });
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

    for (const game of GAMES)
        test(`the table of ${game}, ${theme}`, async () => {
            const { page, close } = await newPerson(browser, files.url, { settings });
            await setUp(page, game, ['person', 'greedy', 'greedy'], {});
            await playOn(page, { seed: 7, most: 6 });
            await expectAccessible(page, game);
            if (theme === 'light') {
                await playOn(page, { seed: 7 });
                await expectAccessible(page, `the result of ${game}`);
                await page.locator('dialog[open] a[href^="/replay/"]').click();
                await page.locator('.replay').waitFor();
                await expectAccessible(page, `the replay of ${game}`);
            }
            await close();
        });
}

test('the screen between two people', async () => {
    const { page, close } = await newPerson(browser, files.url);
    await setUp(page, 'station-master', ['person', 'person'], {});
    await page.locator('[data-handover]').waitFor();
    await expectAccessible(page, 'handing over');
    await close();
});
