// scores.test.mjs: scores show their arithmetic. What is expected is computed here, from the
// positions that the engine sends and the rules, not by the page's own code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { playOn, setUp } from './driver.mjs';
import { newPerson } from './harness.mjs';
import { browser, files, useFiles } from './setup.mjs';

useFiles();

// Keeps every update that the engine sends to the page, in `updates`.
async function record(context) {
    await context.addInitScript(() => {
        window.updates = [];
        const Plain = window.Worker;
        window.Worker = class extends Plain {
            constructor(...args) {
                super(...args);
                this.addEventListener('message', ({ data }) => data.update && window.updates.push(data.update));
            }
        };
    });
}

async function sitDown(game, seats, { options = {}, ...person } = {}) {
    const me = await newPerson(browser, files.url, person);
    await record(me.context);
    await setUp(me.page, game, seats, options);
    await me.page.locator('.board section').first().waitFor();
    return me;
}

// The update that is on the screen, the one before it, and the numbers of these attributes,
// all at one moment: bots go on while a test looks.
function look(page, attributes = {}) {
    return page.evaluate((wanted) => {
        const n = Number(document.querySelector('.table').dataset.n);
        const numbers = ([name, selector]) => [
            name,
            [...document.querySelectorAll(selector)].map((one) => Number(one.getAttribute(/\[([\w-]+)\]$/.exec(selector)[1]))),
        ];
        return {
            update: window.updates.findLast((update) => update.n === n),
            earlier: window.updates.findLast((update) => update.n < n),
            ...Object.fromEntries(Object.entries(wanted).map(numbers)),
        };
    }, attributes);
}

const sum = (list) => list.reduce((total, one) => total + one, 0);

// ---------------------------------------------------------------------------
// Station Master
// ---------------------------------------------------------------------------

// SM-6.1, SM-6.2, SM-5.2.
function worthOf({ locomotive, carriages, royal }) {
    const [service] = locomotive.split('-');
    const values = carriages.map((card) => {
        if (card === 'first' || card === 'executive') return (card === 'first' ? 3 : 5) * (service === 'executive' ? 1 : -1);
        return Number(card) * (service === 'freight' ? -1 : 1);
    });
    return sum(values.map((value, i) => (i >= values.length - 2 ? value * 2 ** royal : value)));
}

async function checkStation(page) {
    const { update, worths, stakes } = await look(page, {
        worths: '.station [data-worth]',
        stakes: '.station [data-stake]',
    });
    const { station } = update.position.state;
    assert.deepEqual(worths, station.map(worthOf));
    const expected = station
        .map((train) => ({ worth: worthOf(train), own: train.tokens.filter(({ seat }) => seat === update.seat) }))
        .filter(({ own }) => own.length > 0)
        .map(({ worth, own }) => worth * sum(own.map(({ value }) => value)));
    assert.deepEqual(stakes, expected);
}

const gained = ({ update, earlier }) =>
    update.position.scores.map((score, seat) => score - earlier.position.scores[seat]);

test('station-master: trains show what they are worth, departures every term that counts', async () => {
    const me = await sitDown('station-master', ['person', 'greedy', 'greedy']);
    const { page } = me;
    let departures = 0;
    for (let i = 0; i < 60 && departures < 2; i++) {
        await checkStation(page);
        if (await page.locator('[data-go-on]').isVisible()) {
            departures++;
            const seen = await look(page, {
                worth: '.departures [data-worth]',
                terms: '.departures .terms [data-amount]',
                points: '.departures [data-points]',
            });
            assert.equal(sum(seen.terms), seen.worth[0]);
            const aboard = gained(seen).filter((_, seat) => seen.update.paid.some((term) => term.seat === seat));
            assert.deepEqual(seen.points, aboard);
            await expectAccessible(page, 'a departure');
            const { n } = seen.update;
            await page.locator('[data-go-on]').click();
            // The next position, or this one without its report.
            await page.waitForFunction(
                (was) => Number(document.querySelector('.table').dataset.n) > was || document.querySelector('[data-go-on]') === null,
                n,
            );
            continue;
        }
        await playOn(page, { seed: i + 1, most: 1 });
    }
    assert.ok(departures > 0);
    assert.deepEqual(me.faults, []);
    await me.close();
});

test('station-master: before coupling, a train says what it will become', async () => {
    const me = await sitDown('station-master', ['person', 'greedy'], { options: { first: '0' } });
    const { page } = me;
    await page.locator('.home button.lit').first().click();
    const preview = page.locator('.preview').first();
    await preview.waitFor();
    assert.match(await preview.textContent(), /if it left now/);
    await me.close();
});

