// deals.test.mjs: deals that can be checked: at a table of the server by two browsers, each
// with what it has kept itself, a server that tells another story, and alone against bots.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { bothPlay, openTable, playOn, setUp, sitDown } from './driver.mjs';
import { newPerson, program } from './harness.mjs';
import { browser, server, useServer } from './setup.mjs';

useServer();

const sha = (...lines) => createHash('sha256').update(lines.map((line) => `${line}\n`).join('')).digest('hex');

const verify = (save) => JSON.parse(execFileSync(program, ['verify', '--json', '-'], { input: save }).toString());

// The seats that have committed, as the server tells them.
async function waitForCommitments(page, code, count) {
    await page.waitForFunction(
        async ([at, wanted]) => (await (await fetch(`/api/1/tables/${at}`)).json()).deal.seats.length === wanted,
        [code, count],
    );
}

async function check(page) {
    await page.locator('dialog[open] [data-check-deal]').click();
    await page.locator('dialog[open] [data-verdict]').waitFor();
    const wrong = page.locator('dialog[open] li.wrong[data-step]');
    return {
        verdict: await page.locator('[data-verdict]').getAttribute('data-verdict'),
        text: await page.locator('[data-verdict]').innerText(),
        steps: await page.locator('[data-step]').evaluateAll((all) => all.map((one) => one.dataset.step)),
        wrong: await wrong.evaluateAll((all) => all.map((one) => one.dataset.step)),
    };
}

// A game of another deal, whose proof is right in itself.
function anotherStory(code, seats) {
    const secret = sha('another secret');
    const bytes = sha('other bytes');
    const head = (use) => [`roundhouse deal 1 ${use}`, `table ${code}`];
    const commitment = sha(...head('secret'), `secret ${secret}`);
    const share = sha(...head('share'), `server ${commitment}`, 'seat 0', `bytes ${bytes}`);
    const seed = sha(...head('seed'), `secret ${secret}`, `seat 0 ${bytes}`);
    const requests = [{ op: 'new', game: 'station-master', seats, seed }, { op: 'save' }];
    const answers = execFileSync(program, ['engine'], { input: requests.map((one) => `${JSON.stringify(one)}\n`).join('') });
    const save = JSON.parse(answers.toString().trim().split('\n').at(-1)).file;
    return save
        .replace('roundhouse save 1', 'roundhouse save 2')
        .replace(
            /^seed .*\n/m,
            `seed ${seed}\ndeal table ${code}\ndeal server ${commitment} ${secret}\ndeal seat 0 ${share} ${bytes}\n`,
        );
}

test('a deal is proved to both players, and another story is found out', async () => {
    const ada = await newPerson(browser, server.url);
    const ben = await newPerson(browser, server.url, { locale: 'fr-FR' });
    const path = await openTable(ada.page, 'station-master', ['me', 'open', 'greedy']);
    const code = path.split('/').pop();
    await sitDown(ben.page, path, 'Ben');
    await waitForCommitments(ada.page, code, 2);
    await ben.page.reload(); // what was drawn is kept
    await ben.page.locator('[data-stand]').waitFor(); // who is not there when it starts has no share
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all([ada, ben].map(({ page }) => page.locator('.table').waitFor()));
    const played = await bothPlay([ada, ben]);
    assert.ok(played.every(({ isOver }) => isOver));

    for (const { page } of [ada, ben]) {
        const found = await check(page);
        assert.equal(found.verdict, 'proved', JSON.stringify(found));
        assert.deepEqual(found.steps, [
            'kept-server', 'secret', 'kept-list', 'share', 'share', 'kept-own', 'seed', 'game', 'first', 'last',
        ]);
        assert.deepEqual(found.wrong, []);
    }
    await expectAccessible(ada.page, 'the check of a deal');
    assert.match(await ben.page.locator('[data-verdict]').innerText(), /La donne est prouvée/);

    // The program says the same of the file.
    const save = await ada.page.evaluate(async (at) => (await fetch(`/api/1/tables/${at}/save`)).text(), code);
    assert.ok(save.startsWith('roundhouse save 2\n'));
    assert.equal(verify(save).verdict, 'holds');

    // The server tells another story at the end, which holds by itself.
    const story = anotherStory(code, 3);
    assert.equal(verify(story).verdict, 'holds');
    await ada.page.route('**/save', (route) => route.fulfill({ body: story, contentType: 'text/plain' }));
    await ada.page.reload();
    await ada.page.locator('.table').waitFor();
    await playOn(ada.page); // the report of the last departure comes before the result
    await ada.page.locator('dialog[open] [data-check-deal]').waitFor();
    const found = await check(ada.page);
    assert.equal(found.verdict, 'broken');
    for (const step of ['kept-server', 'kept-list', 'kept-own', 'first', 'last'])
        assert.ok(found.wrong.includes(step), `${step}: ${found.wrong}`);
    for (const { faults } of [ada, ben]) assert.deepEqual(faults, []);
    await Promise.all([ada.close(), ben.close()]);
});

test('alone against bots the page deals with the Worker, and says what that shows', async () => {
    const me = await newPerson(browser, server.url);
    await setUp(me.page, 'station-master', ['person', 'greedy']);
    await me.page.locator('.table').waitFor();
    const played = await playOn(me.page);
    assert.ok(played.isOver);
    const found = await check(me.page);
    assert.equal(found.verdict, 'on-device', JSON.stringify(found));
    assert.deepEqual(found.steps, ['kept-server', 'secret', 'kept-list', 'share', 'kept-own', 'seed', 'game']);
    assert.deepEqual(found.wrong, []);
    assert.deepEqual(me.faults, []);
    await me.close();
});
