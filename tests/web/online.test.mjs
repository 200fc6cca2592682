// online.test.mjs: two people in two browsers and a bot at a table of the server, with a
// reload, a lost connection and a restart of the server in the middle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { bothPlay, numberOf, openTable, playOn, signIn, sitDown } from './driver.mjs';
import { eventually, expectCount, expectText, layWire, newPerson, QUICK } from './harness.mjs';
import { browser, restartServer, server, useServer } from './setup.mjs';

useServer();

test('a whole game between two browsers and a bot, whatever happens to the wire', async () => {
    const wire = await layWire(server.url);
    const ada = await newPerson(browser, wire.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'station-master', ['me', 'open', 'greedy']);
    await sitDown(ben.page, path, 'Ben');
    await expectAccessible(ben.page, 'the waiting room');
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all([ada, ben].map(({ page }) => page.locator('.table').waitFor()));

    await bothPlay([ada, ben], 10);
    await expectAccessible(ada.page, 'a table of the server');
    await ben.page.reload();
    await ben.page.locator('.table').waitFor();

    await bothPlay([ada, ben], 20);
    const before = await numberOf(ada.page);
    wire.cut();
    await ada.page.locator('[data-link="lost"]').waitFor();
    wire.mend();
    await ada.page.locator('[data-link="lost"]').waitFor({ state: 'detached' });
    assert.ok((await numberOf(ada.page)) >= before);

    await bothPlay([ada, ben], 30);
    await server.stop();
    await Promise.all([ada, ben].map(({ page }) => page.locator('[data-link]').waitFor()));
    await restartServer();
    for (const { page } of [ada, ben]) {
        await page.locator('[data-link="lost"], [data-link="restarting"]').waitFor({ state: 'detached' });
        assert.ok((await numberOf(page)) >= 30, 'no move is lost');
    }

    const played = await bothPlay([ada, ben]);
    assert.ok(played.every(({ isOver }) => isOver));
    for (const { page } of [ada, ben]) await expectCount(page.locator('dialog[open] .places summary b'), 3);
    const places = await Promise.all([ada, ben].map(({ page }) => page.locator('dialog[open] .places summary b').allInnerTexts()));
    assert.deepEqual(places[0], places[1]);

    await ada.page.locator('dialog[open] [data-rematch]').click();
    await ada.page.waitForURL((url) => url.pathname.startsWith('/t/') && url.pathname !== path);
    await ben.page.locator('dialog[open] [data-rematch]').click();
    await ben.page.waitForURL((url) => url.pathname === new URL(ada.page.url()).pathname);
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all([ada, ben].map(({ page }) => page.locator('.table').waitFor()));
    const isOfTheCut = (fault) => /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/.test(fault);
    for (const { faults } of [ada, ben]) assert.deepEqual(faults.filter((fault) => !isOfTheCut(fault)), []);
    await Promise.all([ada.close(), ben.close()]);
    wire.close();
});

// "There is no such table" in the title, once, and no question for a name.
async function expectNoTable(page) {
    await page.locator('main a[href="/online"]').waitFor();
    await eventually(async () =>
        assert.deepEqual(await page.getByText(/no such table/i).allInnerTexts(), ['There is no such table']),
    );
    await expectCount(page.locator('input'), 0);
}

