// mail.test.mjs: mail in the page: an address is added, confirmed, changed and removed; a forgotten
// password; the end of digests. The mails are taken by a mail server of this file.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { signIn } from './driver.mjs';
import { eventually, newPerson } from './harness.mjs';
import { browser, restartServer, server, useServer } from './setup.mjs';

useServer();

// Takes every mail. tests/mail has a strict one.
const mails = [];
const smtp = createServer((socket) => {
    let text = null;
    let rest = '';
    const say = (line) => socket.write(`${line}\r\n`);
    const obey = (line) => {
        if (text !== null && line !== '.') text += `${line}\n`;
        else if (text !== null) {
            mails.push(text);
            text = null;
            say('250 OK');
        } else if (line === 'DATA') {
            text = '';
            say('354 Go ahead');
        } else if (line === 'QUIT') socket.end('221 Bye\r\n');
        else say('250 OK');
    };
    say('220 mail.test');
    socket.setEncoding('latin1').on('data', (more) => {
        const lines = (rest + more).split('\r\n');
        rest = lines.pop();
        lines.forEach(obey);
    });
    socket.on('error', () => undefined);
});

// The server sends mail from the first test on.
test('a server gets a mail server', async () => {
    await new Promise((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    await server.stop();
    const url = `smtp://127.0.0.1:${smtp.address().port}`;
    await restartServer('--base-url', server.url, '--smtp', url, '--mail-from', 'trains@example.org');
    const { mail } = await (await fetch(`${server.url}/api/1/hello`)).json();
    assert.equal(mail, true);
});
after(() => smtp.close());

// The body of the next mail, without quoted-printable.
async function nextMail() {
    await eventually(() => assert.ok(mails.length > 0));
    const bytes = mails
        .shift()
        .replaceAll('=\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
}

const linkIn = (mail, path) => /https?:\S+/g.exec(mail.slice(mail.indexOf(server.url + path)))[0];

const PHONE = { viewport: { width: 360, height: 740 } };

async function keptPerson(name, options) {
    const person = await newPerson(browser, server.url, options);
    await person.page.goto('/online');
    await signIn(person.page, name);
    await person.page.locator('[data-open-table]').waitFor();
    await person.page.evaluate(async (own) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ name: own, password: 'all aboard!' });
        await fetch('/api/1/keep', { method: 'POST', headers, body });
    }, name);
    await person.page.goto('/online');
    return person;
}

const openAccount = (page, name) => page.locator('header button.tool', { hasText: name }).click();

