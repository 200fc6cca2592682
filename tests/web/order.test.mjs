// order.test.mjs: what whoever runs the server does, as people see it in the page: a new password by
// a link, an invitation, an announcement; reports, and what moderators do about them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { expectAccessible } from './axe.mjs';
import { signIn } from './driver.mjs';
import { eventually, newPerson, program } from './harness.mjs';
import { browser, folder, server, useServer } from './setup.mjs';
import { smallTargets } from './targets.mjs';

useServer();

const run = promisify(execFile);

// `roundhouse admin` beside the server; the first line that it prints.
async function admin(...words) {
    const { stdout } = await run(program, ['admin', ...words, '--data', join(folder, 'tables.db')]);
    return stdout.split('\n')[0];
}

async function visit(path) {
    const person = await newPerson(browser, server.url);
    await person.page.goto(path);
    return person;
}

const post = (page, path, body) =>
    page.evaluate(
        async ([to, what]) => {
            const headers = { 'content-type': 'application/json' };
            return (await fetch(`/api/1/${to}`, { method: 'POST', headers, body: JSON.stringify(what) })).status;
        },
        [path, body],
    );

test('a link sets a new password, once', async () => {
    const ada = await visit('/online');
    await signIn(ada.page, 'Ada');
    await ada.page.locator('[data-open-table]').waitFor();
    assert.equal(await post(ada.page, 'keep', { name: 'Ada', password: 'all aboard!' }), 200);
    const link = await admin('reset', 'Ada');

    const phone = await visit(link);
    await phone.page.locator('input[name="password"]').fill('short');
    await phone.page.locator('[data-reset]').click();
    await phone.page.locator('[role="alert"]').waitFor();
    await expectAccessible(phone.page, 'a new password');
    await phone.page.locator('input[name="password"]').fill('new train!');
    await phone.page.locator('[data-reset]').click();
    await phone.page.waitForURL('**/online');
    await phone.page.locator('.tool', { hasText: 'Ada' }).waitFor();

    const late = await visit(link);
    await late.page.locator('input[name="password"]').fill('newer train!');
    await late.page.locator('[data-reset]').click();
    await late.page.locator('[role="alert"]').waitFor();
    await Promise.all([ada, phone, late].map((one) => one.close()));
});

test('new people come by an invitation, and everybody sees an announcement', async () => {
    await admin('set', 'entry', 'invited');
    const link = await admin('invite');
    const ben = await visit('/online');
    // The server honours a setting within a second.
    await ben.page.waitForFunction(
        async () => (await (await fetch('/api/1/hello', { cache: 'no-store' })).json()).entry === 'invited',
    );
    await signIn(ben.page, 'Ben');
    await ben.page.locator('[role="alert"]').waitFor();
    await ben.page.goto(link);
    // Whoever looks around first is still invited.
    await ben.page.locator('input[name="name"], form input').first().waitFor();
    await ben.page.locator('header a[href="/"]').first().click();
    await ben.page.locator('a[href="/online"]').first().click();
    await ben.page.waitForURL('**/online');
    await signIn(ben.page, 'Ben');
    await ben.page.locator('[data-open-table]').waitFor();

    await admin('announce', 'We close at ten.', '--hours', '1');
    await ben.page.locator('[data-announcement]', { hasText: 'We close at ten.' }).waitFor();
    await expectAccessible(ben.page, 'an announcement in the lobby');
    await admin('announce', '');
    await ben.page.locator('[data-announcement]').waitFor({ state: 'detached' });
    await admin('set', 'entry', 'open');
    await ben.close();
});

// Somebody signed in, in the lobby; with a kept name and a role if there is one.
async function member(name, role, options) {
    const person = await newPerson(browser, server.url, options);
    await person.page.goto('/online');
    await signIn(person.page, name);
    await person.page.locator('[data-open-table]').waitFor();
    if (role === undefined) return person;
    assert.equal(await post(person.page, 'keep', { name, password: 'all aboard!' }), 200);
    await admin('role', name, role);
    await person.page.goto('/online');
    await person.page.waitForFunction(
        async () => (await (await fetch('/api/1/hello', { cache: 'no-store' })).json()).you?.role !== undefined,
    );
    await person.page.reload();
    return person;
}

const PHONE = { viewport: { width: 390, height: 844 } };