test('a finished game is found again with its winner, and replayed by its link', async () => {
    const ada = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'station-master', ['me', 'greedy']);
    await ada.page.locator('[data-start]:enabled').click();
    await ada.page.locator('.table').waitFor();
    assert.ok((await playOn(ada.page)).isOver);
    const code = path.split('/').pop();
    const { scores, ranking, n } = await ada.page.evaluate(async (one) => (await fetch(`/api/1/tables/${one}`)).json(), code);
    assert.equal(await ada.page.locator('dialog[open] footer a[href$="/replay"]').getAttribute('href'), `${path}/replay`);
    await ada.page.goto('/online');
    const card = ada.page.locator('section', { hasText: 'Finished games' }).locator(`[data-table="${code}"]`);
    await card.waitFor();
    const best = scores[ranking.indexOf(1)];
    await expectText(card, /(Ada|Bot \d) wins|share the win/);
    assert.ok((await card.innerText()).includes(`${best}`.replace('-', '−')), await card.innerText());
    assert.match(await card.innerText(), /20\d\d/);
    await expectAccessible(ada.page, 'finished games of the server');

    // The link, at a moment of the game, for anybody who has a name here.
    const ben = await newPerson(browser, server.url);
    await ben.page.goto('/online');
    await signIn(ben.page, 'Ben');
    await ben.page.locator('[data-open-table]').waitFor();
    await ben.page.goto(`${path}/replay#3`);
    await ben.page.locator('.replay').waitFor();
    await ben.page.locator('.table[data-n="3"]').waitFor();
    const slider = ben.page.locator('.replay input');
    await slider.fill(await slider.getAttribute('max'));
    await ben.page.waitForFunction((last) => Number(document.querySelector('.table').dataset.n) === last, n);
    for (const { faults } of [ada, ben]) assert.deepEqual(faults, []);
    await Promise.all([ada.close(), ben.close()]);
});

test('a link to nowhere says so; strangers are asked for a name first, as at a private table', async () => {
    const me = await newPerson(browser, server.url);
    await me.page.goto('/t/NOSUCHCODE');
    await expectNoTable(me.page);
    await me.page.goto('/t/K7QX2M9PAB');
    await me.page.locator('input[name="name"]').waitFor();
    await me.page.goto('/online');
    await signIn(me.page, 'Cleo');
    await me.page.locator('[data-visit]').waitFor();
    await me.page.goto('/t/K7QX2M9PAB');
    await expectNoTable(me.page);
    await me.close();
});

test('whoever is invited to a private table sees host and game before giving a name', async () => {
    const ada = await newPerson(browser, server.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'take-a-train', ['me', 'open']);
    await ben.page.goto(path);
    await ben.page.getByRole('heading', { name: 'Ada invites you to a game of Take a Train' }).waitFor();
    await ben.page.getByText('1 open seat').waitFor();
    await expectAccessible(ben.page, 'an invitation');
    await signIn(ben.page, 'Ben');
    await ben.page.locator('[data-sit]').first().waitFor();
    assert.deepEqual(ben.faults, []);
    await Promise.all([ada.close(), ben.close()]);
});

test('the field for a code takes a link, and leads nowhere else', async () => {
    const ada = await newPerson(browser, server.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'take-a-train', ['me', 'open']);
    await ben.page.goto('/online');
    await signIn(ben.page, 'Ben');
    const field = ben.page.getByPlaceholder('Code of a table');
    await field.fill('../../etc');
    await ben.page.locator('[data-visit]').click();
    await ben.page.getByRole('alert').waitFor();
    assert.equal(new URL(ben.page.url()).pathname, '/online');
    await field.fill(server.url + path);
    await ben.page.locator('[data-visit]').click();
    await ben.page.locator('[data-sit]').first().waitFor();
    assert.equal(new URL(ben.page.url()).pathname, path);
    await expectText(ben.page.locator('main'), /No clock · \d watching/);
    assert.deepEqual(ben.faults, []);
    await Promise.all([ada.close(), ben.close()]);
});

test('a host closes a table that nobody has begun', async () => {
    const ada = await newPerson(browser, server.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'take-a-train', ['me', 'open']);
    await sitDown(ben.page, path, 'Ben');
    assert.equal(await ben.page.locator('[data-close]').count(), 0);
    await ada.page.locator('[data-close]').click();
    for (const { page } of [ada, ben]) await page.locator('main a[href="/online"]').waitFor();
    await ada.page.goto('/online');
    await ada.page.locator('main').waitFor();
    assert.equal(await ada.page.locator(`a[href="${path}"]`).count(), 0);
    await Promise.all([ada.close(), ben.close()]);
});