// Pictures for whoever wants to look: ROUNDHOUSE_PICTURES is a folder.
async function picture(page, name) {
    const folder = process.env.ROUNDHOUSE_PICTURES;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

async function addAddress(page, address) {
    const part = page.locator('[data-mail]');
    await part.locator('input[name="email"]').fill(address);
    await part.locator('[data-mail-add]').click();
}

test('an address is confirmed, changed and removed', async () => {
    const ada = await keptPerson('Ada', PHONE);
    await openAccount(ada.page, 'Ada');
    const part = ada.page.locator('[data-mail]');
    await part.waitFor();
    await part.scrollIntoViewIfNeeded();
    await picture(ada.page, 'mail-phone');
    await addAddress(ada.page, 'ada@example');
    await ada.page.locator('.problem', { hasText: 'mail address' }).waitFor();
    await addAddress(ada.page, 'ada@example.org');
    await ada.page.locator('[data-confirm] input[type="password"]').fill('all aboard!');
    await ada.page.locator('[data-confirm] form button').first().click();
    await part.locator('[data-mail-pending]').waitFor();
    await part.scrollIntoViewIfNeeded();
    await expectAccessible(ada.page, 'an address that waits');
    await picture(ada.page, 'mail-pending-phone');

    // The link is opened elsewhere, by somebody who is not signed in.
    const elsewhere = await newPerson(browser, server.url, { ...PHONE, locale: 'fr-FR' });
    await elsewhere.page.goto(linkIn(await nextMail(), '/mail#'));
    await elsewhere.page.locator('[data-mail-press]').waitFor();
    await expectAccessible(elsewhere.page, 'a link that confirms');
    await picture(elsewhere.page, 'mail-confirm-phone');
    await elsewhere.page.locator('[data-mail-press]').click();
    await elsewhere.page.locator('[data-mail-done]').waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.locator('[data-mail-press]').click();
    await elsewhere.page.locator('[role="alert"]').waitFor();

    await ada.page.reload();
    await openAccount(ada.page, 'Ada');
    await part.locator('[data-mail-address]', { hasText: 'ada@example.org' }).waitFor();
    assert.equal(await part.locator('[data-mail-every]').inputValue(), '24');
    await part.locator('[data-mail-every]').selectOption('168');
    await eventually(async () => {
        const { every } = await ada.page.evaluate(async () => (await fetch('/api/1/mail')).json());
        assert.equal(every, 168);
    });
    await picture(ada.page, 'mail-confirmed-phone');
    await part.locator('[data-mail-remove]').click();
    await part.locator('[data-mail-address]').waitFor({ state: 'detached' });
    await Promise.all([ada, elsewhere].map((one) => one.close()));
});

test('a forgotten password is replaced by a link in a mail', async () => {
    const ben = await keptPerson('Ben', { viewport: { width: 1280, height: 800 } });
    await openAccount(ben.page, 'Ben');
    await ben.page.locator('[data-mail]').waitFor();
    await addAddress(ben.page, 'ben@example.org');
    await ben.page.locator('[data-confirm] input[type="password"]').fill('all aboard!');
    await ben.page.locator('[data-confirm] form button').first().click();
    const elsewhere = await newPerson(browser, server.url);
    await elsewhere.page.goto(linkIn(await nextMail(), '/mail#'));
    await elsewhere.page.locator('[data-mail-press]').click();
    await elsewhere.page.locator('[data-mail-done]').waitFor();
    await ben.page.locator('[data-mail]').scrollIntoViewIfNeeded();
    await picture(ben.page, 'mail-desktop');

    await elsewhere.page.goto('/online');
    await elsewhere.page.locator('[data-password]').click();
    await elsewhere.page.locator('[data-forgot]').click();
    await elsewhere.page.locator('input[name="recover"]').fill('ben');
    await elsewhere.page.locator('[data-recover-send]').click();
    await elsewhere.page.locator('[data-recover-done]').waitFor();
    await expectAccessible(elsewhere.page, 'a forgotten password');
    await picture(elsewhere.page, 'recover');
    await elsewhere.page.goto(linkIn(await nextMail(), '/reset#'));
    await elsewhere.page.locator('input[name="password"]').fill('new train!');
    await elsewhere.page.locator('[data-reset]').click();
    await elsewhere.page.waitForURL('**/online');
    await elsewhere.page.locator('.tool', { hasText: 'Ben' }).waitFor();
    assert.match(await nextMail(), /has a new password/);
    await ben.page.goto('/online'); // that session has ended
    await ben.page.locator('[data-signin]').waitFor();
    await Promise.all([ben, elsewhere].map((one) => one.close()));
});

test('the link at the end of a digest asks before it ends them', async () => {
    const person = await newPerson(browser, server.url, PHONE);
    await person.page.goto('/unsubscribe/uAAAAAAAAAA-00112233445566778899aabbccddeeff');
    await person.page.locator('[data-mail-press]').waitFor();
    await picture(person.page, 'unsubscribe-phone');
    await person.page.locator('[data-mail-press]').click();
    await person.page.locator('[role="alert"]').waitFor(); // nobody has this link
    await person.close();
});

test('without mail nothing of it is offered', async () => {
    await server.stop();
    await restartServer();
    const cleo = await keptPerson('Cleo');
    await openAccount(cleo.page, 'Cleo');
    await cleo.page.locator('[data-notices]').waitFor();
    assert.equal(await cleo.page.locator('[data-mail]').count(), 0);
    const guest = await newPerson(browser, server.url);
    await guest.page.goto('/online');
    await guest.page.locator('[data-password]').click();
    assert.equal(await guest.page.locator('[data-forgot]').count(), 0);
    await Promise.all([cleo, guest].map((one) => one.close()));
});
