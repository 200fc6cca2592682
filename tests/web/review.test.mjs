// review.test.mjs: the review of a finished game in the page: worked out by Workers, kept, the
// same as by `roundhouse review`, pointed along by keys, and played on from.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { eventually, newPerson, program } from './harness.mjs';
import { browser, files, folder, useFiles, useFolder } from './setup.mjs';
import { smallTargets } from './targets.mjs';

useFiles();
useFolder();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const TERMS = ['start', 'luck', 'own', 'others', 'unknown'];
const PATIENCE = { timeout: 600000 };

function playOut(game) {
    const options = ['--seats', '2', '--bots', 'greedy,random', '--games', '1', '--seed', 'why', '--record', folder];
    execFileSync(program, ['sim', game, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
    return join(folder, 'game-000000.save');
}

// Terms as the page rounds them: differences of rounded sums.
function rounded(values, unit) {
    let sum = 0;
    return values.map((value) => {
        const before = Math.round(sum / unit);
        sum += value;
        return Math.round(sum / unit) - before;
    });
}

const termsShown = (page, what) =>
    page.locator('[data-sum] [data-term]').evaluateAll((rows, name) => rows.map((row) => Number(row.dataset[name])), what);

test('a finished game is reviewed as the program does, kept, and played on from a turn', async () => {
    const path = playOut('station-master');
    const native = JSON.parse(execFileSync(program, ['review', path, '--json'], { maxBuffer: 1 << 26 }));
    const { page, faults, close } = await newPerson(browser, files.url, PHONE);
    await page.goto('/');
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.waitForURL(/\/replay\//);
    await page.locator('[data-review-game]').click();
    await page.waitForURL(/\/review\//);
    const address = new URL(page.url()).pathname;

    // Left in the middle, it goes on where it was.
    await page.locator('[data-graph]').waitFor(PATIENCE);
    await page.goto('/');
    const kept = await page.evaluate(
        () =>
            new Promise((resolve, reject) => {
                const request = indexedDB.open('roundhouse-reviews');
                request.onerror = () => reject(request.error);
                request.onsuccess = () => {
                    const count = request.result.transaction('parts').objectStore('parts').count();
                    count.onsuccess = () => (request.result.close(), resolve(count.result));
                };
            }),
    );
    assert.ok(kept > 0 && kept <= native.parts, `${kept} parts of ${native.parts}`);
    await page.goto(address);
    await page.locator('main[data-review="done"]').waitFor(PATIENCE);

    // The same numbers as natively, and terms that add up.
    for (const [seat, sum] of native.seats.entries()) {
        await page.locator('[data-review-seat]').selectOption(String(seat));
        for (const [what, unit] of [['win', 1000], ['lead', 10]]) {
            const terms = rounded(TERMS.map((term) => sum[term][what]), unit);
            const result = Math.round(sum.result[what] / unit);
            await eventually(async () => assert.deepEqual(await termsShown(page, what), [...terms, result]));
        }
    }
    await page.locator('details summary').click();
    const rows = await page.locator('[data-turn-row]').evaluateAll((all) => all.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent.trim())));
    assert.equal(rows.length, native.turns.length);
    for (const [i, { mark, win }] of native.turns.entries()) {
        const [word, ...chances] = rows[i];
        assert.ok(mark === 'none' ? word === '' : word.endsWith(mark), `${i + 1}: ${word}, ${mark}`);
        assert.deepEqual(chances, win.map((one) => `${Math.round(one / 10000)}%`), `turn ${i + 1}`);
    }
    await expectAccessible(page, 'a review on a phone');
    assert.deepEqual(await smallTargets(page), []);

    // Pointed along by keys, to a turn with a better one and the reason.
    const bad = native.turns.findIndex(({ why }) => why !== '');
    assert.ok(bad >= 0, 'somebody has made a mistake');
    await page.locator('[data-graph]').focus();
    await page.keyboard.press('Home');
    await page.locator('[data-review-turn="1"]').waitFor();
    for (let i = 0; i < bad; i++) await page.keyboard.press('ArrowRight');
    const turn = page.locator(`[data-review-turn="${bad + 1}"]`);
    await turn.waitFor();
    assert.equal(await turn.getAttribute('data-mark-word'), native.turns[bad].mark);
    assert.equal(await turn.locator('[data-why]').innerText(), native.turns[bad].why);
    for (const { text } of native.turns[bad].better) assert.ok((await turn.locator('[data-better]').innerText()).includes(text));

    // A turning point, and a game from there.
    const number = Number(await page.locator('[data-turning]').first().getAttribute('data-turning'));
    await page.locator('[data-turning]').first().click();
    await page.locator(`[data-review-turn="${number}"]`).waitFor();
    await page.locator('[data-play-on]').click();
    await page.waitForURL(/\/game\//);
    await page.locator(`.table[data-n="${native.turns[number - 1].from}"]`).waitFor();

    // Again, in French: nothing is worked out a second time.
    await page.evaluate(() => (localStorage['roundhouse.settings'] = JSON.stringify({ ...JSON.parse(localStorage['roundhouse.settings']), language: 'fr' })));
    await page.goto(address);
    await page.locator('main[data-review="done"]').waitFor(PATIENCE);
    await page.getByText('Ce qu’on ne pouvait pas savoir').waitFor();
    assert.deepEqual(faults, []);
    await close();
});