test('the lobby can be read by everybody', async () => {
    const me = await newPerson(browser, server.url);
    await me.page.goto('/online');
    await me.page.locator('input[name="name"]').waitFor();
    await expectAccessible(me.page, 'signing in');
    await signIn(me.page, 'Dora');
    await me.page.locator('input[name="name"]').waitFor({ state: 'detached' });
    await expectAccessible(me.page, 'the lobby');
    await me.close();
});

test('the lobby calls no list empty before it was read', async () => {
    const me = await newPerson(browser, server.url);
    await me.page.goto('/online');
    await signIn(me.page, 'Eva');
    let answer;
    const held = new Promise((resolve) => (answer = resolve));
    await me.page.route(/\/api\/1\/tables(\?|$)/, (route) => held.then(() => route.continue()));
    await me.page.reload();
    await me.page.locator('[data-open-table]').waitFor();
    const empty = me.page.locator('main .none');
    assert.equal(await empty.count(), 0);
    answer();
    await empty.filter({ hasText: 'You sit at no table yet.' }).waitFor();
    await me.close();
});

test('a spectator sees what everybody may see', async () => {
    const ada = await newPerson(browser, server.url);
    const eve = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'freight-train', ['me', 'greedy', 'greedy']);
    await ada.page.locator('[data-start]:enabled').click();
    await ada.page.locator('.table').waitFor();
    await eve.page.goto(path);
    await signIn(eve.page, 'Eve');
    await eve.page.locator('.table').waitFor();
    await playOn(ada.page, { seed: 3, most: 5 });
    const n = await numberOf(ada.page);
    await eve.page.waitForFunction((wanted) => Number(document.querySelector('.table')?.dataset.n) >= wanted, n);
    assert.equal(await eve.page.locator('[data-action]').count(), 0);
    await Promise.all([ada.close(), eve.close()]);
});

// ---------------------------------------------------------------------------
// Accounts
// ---------------------------------------------------------------------------

const FRENCH = { settings: { ...QUICK, language: 'fr' } };

test('names and passwords that do not fit are refused in French', async () => {
    const me = await newPerson(browser, server.url, FRENCH);
    await me.page.goto('/online');
    await signIn(me.page, '  ');
    await me.page.getByText('Un nom a de 1 à 32 caractères').waitFor();
    await me.page.locator('[data-password]').click();
    await expectCount(me.page.getByRole('alert'), 0); // the error of the other form is gone
    await signIn(me.page, 'Zoë');
    await me.page.getByText('Un mot de passe a 8 caractères ou plus.').waitFor();
    assert.deepEqual(me.faults, []);
    await me.close();
});

async function openAccount(page, name) {
    await page.goto('/online');
    await page.getByRole('button', { name }).click();
    await page.locator('dialog[open]').waitFor();
}

const setPassword = async (page, password) => {
    await page.locator('input[name="new-password"]').fill(password);
    await page.locator('[data-keep]').click();
};

test('a guest is asked before leaving, keeps the name, and changes the password', async () => {
    const me = await newPerson(browser, server.url);
    await me.page.goto('/online');
    await signIn(me.page, 'Gus');
    await me.page.locator('[data-visit]').waitFor();
    await openAccount(me.page, 'Gus');
    await me.page.locator('summary').click();
    for (const way of ['logout', 'delete']) {
        await me.page.locator(`[data-${way}]`).click();
        await me.page.locator('[data-sure]').waitFor();
        await expectAccessible(me.page, `the question before ${way}`);
        await me.page.locator('[data-stay]').click();
    }
    await setPassword(me.page, 'all aboard');
    await me.page.getByText('The name is yours now.').waitFor();
    await me.page.locator('input[name="old-password"]').fill('not aboard');
    await setPassword(me.page, 'mind the gap');
    await me.page.getByText('Name and password do not go together.').waitFor();
    await me.page.locator('input[name="old-password"]').fill('all aboard');
    await setPassword(me.page, 'mind the gap');
    await me.page.getByText('Your password is changed.').waitFor();
    await me.page.locator('[data-logout]').click();
    await me.page.locator('[data-password]').click();
    await me.page.locator('input[name="password"]').fill('mind the gap');
    await signIn(me.page, 'Gus');
    await me.page.locator('[data-visit]').waitFor();
    await me.close();
});

