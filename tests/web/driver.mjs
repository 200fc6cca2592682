// driver.mjs: plays by pressing what the page offers. The loop runs inside the page, so
// that a whole game takes seconds; it presses only what can be seen and is enabled.
import { expectAccessible } from './axe.mjs';

// Runs in the page: plays until the game is over, the table's number is `until`, something
// fits the selector `stopAt`, or `most` actions were pressed. Returns what was pressed.
// Meanwhile the page is transparent: nobody looks, and drawing would take half of the time.
async function drive({ seed, most, until, stopAt, patience }) {
    const REPORTS = 'dialog[open] footer .strong:not([data-rematch]), [data-confirm], [data-unpause], [data-handover], [data-go-on]';
    // Depends on the position and on what was pressed in it, not on how often the page was
    // looked at meanwhile: on a busy machine the same is pressed as on a quiet one.
    const below = (count, what) => {
        let hash = seed;
        for (const letter of `${momentOf()} ${steps} ${what}`) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193);
        hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
        return ((hash ^ (hash >>> 13)) >>> 0) % count;
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
    // Mutation callbacks run before other tasks; this lets those run, too, until nothing changes.
    const settled = async () => {
        let isQuiet = false;
        const observer = new MutationObserver(() => (isQuiet = false));
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        while (!isQuiet) {
            isQuiet = true;
            await new Promise((resolve) => setTimeout(resolve));
        }
        observer.disconnect();
    };
    const isOver = () => document.querySelector('[data-over="true"]') !== null && document.querySelector('[data-rematch]') !== null;
    const isThere = () => Number(document.querySelector('.table')?.dataset.n ?? 0) >= until;
    // A plan is not left open: nothing else is offered meanwhile, to this person or the others.
    const isPlanning = () => all('[data-plan-done], [data-plan-cancel]').length > 0;
    const isDone = () => isOver() || isThere() || (stopAt !== '' && document.querySelector(stopAt) !== null && !isPlanning());
    // The position that is shown: of the table, or of a turn that is not confirmed.
    const momentOf = () => {
        const { n, draft } = document.querySelector('.table')?.dataset ?? {};
        return `${n} ${draft}`;
    };
    const pressed = { actions: 0, words: {} };
    let vain = 0; // presses since the last one with an effect
    let here = ''; // the position that is shown
    let steps = 0; // presses in it, those of reports left out

    // Dialogs first, then any action; a closed list is opened now and then.
    const next = () => {
        const [first] = all(REPORTS);
        if (first) return first;
        // Chance may move cars for long: a plan ends after some presses.
        if ((pressed.actions >= most || vain > 20) && isPlanning()) return all('[data-plan-done], [data-plan-cancel]')[0];
        const arranging = all('[data-arranging] button, [data-plan-done], [data-plan-cancel]');
        // The dock shows the plan before the board does.
        if (arranging.length > 0) return all('[data-arranging] button').length > 0 ? arranging[below(arranging.length, 'arrange')] : undefined;
        // The board comes with the game's own script, after the dock.
        if (document.querySelector('.board') === null) return undefined;
        const offered = all('.table [data-action]');
        const lists = all('[data-group][aria-expanded="false"]');
        const candidates = below(3, 'list') === 0 || offered.length === 0 ? [...offered, ...lists] : offered;
        return candidates[below(candidates.length, 'action')];
    };

    document.documentElement.style.opacity = '0';
    while (!isDone() && (pressed.actions < most || isPlanning())) {
        if (momentOf() !== here) [here, steps] = [momentOf(), 0];
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
        await settled();
        // While a server is lost, lists open and close, and their choices are disabled.
        if (vain > 10) await new Promise((resolve) => setTimeout(resolve, 250));
        if (++vain > 60) throw new Error(`pressed in vain: ${element.outerHTML.slice(0, 300)}`);
        if (!element.matches(REPORTS)) steps++;
        if (action === undefined) continue;
        vain = 0;
        pressed.actions++;
        const [word] = action.split(' ');
        pressed.words[word] = (pressed.words[word] ?? 0) + 1;
        while (momentOf() === moment && element.isConnected && !isDone()) await changed();
    }
    document.documentElement.style.opacity = '';
    return { ...pressed, isOver: isOver() };
}

// `patience`: milliseconds without any change of the page.
export function playOn(page, { seed = 1, most = 100000, until = 100000, stopAt = '', patience = 60000 } = {}) {
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
    await page.waitForURL(/\/game\//).catch(async (error) => {
        throw new Error(`${error.message}: ${await page.locator('body').innerText()}`);
    });
}

// ---------------------------------------------------------------------------
// At a server
// ---------------------------------------------------------------------------

export async function signIn(page, name) {
    await page.locator('input[name="name"]').fill(name);
    await page.locator('[data-signin]').click();
}

// Opens a table with these seats ('me', 'open', levels), and as many more as the form has;
// `alone`: with no other. `clock` is one of the form. Returns its address.
export async function openTable(page, game, seats, { alone = false, clock = null } = {}) {
    await page.goto(`/open/${game}`);
    await signIn(page, 'Ada');
    await page.locator('[data-seat]').first().waitFor();
    await expectAccessible(page, 'opening a table');
    while (alone && (await page.locator('[data-seat]').count()) > seats.length) await page.locator('.remove').last().click();
    for (const [seat, who] of seats.entries()) await page.locator(`[data-seat="${seat}"]`).selectOption(who);
    if (clock !== null) await page.getByLabel('Clock').selectOption(clock);
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
    return Promise.all(people.map(({ page }, i) => playOn(page, { seed: i + 1, until })));
}