test('a line of chat and a player are reported; a moderator mutes, removes and settles', async () => {
    const mo = await member('Mo', 'moderator');
    const cleo = await member('Cleo', undefined, PHONE);
    const dan = await member('Dan');
    const code = await cleo.page.evaluate(async () => {
        const table = { game: 'freight-train', seats: ['me', 'open'], public: true };
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(table) };
        return (await (await fetch('/api/1/tables', init)).json()).table;
    });
    await Promise.all([cleo, dan].map(({ page }) => page.goto(`/t/${code}`)));
    await dan.page.locator('[data-sit]').first().click();
    await dan.page.locator('.chat input').fill('You are a bore.');
    await dan.page.locator('.chat form button').click();
    await cleo.page.locator('.chat .lines', { hasText: 'You are a bore.' }).waitFor();

    await cleo.page.locator('[data-report-here]').click();
    await cleo.page.locator('dialog label', { hasText: 'You are a bore.' }).click();
    await cleo.page.locator('dialog textarea').fill('Not\nkind');
    // Another line meanwhile does not change what was chosen.
    await dan.page.locator('.chat input').fill('Good luck!');
    await dan.page.locator('.chat form button').click();
    await cleo.page.locator('.chat .lines', { hasText: 'Good luck!' }).waitFor();
    await expectAccessible(cleo.page, 'a report');
    assert.deepEqual(await smallTargets(cleo.page), []);
    // A block that fails is tried again, and the report is filed once.
    await cleo.page.locator('dialog input[name="block"]').check();
    let blocks = 0;
    await cleo.page.route('**/api/1/block*', (route) => (blocks++ === 0 ? route.abort() : route.fulfill({ json: {} })));
    await cleo.page.locator('[data-send-report]').click();
    await cleo.page.locator('dialog [role="alert"]').waitFor();
    await cleo.page.locator('[data-send-report]').click();
    await cleo.page.locator('[data-reported]:focus').waitFor();
    assert.equal(blocks, 2);
    await cleo.page.locator('dialog footer button').click();
    // The player, too: the first of the choices.
    await cleo.page.locator('[data-report-here]').click();
    await cleo.page.locator('[data-send-report]').click();
    await cleo.page.locator('[data-reported]').waitFor();

    // Without the number of reports the tables are there all the same.
    await mo.page.route('**/api/1/admin*', (route) => route.abort());
    await mo.page.reload();
    await mo.page.locator(`a[href="/t/${code}"]`).first().waitFor();
    await mo.page.unroute('**/api/1/admin*');
    await mo.page.reload();
    await mo.page.locator('[data-order][aria-label^="2 "]', { hasText: '2' }).waitFor();
    // Without a server the page says so.
    await mo.page.route('**/api/1/hello*', (route) => route.abort());
    await mo.page.locator('[data-order]').click();
    await mo.page.getByRole('button', { name: 'Try again' }).waitFor();
    await mo.page.unroute('**/api/1/hello*');
    await mo.page.getByRole('button', { name: 'Try again' }).click();
    await mo.page.locator('[data-reports="2"]').waitFor();
    const first = mo.page.locator('[data-report]').first();
    await first.locator('blockquote', { hasText: 'You are a bore.' }).waitFor();
    await first.locator('p', { hasText: 'Not kind' }).waitFor();
    await expectAccessible(mo.page, 'the reports');
    await first.locator('[data-mute="1"]').click();
    await mo.page.locator('[data-done]', { hasText: 'Dan' }).waitFor();
    // The muted read why.
    await eventually(async () => {
        await dan.page.locator('.chat input').fill('Hello?');
        await dan.page.locator('.chat form button').click();
        await dan.page.locator('[data-chat-problem]').waitFor({ timeout: 1000 });
    });
    await first.locator('[data-settle]').click();
    await mo.page.locator('[data-reports="1"]').waitFor();
    await mo.page.locator('[data-report] [data-kick]').click();
    await dan.page.locator('[data-sit]').first().waitFor();
    await mo.page.locator('[data-settle]').click();
    await mo.page.locator('[data-reports="0"]').waitFor();
    const { stdout } = await run(program, ['admin', 'log', '--data', join(folder, 'tables.db')]);
    for (const did of ['mute', 'kick', 'settle']) assert.ok(stdout.includes(did), did);

    // Whoever has no role finds no such page.
    await dan.page.goto('/order');
    await dan.page.locator('a[href="/online"]').waitFor();
    assert.equal(await dan.page.locator('[data-reports]').count(), 0);
    await Promise.all([mo, cleo, dan].map((one) => one.close()));
});
