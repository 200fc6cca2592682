// passkeys.test.mjs: passkeys in Chromium with its virtual authenticator, and recovery codes.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { signIn } from './driver.mjs';
import { eventually, expectCount, newPerson, openBrowser, QUICK, startServer } from './harness.mjs';

let folder, server, browser, url;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roundhouse-passkeys-'));
    server = await startServer(join(folder, 'data.db'));
    // WebAuthn has no addresses: the name.
    url = `http://localhost:${new URL(server.url).port}`;
    browser = await openBrowser();
});

after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
    await rm(folder, { recursive: true });
});

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// An authenticator that keeps passkeys, and says yes.
async function giveAuthenticator(page, transport = 'internal') {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2',
            transport,
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
        },
    });
    return {
        credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
        add: (credential) => devtools.send('WebAuthn.addCredential', { authenticatorId, credential }),
        // The person does not show who they are.
        refuse: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    };
}

async function newOwner(name, options = {}) {
    const person = await newPerson(browser, url, { ...DESKTOP, ...options });
    const key = await giveAuthenticator(person.page);
    await person.page.goto('/online');
    if (name !== null) {
        await signIn(person.page, name);
        await openAccount(person.page, name);
    }
    return { ...person, key };
}

async function openAccount(page, name) {
    await page.getByRole('button', { name }).click();
    await page.locator('dialog[open]').waitFor();
}

const closeAccount = (page) => page.locator('dialog[open] footer button').click();
const rows = (page) => page.locator('[data-passkey]');

// A refusal is told in the page, and the browser reports it as a failed resource.
const isOfARefusal = (fault) => /status of (403|409)/.test(fault);

