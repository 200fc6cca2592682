// driver.mjs: plays by pressing what the page offers. The loop runs inside the page, so
// that a whole game takes seconds; it presses only what can be seen and is enabled.
import { expectAccessible } from './axe.mjs';

// Runs in the page: plays until the game is over, the table's number is `until`, something
// fits the selector `stopAt`, or `most` actions were pressed. Returns what was pressed.
async function drive({ seed, most, until, stopAt, patience }) {
    let chance = seed;
    const below = (count) => {
        chance ^= chance << 13;
        chance ^= chance >>> 17;
        chance ^= chance << 5;
        return (chance >>> 0) % count;
    };
    const isPressable = (element) => !element.disabled && element.checkVisibility({ visibilityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)].filter(isPressable);
    const changed = () =>
        new Promise((resolve, reject) => {
            const done = (settle) => () => (observer.disconnect(), clearTimeout(timer), settle());
            const observer = new MutationObserver(done(resolve));
            observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
            const timer = setTimeout(done(() => reject(new Error(`nothing happens: ${document.body.innerText.slice(0, 600)}`))), patience);
        });
    // Mutation callbacks run before other tasks; this lets those run, too.
    const soon = () => new Promise((resolve) => setTimeout(resolve));
    const isOver = () => document.querySelector('[data-over="true"]') !== null && document.querySelector('[data-rematch]') !== null;
    const isThere = () => Number(document.querySelector('.table')?.dataset.n ?? 0) >= until;
    const isDone = () => isOver() || isThere() || (stopAt !== '' && document.querySelector(stopAt) !== null);
    // The position that is shown: of the table, or of a turn that is not confirmed.
    const momentOf = () => {
        const { n, draft } = document.querySelector('.table')?.dataset ?? {};
        return `${n} ${draft}`;
    };
    const pressed = { actions: 0, words: {} };
    let vain = 0; // presses since the last one with an effect

    // A plan is not left open: nothing else is offered meanwhile.
    const isPlanning = () => all('[data-plan-done], [data-plan-cancel]').length > 0;

    // Dialogs first, then any action; a closed list is opened now and then.
    const next = () => {
        const [first] = all('dialog[open] footer .strong:not([data-rematch]), [data-confirm], [data-unpause], [data-handover], [data-go-on]');
        if (first) return first;
        if (pressed.actions >= most && isPlanning()) return all('[data-plan-done], [data-plan-cancel]')[0];
        const arranging = all('[data-arranging] button, [data-plan-done], [data-plan-cancel]');
        if (arranging.length > 0) return arranging[below(arranging.length)];
        const offered = all('.table [data-action]');
        const lists = all('[data-group][aria-expanded="false"]');
        const candidates = below(3) === 0 || offered.length === 0 ? [...offered, ...lists] : offered;
        return candidates[below(candidates.length)];
    };

    while (!isDone() && (pressed.actions < most || isPlanning())) {
        const element = next();
        if (element === undefined) {
            const waits = changed();
            if (!isDone() && next() === undefined) await waits;
            continue;
        }
        const moment = momentOf();
        const { action } = element.dataset;
        const waits = changed();
        element.click();
        await waits;
        await soon();
        if (++vain > 60) throw new Error(`pressed in vain: ${element.outerHTML.slice(0, 300)}`);
        if (action === undefined) continue;
        vain = 0;
        pressed.actions++;
        const [word] = action.split(' ');
        pressed.words[word] = (pressed.words[word] ?? 0) + 1;
        while (momentOf() === moment && element.isConnected && !isDone()) await changed();
    }
    return { ...pressed, isOver: isOver() };
}

// `patience`: milliseconds without any change of the page.
export function playOn(page, { seed = 1, most = 100000, until = 100000, stopAt = '', patience = 10000 } = {}) {
    return page.evaluate(drive, { seed, most, until, stopAt, patience });
}

// ---------------------------------------------------------------------------
// Setting up
// ---------------------------------------------------------------------------

// A new game by the page's own form: `seats` are 'person' or levels.
export async function setUp(page, game, seats, options = {}) {
    await page.goto(`/new/${game}`);
    const rows = page.locator('form ol > li');
    await rows.first().waitFor();
    while ((await rows.count()) > seats.length) await rows.last().locator('button').click();
    while ((await rows.count()) < seats.length) await page.locator('form section button.small').first().click();
    for (const [seat, who] of seats.entries()) await rows.nth(seat).locator('select').selectOption(who);
    for (const [id, value] of Object.entries(options)) await page.locator(`[data-option="${id}"]`).selectOption(value);
    await page.locator('[data-start]').click();
    await page.waitForURL(/\/game\//);
}

// ---------------------------------------------------------------------------
// At a server
// ---------------------------------------------------------------------------

export async function signIn(page, name) {
    await page.locator('input[name="name"]').fill(name);
    await page.locator('[data-signin]').click();
}

// Opens a table with these seats ('me', 'open', levels); returns its address.
export async function openTable(page, game, seats) {
    await page.goto(`/open/${game}`);
    await signIn(page, 'Ada');
    await page.locator('[data-seat]').first().waitFor();
    await expectAccessible(page, 'opening a table');
    for (const [seat, who] of seats.entries()) await page.locator(`[data-seat="${seat}"]`).selectOption(who);
    await page.locator('[data-open]').click();
    await page.waitForURL(/\/t\/\w+/);
    return new URL(page.url()).pathname;
}

export async function sitDown(page, path, name) {
    await page.goto(path);
    await signIn(page, name);
    await page.locator('[data-sit]').first().click();
}

export const numberOf = (page) => page.locator('.table').getAttribute('data-n').then(Number);

export function bothPlay(people, until) {
    return Promise.all(people.map(({ page }, i) => playOn(page, { seed: i + 1, until, patience: 60000 })));
}
