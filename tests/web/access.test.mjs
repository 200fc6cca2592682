// access.test.mjs: axe-core finds nothing serious on any screen, light and dark.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { playOn, setUp } from './driver.mjs';
import { newPerson, openBrowser, QUICK, serveFiles } from './harness.mjs';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GAMES = ['freight-train', 'station-master', 'take-a-train'];

let files, browser;
before(async () => {
    files = await serveFiles();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await files?.close();
});

// What is written on a card is a part of its picture, so on boards a name need not
// begin with it.
async function violationsOn(page) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
    return page.evaluate(async () => {
        const PICTURES = { 'label-content-name-mismatch': { enabled: false } };
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
        const most = await window.axe.run(document, { runOnly: tags, rules: PICTURES });
        const names = await window.axe.run({ exclude: '.table main' }, { runOnly: Object.keys(PICTURES) });
        return [...most.violations, ...names.violations];
    });
}

async function expectAccessible(page, where) {
    const violations = await violationsOn(page);
    const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => `${where}: ${id}, ${help}: ${nodes.slice(0, 4).map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`);
    assert.deepEqual(serious, []);
}

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
