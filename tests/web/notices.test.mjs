// notices.test.mjs: notices by web push: the settings, the service worker, which gets messages by
// DevTools, and what a press on a notice opens; inviting somebody by name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { signIn } from './driver.mjs';
import { eventually, newPerson } from './harness.mjs';
import { browser, server, useServer } from './setup.mjs';

useServer();

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

async function keptPerson(name, options) {
    const person = await newPerson(browser, server.url, options);
    await person.page.goto('/online');
    await signIn(person.page, name);
    await person.page.locator('[data-open-table]').waitFor();
    await post(person.page, 'keep', { name, password: 'all aboard!' });
    return person;
}

// What the push service of a browser would deliver. Resolves when the worker is there.
async function deliverer(page) {
    const session = await page.context().newCDPSession(page);
    const registered = new Promise((resolve) => {
        session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
            const found = registrations.find((one) => !one.isDeleted);
            if (found !== undefined) resolve(found.registrationId);
        });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    return (notice) =>
        session.send('ServiceWorker.deliverPushMessage', {
            origin: new URL(page.url()).origin,
            registrationId,
            data: JSON.stringify(notice),
        });
}

// Chromium without a screen shows no notices: what the worker would show is kept in the worker.
const keepShown = (worker) =>
    worker.evaluate(() => {
        self.shown = [];
        self.registration.showNotification = async (title, { body, tag, lang, data }) => {
            self.shown = [...self.shown.filter((one) => one.tag !== tag), { title, body, tag, lang, data }];
        };
    });

// Presses a notice; which windows the worker opens for it.
const press = (worker, url) =>
    worker.evaluate(async (data) => {
        const opened = [];
        self.clients.openWindow = async (what) => void opened.push(what);
        let done = Promise.resolve();
        const event = Object.assign(new Event('notificationclick'), {
            notification: { close: () => undefined, data },
            waitUntil: (promise) => (done = promise),
        });
        self.dispatchEvent(event);
        await done;
        return opened;
    }, url);

const shown = (worker) => worker.evaluate(() => self.shown);

async function waitForShown(worker, count) {
    await eventually(async () => assert.equal((await shown(worker)).length, count));
    return shown(worker);
}

test('the service worker shows a notice, but not to whoever looks at the table', async () => {
    const ada = await keptPerson('Ada', { serviceWorkers: 'allow' });
    const { table } = await post(ada.page, 'tables', { game: 'freight-train', seats: ['me', 'open'] });
    await ada.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const [worker] = ada.context.serviceWorkers();
    await keepShown(worker);
    const deliver = await deliverer(ada.page);
    const notice = {
        title: 'Train de marchandises',
        body: 'C’est votre tour (Train de marchandises).',
        url: `/t/${table}`,
        tag: table,
        language: 'fr',
    };
    await deliver(notice);
    assert.deepEqual(await waitForShown(worker, 1), [
        { title: notice.title, body: notice.body, tag: table, lang: 'fr', data: `/t/${table}` },
    ]);
    // The same table again replaces it; another one stands beside it.
    await deliver({ ...notice, body: 'La partie commence.' });
    await deliver({ ...notice, url: '/t/AAAAAAAAAA', tag: 'AAAAAAAAAA' });
    const both = await waitForShown(worker, 2);
    assert.deepEqual(both.map(({ body }) => body).sort(), [notice.body, 'La partie commence.'].sort());

    assert.deepEqual(await press(worker, '/t/AAAAAAAAAA'), ['/t/AAAAAAAAAA']);

    // At the table itself nothing is shown; the other notice is the sign that it was decided.
    await ada.page.goto(`/t/${table}`);
    await ada.page.locator('[data-invite]').waitFor();
    await deliver({ ...notice, tag: 'looking' });
    await deliver({ ...notice, url: '/t/BBBBBBBBBB', tag: 'BBBBBBBBBB' });
    const three = await waitForShown(worker, 3);
    assert.ok(!three.some(({ tag }) => tag === 'looking'));
    await ada.close();
});

// A push service of the browser's own: headless Chromium has none.
function fakePushService({ key, auth }) {
    const subscription = {
        toJSON: () => ({ endpoint: 'https://push.example.org/one', keys: { p256dh: key, auth } }),
        unsubscribe: async () => (localStorage.removeItem('subscribed'), true),
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? subscription : null);
    PushManager.prototype.subscribe = async () => (localStorage.setItem('subscribed', '1'), subscription);
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
}

const devicesOf = async (page) =>
    (await page.evaluate(async () => (await fetch('/api/1/notices', { cache: 'no-store' })).json())).devices.length;