test('skipping stops at a departure', async () => {
    const settings = { pace: 'calm', motion: 'off', confirm: false };
    const me = await sitDown('station-master', ['person', 'greedy', 'greedy', 'greedy', 'greedy', 'greedy'], { settings });
    const { page } = me;
    const n = await page.evaluate(async () => {
        const find = (selector) => [...document.querySelectorAll(selector)].find((one) => !one.disabled);
        const end = performance.now() + 120000;
        while (performance.now() < end && find('[data-go-on]') === undefined) {
            const next = find('[data-skip]') ?? find('.table [data-action]') ?? find('[data-group][aria-expanded="false"]');
            next?.click();
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return Number(document.querySelector('.table').dataset.n);
    });
    const left = await page.evaluate(
        () => window.updates.find(({ events }) => events.some(({ event }) => event === 'departed')).n,
    );
    assert.equal(n, left);
    await page.locator('[data-go-on]').waitFor();
    await me.close();
});

// ---------------------------------------------------------------------------
// Freight Train
// ---------------------------------------------------------------------------

// FT-5.3 to FT-5.5, without mixed trains and cabooses: points by seat.
function dayOf({ players, day }, types) {
    const points = players.map(() => 0);
    for (const type of types) {
        const lengths = players.map(({ trains }) =>
            Math.max(0, ...trains.filter(({ cars }) => cars[0] === type && cars.every((car) => car === type)).map(({ cars }) => cars.length)),
        );
        const most = Math.max(...lengths);
        if (most === 0) continue;
        const first = lengths.filter((length) => length === most).length;
        lengths.forEach((length, seat) => (points[seat] += length === most ? ([0, 3, 2, 1][first] ?? 0) : 0));
        if (first > 1) continue;
        const second = Math.max(0, ...lengths.filter((length) => length < most));
        const those = lengths.flatMap((length, seat) => (second > 0 && length === second ? [seat] : []));
        if (those.length === 1) points[those[0]] += 1;
    }
    const yards = players.map(({ yard }) => sum(yard.map((siding) => siding.length)));
    return points.map((one, seat) => one + (day === 1 ? Math.floor(yards[seat] / 2) : day === 3 ? -yards[seat] : 0));
}

const typesOf = ({ players }) => [...new Set(players.flatMap(({ trains }) => trains.flatMap(({ cars }) => cars)))];

// Runs in the page: looks after every change, and keeps what is wrong in `hidden`. Now and then
// the page is scrolled to its end, and back.
function watchLeads() {
    window.hidden = [];
    window.looks = 0;
    const look = () => {
        const panel = document.querySelector('.leads')?.getBoundingClientRect();
        const dock = document.querySelector('.dock')?.getBoundingClientRect();
        if (panel === undefined || dock === undefined) return;
        if (++window.looks % 20 === 0) scrollTo(0, scrollY === 0 ? document.documentElement.scrollHeight : 0);
        const { n } = document.querySelector('.table').dataset;
        if (panel.top < 0 || panel.bottom > dock.top || panel.right > innerWidth)
            window.hidden.push(`${n}: ${panel.top} to ${panel.bottom}, the dock begins at ${dock.top}`);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}

test('freight-train: whose train is longest is in sight in every moment of a game', async () => {
    const me = await sitDown('freight-train', ['person', 'greedy', 'greedy', 'greedy', 'greedy'], {
        viewport: { width: 1280, height: 800 },
    });
    const { page } = me;
    await page.evaluate(watchLeads);
    const { isOver } = await playOn(page, { seed: 11 });
    assert.ok(isOver);
    const { hidden, looks } = await page.evaluate(() => ({ hidden: window.hidden, looks: window.looks }));
    assert.ok(looks > 300, `${looks} looks`);
    assert.deepEqual(hidden.slice(0, 5), [], `hidden in ${hidden.length} of ${looks} moments`);
    await me.close();
});

test('freight-train: whose train is longest says what the day would bring', async () => {
    const me = await sitDown('freight-train', ['person', 'greedy', 'greedy'], {
        options: { mixed: 'none' },
        viewport: { width: 1280, height: 800 },
    });
    const { page } = me;
    await playOn(page, { until: 60 });
    const { update, totals } = await look(page, { totals: '.leads [data-total]' });
    const { state } = update.position;
    assert.deepEqual(totals, dayOf(state, typesOf(state)));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('[data-leads]').click();
    await page.locator('dialog[open] table').waitFor();
    await expectAccessible(page, 'the longest trains on a phone');
    assert.deepEqual(me.faults, []);
    await me.close();
});

test('freight-train: the report of a day has subtotals that are the points gained', async () => {
    const me = await sitDown('freight-train', ['person', 'greedy'], { options: { edition: 'white-wind' } });
    const { page } = me;
    await playOn(page, { stopAt: 'dialog[open] [data-sum]' });
    const seen = await look(page, { sums: 'dialog[open] [data-sum]' });
    assert.deepEqual(seen.sums, gained(seen));
    for (const [seat, gain] of gained(seen).entries()) {
        const { lines } = await look(page, { lines: `dialog[open] [data-seat="${seat}"] [data-amount]` });
        assert.equal(sum(lines), gain);
    }
    await expectAccessible(page, 'the report of a day');
    assert.deepEqual(me.faults, []);
    await me.close();
});

// ---------------------------------------------------------------------------
// Results
// ---------------------------------------------------------------------------

for (const [game, seats] of [['freight-train', ['person', 'greedy']], ['station-master', ['person', 'greedy']], ['take-a-train', ['person', 'greedy', 'greedy']]]) {
    test(`${game}: the lines of a result add up to the score`, async () => {
        const me = await sitDown(game, seats);
        const { page } = me;
        await playOn(page, { seed: 5 });
        const { position } = (await look(page)).update;
        const order = position.scores.map((_, seat) => seat).sort((a, b) => position.ranking[a] - position.ranking[b]);
        for (const [place, seat] of order.entries()) {
            const { lines } = await look(page, { lines: `dialog[open] .places > li:nth-child(${place + 1}) [data-amount]` });
            const total = lines.pop();
            assert.ok(lines.length > 0);
            assert.equal(sum(lines), total);
            assert.equal(total, position.scores[seat]);
        }
        /* Every line is said in words. */
        assert.doesNotMatch(await page.locator('dialog[open] .places').textContent(), /\.term\./);
        await expectAccessible(page, `the result of ${game}`);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}