// Screenshots for whoever wants to look: ROUNDHOUSE_PICTURES names a folder.
async function picture(page, name) {
    const pictures = process.env.ROUNDHOUSE_PICTURES;
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

test('a guest keeps the name with a passkey, and logs in with it on a phone', async () => {
    const me = await newOwner('Pia');
    await picture(me.page, 'guest');
    await me.page.locator('[data-add-passkey]').click();
    await me.page.getByText('The name is yours now.').waitFor();
    await expectCount(rows(me.page), 1);
    await expectAccessible(me.page, 'the account with a passkey');
    await picture(me.page, 'kept');
    const [credential] = await me.key.credentials();
    assert.equal(credential.rpId, 'localhost');
    await me.close();

    const phone = await newOwner(null, PHONE);
    await phone.key.add(credential);
    await phone.page.locator('[data-passkey-login]').waitFor();
    await expectAccessible(phone.page, 'signing in');
    await picture(phone.page, 'sign-in-phone');
    await phone.page.locator('[data-passkey-login]').click();
    await openAccount(phone.page, 'Pia');
    await rows(phone.page).waitFor();
    await picture(phone.page, 'kept-phone');
    assert.deepEqual([...me.faults, ...phone.faults], []);
    await phone.close();
});

test('a passkey is renamed, a second one added and the first removed; the last one stays', async () => {
    const me = await newOwner('Quentin');
    await me.page.locator('[data-add-passkey]').click();
    await rows(me.page).waitFor();
    await me.page.locator('[data-rename]').click();
    await me.page.locator('input[name="passkey-label"]').fill('Blue key');
    await me.page.keyboard.press('Enter');
    await me.page.getByText('Blue key').first().waitFor();

    await me.page.locator('[data-remove]').click();
    await me.page.locator('[data-confirm]').waitFor();
    await expectAccessible(me.page, 'the confirmation');
    const isInReach = (button) => {
        const { top, bottom } = button.getBoundingClientRect();
        const shown = button.closest('.body').getBoundingClientRect();
        return document.activeElement === button && top >= shown.top && bottom <= shown.bottom;
    };
    await eventually(async () =>
        assert.ok(await me.page.locator('[data-confirm-passkey]').evaluate(isInReach), 'it is shown, and has the focus'),
    );
    await picture(me.page, 'confirm');
    await me.page.locator('[data-confirm-passkey]').click();
    await me.page.getByText('This is the last way to sign in.').waitFor();

    // The authenticator has one for this account already: another one makes the second.
    await giveAuthenticator(me.page, 'usb');
    await me.page.locator('[data-add-passkey]').click();
    await me.page.getByText('The passkey is added.').waitFor();
    await expectCount(rows(me.page), 2);
    await me.page.locator('[data-remove]').first().click();
    await me.page.getByText('The passkey is removed.').waitFor();
    await expectCount(rows(me.page), 1);
    await expectCount(me.page.getByText('Blue key'), 0);
    assert.deepEqual(me.faults.filter((fault) => !isOfARefusal(fault)), []);
    await me.close();
});

test('recovery codes are shown once, and each logs in once', async () => {
    const me = await newOwner('Rosa', PHONE);
    await me.page.locator('[data-add-passkey]').click();
    await rows(me.page).waitFor();
    await me.page.getByText('Codes left: 0').waitFor();
    await me.page.locator('[data-make-codes]').click();
    await me.page.locator('[data-confirm-passkey]').click();
    await me.page.locator('[data-codes] li').nth(9).waitFor();
    await me.page.getByText('Codes left: 10').waitFor();
    await expectAccessible(me.page, 'recovery codes');
    await me.page.locator('[data-codes]').scrollIntoViewIfNeeded();
    await picture(me.page, 'codes-phone');
    const [code] = await me.page.locator('[data-codes] code').allTextContents();
    await closeAccount(me.page);
    await openAccount(me.page, 'Rosa');
    await me.page.getByText('Codes left: 10').waitFor();
    assert.equal(await me.page.locator('[data-codes]').count(), 0);

    const other = await newPerson(browser, url, DESKTOP);
    await other.page.goto('/online');
    for (const attempt of [1, 2]) {
        await other.page.locator('[data-code-login]').click();
        await other.page.locator('input[name="code-name"]').fill('Rosa');
        await other.page.locator('input[name="recovery-code"]').fill(code.toLowerCase().replaceAll('-', ' '));
        await picture(other.page, 'code');
        await other.page.keyboard.press('Enter');
        if (attempt === 2) break;
        await openAccount(other.page, 'Rosa');
        await other.page.getByText('Codes left: 9').waitFor();
        await other.page.locator('summary').click();
        await other.page.locator('[data-logout]').click();
    }
    await other.page.getByText('the code was used before').waitFor();
    await other.close();
    await me.close();
});

// The account of somebody with the password "all aboard" who has logged in with a recovery code.
async function newOwnerByCode(name) {
    const me = await newOwner(name);
    await me.page.locator('input[name="new-password"]').fill('all aboard');
    await me.page.locator('[data-keep]').click();
    await me.page.getByText('The name is yours now.').waitFor();
    await me.page.locator('[data-make-codes]').click();
    await me.page.locator('input[name="confirm-password"]').fill('all aboard');
    await me.page.keyboard.press('Enter');
    await me.page.locator('[data-codes] li').nth(9).waitFor();
    const [code] = await me.page.locator('[data-codes] code').allTextContents();
    await me.close();

    const other = await newPerson(browser, url, DESKTOP);
    await other.page.goto('/online');
    await other.page.locator('[data-code-login]').click();
    await other.page.locator('input[name="code-name"]').fill(name);
    await other.page.locator('input[name="recovery-code"]').fill(code);
    await other.page.keyboard.press('Enter');
    await openAccount(other.page, name);
    await other.page.getByText('you have just shown who you are').waitFor();
    await other.page.getByText('Codes left: 9').waitFor();
    return other;
}

test('whoever forgot the password logs in with a recovery code, and sets another', async () => {
    const me = await newOwnerByCode('Vera');
    await me.page.locator('input[name="new-password"]').fill('mind the gap');
    await me.page.locator('[data-keep]').click();
    await me.page.getByText('Your password is changed. The old recovery codes no longer work').waitFor();
    await me.page.getByText('you have just shown who you are').waitFor({ state: 'detached' });
    await me.page.getByText('Codes left: 0').waitFor();
    await me.close();
});

test('a new password by the old one ends the confirmation and the codes, and the page says so', async () => {
    const me = await newOwnerByCode('Wim');
    await me.page.locator('input[name="old-password"]').fill('all aboard');
    await me.page.locator('input[name="new-password"]').fill('mind the gap');
    await me.page.locator('[data-keep]').click();
    await me.page.getByText('Your password is changed. The old recovery codes no longer work').waitFor();
    await me.page.getByText('you have just shown who you are').waitFor({ state: 'detached' });
    await me.page.getByText('Codes left: 0').waitFor();

    // Without codes there is nothing to say of them.
    await me.page.locator('input[name="old-password"]').fill('mind the gap');
    await me.page.locator('input[name="new-password"]').fill('all aboard');
    await me.page.locator('[data-keep]').click();
    await me.page.getByText('Your password is changed.', { exact: true }).waitFor();
    assert.deepEqual(me.faults, []);
    await me.close();
});

test('whoever has no password deletes the account with a passkey', async () => {
    const me = await newOwner('Simon');
    await me.page.locator('[data-add-passkey]').click();
    await rows(me.page).waitFor();
    assert.equal(await me.page.locator('input[name="old-password"]').count(), 0);
    await me.page.locator('summary').click();
    await me.page.locator('[data-delete]').click();
    await me.page.locator('[data-sure]').click();
    await me.page.locator('[data-confirm-passkey]').click();
    await me.page.locator('[data-passkey-login]').waitFor();
    await me.page.locator('[data-passkey-login]').click();
    await me.page.getByText('This passkey was not accepted.').waitFor();
    await me.close();
});

test('whoever cancels, or is not verified, is told so in French', async () => {
    const me = await newOwner('Tess', { settings: { ...QUICK, language: 'fr' } });
    await me.key.refuse();
    await me.page.locator('[data-add-passkey]').click();
    await me.page.getByText('Aucune clé d’accès n’a servi.').waitFor();
    await picture(me.page, 'refused-french');
    await closeAccount(me.page);
    await openAccount(me.page, 'Tess');
    await me.page.getByRole('button', { name: 'Garder ce nom avec une clé d’accès' }).waitFor();
    assert.deepEqual(me.faults, []);
    await me.close();
});

test('at an address instead of a name there are no passkeys', async () => {
    const me = await newPerson(browser, server.url, DESKTOP);
    const asked = me.page.waitForResponse(/\/api\/1\/login\?/);
    await me.page.goto('/online');
    await asked;
    await me.page.locator('[data-code-login]').waitFor();
    assert.equal(await me.page.locator('[data-passkey-login]').count(), 0);
    await signIn(me.page, 'Ursula');
    await openAccount(me.page, 'Ursula');
    await me.page.locator('[data-keep]').waitFor();
    assert.equal(await me.page.locator('[data-add-passkey]').count(), 0);
    await me.close();
});