test('a device that was stopped elsewhere stays so, and the next person is not subscribed', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const key = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url');
    const auth = Buffer.alloc(16, 7).toString('base64url');
    const gus = await keptPerson('Gus', { serviceWorkers: 'allow' });
    await gus.page.addInitScript(fakePushService, { key, auth });
    let sent = 0;
    gus.page.on('request', (request) => (sent += request.url().includes('/notices/device') ? 1 : 0));
    const lobby = () => lobbyOf(gus.page, 'Gus');
    await lobby();
    await gus.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await gus.page.locator('header button.tool', { hasText: 'Gus' }).click();
    await gus.page.locator('[data-notices-on]').click();
    await gus.page.locator('[data-notices-off]').waitFor();
    assert.equal(await devicesOf(gus.page), 1);
    // Each load asks for nothing more.
    await lobby();
    assert.equal(sent, 1);

    // Stopped as on another device.
    const { devices } = await gus.page.evaluate(async () => (await fetch('/api/1/notices')).json());
    await post(gus.page, 'notices/forget', { device: devices[0].device });
    await lobby();
    assert.equal(await devicesOf(gus.page), 0);

    // Asked for again; another session of the same person gets it, and after a logout nobody does.
    await gus.page.locator('header button.tool', { hasText: 'Gus' }).click();
    await gus.page.locator('[data-notices-on]').click();
    await gus.page.locator('[data-notices-off]').waitFor();
    await post(gus.page, 'logout', {});
    await gus.page.goto('/online');
    await signIn(gus.page, 'Hana');
    await gus.page.locator('[data-open-table]').waitFor();
    await lobbyOf(gus.page, 'Hana');
    assert.equal(await devicesOf(gus.page), 0);
    await gus.page.locator('header button.tool', { hasText: 'Hana' }).click();
    await gus.page.locator('summary', { hasText: 'Leave' }).click();
    await gus.page.locator('[data-logout]').click();
    await gus.page.locator('[data-sure]').click();
    await gus.page.waitForFunction(() => localStorage.getItem('subscribed') === null);
    await gus.close();
});

async function lobbyOf(page, name) {
    await page.goto('/online');
    await page.locator('header button.tool', { hasText: name }).waitFor();
    await page.waitForLoadState('networkidle');
}

test('notices are set in the account, and people invited by name', async () => {
    const eve = await keptPerson('Eve', { viewport: { width: 390, height: 844 } });
    const fay = await keptPerson('Fay');
    await eve.page.goto('/online');
    await eve.page.locator('header button.tool', { hasText: 'Eve' }).click();
    const part = eve.page.locator('[data-notices]');
    await part.waitFor();
    assert.ok(await part.locator('[data-notices-kind="turn"]').isChecked());
    await part.locator('[data-notices-kind="begin"]').uncheck();
    await part.locator('[data-notices-quiet]').check();
    await part.locator('input[type="time"]').first().fill('23:30');
    await part.locator('input[type="time"]').first().blur();
    // An emptied field is no time; what the server refuses is taken back.
    await part.locator('input[type="time"]').last().fill('');
    await part.locator('input[type="time"]').last().blur();
    assert.equal(await part.locator('input[type="time"]').last().inputValue(), '08:00');
    await eve.page.route('**/api/1/notices?*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await part.locator('[data-notices-kind="invited"]').click();
    await eve.page.locator('dialog [role="alert"]').waitFor();
    await eventually(async () => assert.ok(await part.locator('[data-notices-kind="invited"]').isChecked()));
    await eve.page.unroute('**/api/1/notices?*');
    // Two boxes within a round trip.
    await eve.page.evaluate(() => {
        for (const kind of ['turn', 'invited']) document.querySelector(`[data-notices-kind="${kind}"]`).click();
    });
    await eventually(async () => {
        const kept = await eve.page.evaluate(async () => (await fetch('/api/1/notices')).json());
        const { begin, turn, invited, from, to } = kept;
        assert.deepEqual([begin, turn, invited, from, to], [false, false, false, 23 * 60 + 30, 8 * 60]);
        assert.notEqual(kept.zone, '');
    });
    await expectAccessible(eve.page, 'the account with notices on a phone');

    const { table } = await post(fay.page, 'tables', { game: 'station-master', seats: ['me', 'open'] });
    await fay.page.goto(`/t/${table}`);
    await fay.page.locator('[data-invite]').fill('Nobody at all');
    await fay.page.locator('[data-invite]').press('Enter');
    await fay.page.locator('[role="alert"]').waitFor();
    await fay.page.locator('[data-invite]').fill('Eve');
    await fay.page.locator('[data-invite]').press('Enter');
    await fay.page.locator('[role="status"]', { hasText: 'Eve' }).waitFor();
    await expectAccessible(fay.page, 'a table to which somebody was invited');
    await Promise.all([eve, fay].map((person) => person.close()));
});
