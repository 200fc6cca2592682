// club.test.mjs: results of people and finished games: pages of kept names, what strangers see,
// and one's own finished games by game and person; people who find, follow and block each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { playOn, signIn } from './driver.mjs';
import { newPerson } from './harness.mjs';
import { browser, server, useServer } from './setup.mjs';
import { smallTargets } from './targets.mjs';

useServer();

const PHONE = { viewport: { width: 390, height: 844 } };

const post = (page, path, body) =>
    page.evaluate(
        async ([to, what]) => {
            const headers = { 'content-type': 'application/json' };
            const answer = await fetch(`/api/1/${to}`, { method: 'POST', headers, body: JSON.stringify(what) });
            if (!answer.ok) throw new Error(await answer.text());
            return answer.json();
        },
        [path, body],
    );

// Somebody who keeps the name, in the lobby.
async function keptPerson(name, options) {
    const person = await newPerson(browser, server.url, options);
    await person.page.goto('/online');
    await signIn(person.page, name);
    await person.page.locator('[data-open-table]').waitFor();
    await post(person.page, 'keep', { name, password: 'all aboard!' });
    return person;
}

// Two people play a game at a table to its end; its code.
async function play(host, other, game, isPublic) {
    const seats = ['me', 'open'];
    const { table } = await post(host.page, 'tables', { game, seats, public: isPublic, sit_in: 'greedy' });
    await Promise.all([host, other].map(({ page }) => page.goto(`/t/${table}`)));
    await other.page.waitForFunction(() => document.querySelector('[data-sit]')?.getBoundingClientRect().height >= 44);
    await other.page.locator('[data-sit]').first().click();
    await host.page.locator('[data-start]:enabled').click();
    await Promise.all([host, other].map(({ page }) => page.locator('.table').waitFor()));
    const played = await Promise.all([host, other].map(({ page }, i) => playOn(page, { seed: i + 1 })));
    assert.ok(played.every(({ isOver }) => isOver));
    return table;
}

