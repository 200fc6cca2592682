// screenshots.mjs FOLDER: pictures of the main screens. The games are the same every
// time: seeds are fixed, and so are the presses.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { playOn, setUp } from './driver.mjs';
import { newPerson, openBrowser, serveFiles } from './harness.mjs';

const folder = process.argv[2];
const SIZES = {
    desktop: { viewport: { width: 1280, height: 800 } },
    phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
const TABLES = {
    'freight-train': [['person', 'greedy', 'greedy', 'greedy'], 30],
    'station-master': [['person', 'greedy', 'greedy', 'greedy'], 8],
    'take-a-train': [['person', 'greedy', 'greedy', 'greedy'], 16],
};

await mkdir(folder, { recursive: true });
const files = await serveFiles();
const browser = await openBrowser();

async function shoot(page, name) {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`) });
}

for (const [size, options] of Object.entries(SIZES)) {
    for (const theme of ['light', 'dark']) {
        const settings = { pace: 'instant', motion: 'off', confirm: false, theme, language: 'en' };
        const { page, context, close } = await newPerson(browser, files.url, { settings, ...options });
        // The same cards every time.
        await context.addInitScript(() => {
            crypto.getRandomValues = (array) => array.fill(7);
        });
        await page.goto('/');
        await page.locator('[data-play]').first().waitFor();
        await shoot(page, `start-${size}-${theme}`);
        for (const [game, [seats, presses]] of Object.entries(TABLES)) {
            await setUp(page, game, seats, { first: '0' });
            await playOn(page, { seed: 11, most: presses });
            await shoot(page, `${game}-${size}-${theme}`);
        }
        if (theme === 'light') {
            await page.goto('/rules/freight-train');
            await page.locator('h2').first().waitFor();
            await shoot(page, `rules-${size}-${theme}`);
            await setUp(page, 'station-master', ['person', 'greedy', 'greedy'], { first: '0' });
            await playOn(page, { seed: 5 });
            await shoot(page, `result-${size}-${theme}`);
        }
        await close();
    }
}
await browser.close();
await files.close();