test('a guest whose name somebody keeps sees the new name at once', async () => {
    const guest = await newPerson(browser, server.url);
    const keeper = await newPerson(browser, server.url);
    await guest.page.goto('/online');
    await signIn(guest.page, 'Jules');
    await guest.page.locator('[data-visit]').waitFor();
    await keeper.page.goto('/online');
    await signIn(keeper.page, 'Jules');
    await keeper.page.locator('[data-visit]').waitFor();
    // The guest's page stays as it is, with its account open: nothing is pressed or loaded there.
    await openAccount(guest.page, 'Jules');
    let loads = 0;
    guest.page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    await openAccount(keeper.page, 'Jules');
    await setPassword(keeper.page, 'all aboard');
    await keeper.page.getByText('The name is yours now.').waitFor();
    await guest.page.waitForFunction(() => document.querySelector('dialog[open] input').value === 'Jules 2');
    await guest.page.locator('dialog[open] footer button').click();
    await guest.page.getByRole('button', { name: 'Jules 2' }).waitFor();
    assert.equal(loads, 0);
    await Promise.all([guest.close(), keeper.close()]);
});

test('the account lists devices, logs one out, then all, and gives an export', async () => {
    const me = await newPerson(browser, server.url);
    const phone = await newPerson(browser, server.url);
    await me.page.goto('/online');
    await signIn(me.page, 'Iris');
    await me.page.locator('[data-visit]').waitFor();
    await openAccount(me.page, 'Iris');
    await setPassword(me.page, 'all aboard');
    await me.page.getByText('The name is yours now.').waitFor();
    await phone.page.goto('/online');
    await phone.page.locator('[data-password]').click();
    await phone.page.locator('input[name="password"]').fill('all aboard');
    await signIn(phone.page, 'Iris');
    await phone.page.locator('[data-visit]').waitFor();
    await openAccount(me.page, 'Iris');
    await me.page.locator('[data-sessions] [data-end]').waitFor();
    await expectCount(me.page.locator('[data-sessions] li'), 2);
    await expectText(me.page.locator('[data-sessions]'), /Chrome, Linux[^]*this device/);
    await expectAccessible(me.page, 'the account with its sessions');
    const [download] = await Promise.all([me.page.waitForEvent('download'), me.page.locator('a.export').click()]);
    assert.equal(download.suggestedFilename(), 'roundhouse-export.json');
    await me.page.locator('[data-end]').click();
    await me.page.getByText('That device is logged out.').waitFor();
    await phone.page.reload();
    await phone.page.locator('input[name="name"]').waitFor();
    await me.page.locator('[data-everywhere]').click();
    await me.page.locator('input[name="name"]').waitFor();
    await Promise.all([me.close(), phone.close()]);
});

test('a deleted player is called by the number of the seat, and the bell rings elsewhere only', async () => {
    const ada = await newPerson(browser, server.url);
    const ben = await newPerson(browser, server.url);
    const path = await openTable(ada.page, 'station-master', ['me', 'open']);
    await sitDown(ben.page, path, 'Ben');
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all([ada, ben].map(({ page }) => page.locator('.table').waitFor()));
    await openAccount(ben.page, 'Ben');
    await ben.page.locator('summary').click();
    await ben.page.locator('[data-delete]').click();
    await ben.page.locator('[data-sure]').click();
    await ben.page.locator('input[name="name"]').waitFor();

    await ada.page.locator('.players-wide .name', { hasText: 'Player 2' }).waitFor();
    await ada.page.locator('.table [data-action]:enabled, .table [data-group]').first().waitFor();
    assert.equal(await ada.page.locator('.turns').count(), 0, 'the table that waits is on the screen');
    await ada.page.getByRole('link', { name: 'Online' }).click();
    await ada.page.locator('.turns').waitFor();
    await expectText(ada.page.locator(`a[href="${path}"].card`), /Player 2/);
    await Promise.all([ada.close(), ben.close()]);
});