// The page of a finished game, for whoever follows a link to it.
test('a finished game has a page, is replayed by its link, and played on against bots', async () => {
    const eve = await keptPerson('Eve', PHONE);
    const fay = await keptPerson('Fay');
    const code = await play(eve, fay, 'station-master', false);

    await fay.page.goto('/online');
    await fay.page.locator(`section:has([data-finished-game]) [data-table="${code}"]`).click();
    await fay.page.waitForURL(`**/g/${code}`);
    await fay.page.locator(`[data-game="${code}"] .places li`).nth(1).waitFor();
    const scores = await fay.page.evaluate(async (one) => (await (await fetch(`/api/1/tables/${one}`)).json()).scores, code);
    const sheet = await fay.page.locator('.places summary b').allInnerTexts();
    for (const score of scores) assert.ok(sheet.some((text) => text.includes(`${score}`.replace('-', '−'))), `${sheet}`);
    await fay.page.locator('[data-check-deal]').click();
    await fay.page.getByText('The deal, checked by this page').waitFor();
    const download = fay.page.waitForEvent('download');
    await fay.page.locator('[data-save]').click();
    assert.equal((await download).suggestedFilename(), `station-master-${code}.save`);
    await fay.page.locator('header [data-to-online]').waitFor();
    await expectAccessible(fay.page, 'the page of a finished game');

    // Chat, and the other's page.
    await eve.page.goto(`/g/${code}`);
    await eve.page.locator('.chat input').fill('well played');
    await eve.page.locator('.chat form button').click();
    await fay.page.locator('.chat .lines', { hasText: 'well played' }).waitFor();
    await expectAccessible(eve.page, 'the page of a finished game on a phone');

    // A game goes on on this device from where the replay begins, and from a moment, which has an address.
    await fay.page.locator('[data-replay]').click();
    await fay.page.waitForURL(`**/g/${code}/replay`);
    await fay.page.locator('.replay').waitFor();
    await fay.page.locator('.table[data-n="0"]').waitFor();
    await fay.page.locator('[data-play-on]').click();
    await fay.page.waitForURL(/\/game\//);
    await fay.page.locator('.replay').waitFor({ state: 'detached' });
    await fay.page.locator('.table').waitFor();
    await fay.page.goto('/'); // a new page, not another place of the same one
    await fay.page.goto(`/g/${code}/replay#4`);
    await fay.page.locator('.table[data-n="4"]').waitFor();
    await fay.page.locator('[data-play-on]').click();
    await fay.page.waitForURL(/\/game\//);
    await fay.page.locator('.table[data-n="4"]').waitFor();
    await playOn(fay.page, { until: 8 });
    await fay.page.waitForFunction(() => Number(document.querySelector('.table').dataset.n) >= 8);

    // By link alone: a stranger is asked for a name first.
    const stranger = await newPerson(browser, server.url);
    await stranger.page.goto(`/g/${code}`);
    await stranger.page.locator('input[name="name"]').waitFor();
    await signIn(stranger.page, 'Gus');
    await stranger.page.locator(`[data-game="${code}"] .places li`).nth(1).waitFor();
    for (const { faults } of [eve, fay]) assert.deepEqual(faults, []);
    await Promise.all([eve, fay, stranger].map((one) => one.close()));
});

test('a kept name has a page with results, a plot, opponents and the last games', async () => {
    const ada = await keptPerson('Ada');
    const ben = await keptPerson('Ben', PHONE);
    const shown = await play(ada, ben, 'station-master', true);
    const byLink = await play(ben, ada, 'station-master', false);

    // Oneself: everything.
    await ada.page.goto('/online');
    await ada.page.locator('[data-own-page]').click();
    await ada.page.waitForURL('**/u/Ada');
    await ada.page.locator('[data-person="Ada"]').waitFor();
    await ada.page.locator('[data-record="station-master"]').waitFor();
    await ada.page.locator(`[data-result="${byLink}"]`).waitFor();
    await ada.page.locator('[data-plot="2"]').waitFor();
    // What has paid is counted a moment after the end.
    await ada.page.waitForFunction(async () => (await (await fetch('/api/1/people/Ada')).json()).paid.length > 0);
    await ada.page.reload();
    await ada.page.locator('[data-paid] li rect').first().waitFor();
    await ada.page.locator('header [data-to-online]').waitFor();
    await expectAccessible(ada.page, 'the page of a person');

    // Another, by a link on that page: what public tables show.
    await ada.page.locator('[data-opponent="Ben"]').click();
    await ada.page.waitForURL('**/u/Ben');
    await ada.page.locator('[data-person="Ben"]').waitFor();
    await ada.page.locator(`[data-result="${shown}"]`).waitFor();
    assert.equal(await ada.page.locator(`[data-result="${byLink}"]`).count(), 0);
    await ada.page.locator('[data-plot="1"]').waitFor();
    assert.equal(await ada.page.locator('[data-show]').count(), 0);

    // Ben hides it.
    await ben.page.goto('/u/Ben');
    await ben.page.locator('[data-show]').selectOption('hidden');
    await ben.page.waitForFunction(async () => (await (await fetch('/api/1/people/Ben')).json()).show === 'hidden');
    await ben.page.locator(`[data-result="${byLink}"]`).waitFor();
    await expectAccessible(ben.page, 'the own page on a phone');
    await ada.page.reload();
    await ada.page.getByText('Ben keeps this page private.').waitFor();
    assert.equal(await ada.page.locator('[data-result]').count(), 0);

    // In French; what the server cannot do is said, and the page stays; nobody of that name.
    await ada.page.goto('/u/Ada');
    await ada.page.locator('[data-record]').first().waitFor();
    await ada.page.locator('header button.text').first().click();
    await ada.page.getByRole('heading', { name: 'Résultats' }).waitFor();
    const asked = [ada, ben].map(({ faults }) => faults.slice());
    await ada.page.route('**/api/1/show?*', (route) => route.abort());
    await ada.page.locator('[data-show]').selectOption('hidden');
    await ada.page.locator('[data-person="Ada"] [role="alert"]', { hasText: 'Aucun serveur' }).waitFor();
    await ada.page.waitForFunction(() => document.querySelector('[data-show]').value === 'public');
    await ada.page.locator(`[data-result="${byLink}"]`).waitFor();
    await ada.page.goto('/u/Nobody%20here.');
    await ada.page.getByRole('heading', { name: 'Nobody here. n’a pas de page' }).waitFor();
    await ada.page.getByText('Les invités n’ont pas de page.').waitFor();
    await ada.page.locator('main a[href="/online"]').waitFor();
    assert.deepEqual(asked, [[], []]);
    await Promise.all([ada.close(), ben.close()]);
});

test('my finished games are found by game and person', async () => {
    const cleo = await keptPerson('Cleo', PHONE);
    const dan = await keptPerson('Dan D');
    const code = await play(cleo, dan, 'station-master', true);
    await cleo.page.goto('/online');
    const card = cleo.page.locator(`section:has([data-finished-game]) [data-table="${code}"]`);
    await card.waitFor();
    await cleo.page.locator('[data-finished-game]').selectOption('take-a-train');
    await cleo.page.getByText('No finished game fits.').waitFor();
    await cleo.page.locator('[data-finished-game]').selectOption('station-master');
    await card.waitFor();
    await cleo.page.locator('[data-finished-with]').fill('Nobody');
    await cleo.page.locator('[data-finished-find]').click();
    await cleo.page.getByText('Only people who keep their name can be found, not guests.').waitFor();
    await cleo.page.locator('[data-finished-with]').fill('dan d');
    await cleo.page.locator('[data-finished-find]').click();
    await card.waitFor();
    await expectAccessible(cleo.page, 'my finished games');
    for (const { faults } of [cleo, dan]) assert.deepEqual(faults, []);

    // Without an answer the list of the last question goes.
    await cleo.page.route(/\/api\/1\/tables\?.*with=Nobody/, (route) => route.abort());
    await cleo.page.locator('[data-finished-with]').fill('Nobody');
    await cleo.page.locator('[data-finished-find]').click();
    await cleo.page.locator('section:has([data-finished-game]) [role="alert"]', { hasText: 'No server' }).waitFor();
    await card.waitFor({ state: 'detached' });
    await Promise.all([cleo.close(), dan.close()]);
});

test('people are found, followed to their open table, and blocked', async () => {
    const gil = await keptPerson('Gil', PHONE);
    const hal = await keptPerson('Hal');
    await gil.page.locator('input[name="find"]').fill('ha');
    await gil.page.locator('[data-find]').click();
    await gil.page.locator('[data-found] [data-other="Hal"]').click();
    await gil.page.locator('[data-follow="off"]').click();
    await gil.page.locator('[data-follow="on"]').waitFor();
    await expectAccessible(gil.page, 'the page of somebody who is followed');
    await gil.page.goto('/online');
    await gil.page.locator('[data-followed="1"] [data-other="Hal"]').waitFor();
    assert.equal(await gil.page.locator('[data-their-table]').count(), 0);

    const seats = ['me', 'open'];
    const { table } = await post(hal.page, 'tables', { game: 'freight-train', seats, public: true });
    // Known without a reload: the lobby looks again.
    await gil.page.locator(`[data-followed] a[href="/t/${table}"]`).waitFor();
    await expectAccessible(gil.page, 'the lobby with people');
    assert.deepEqual(await smallTargets(gil.page), []);
    await gil.page.locator(`[data-followed] a[href="/t/${table}"]`).click();
    await gil.page.locator('[data-sit]').first().waitFor();

    await gil.page.goto('/u/Hal');
    await gil.page.locator('[data-block]').click();
    await gil.page.locator('[data-follow]').waitFor({ state: 'detached' });
    await gil.page.goto(`/t/${table}`);
    await gil.page.locator('[data-sit]').first().click();
    await gil.page.locator('[role="alert"]').waitFor();
    await hal.page.goto(`/t/${table}`);
    await hal.page.locator('.chat input').fill('Can you hear me?');
    await hal.page.locator('.chat form button').click();
    await hal.page.locator('.chat .lines', { hasText: 'Can you hear me?' }).waitFor();
    await gil.page.goto('/online');
    await gil.page.locator('[data-blocked="1"] summary').click();
    assert.equal(await gil.page.locator(`[data-table="${table}"]`).count(), 0);
    await gil.page.goto(`/t/${table}`);
    await gil.page.locator('.chat .lines').waitFor();
    assert.ok(!(await gil.page.locator('.chat .lines').innerText()).includes('Can you hear me?'));

    await gil.page.goto('/online');
    await gil.page.locator('[data-blocked="1"] summary').click();
    await gil.page.locator('[data-unblock]').click();
    await gil.page.locator('[data-blocked]').waitFor({ state: 'detached' });
    await gil.page.goto(`/t/${table}`);
    await gil.page.locator('.chat .lines', { hasText: 'Can you hear me?' }).waitFor();
    await gil.page.locator('[data-sit]').first().click();
    await gil.page.locator('[data-sit]').waitFor({ state: 'detached' });
    await Promise.all([gil, hal].map((one) => one.close()));
});
