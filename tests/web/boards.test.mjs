// boards.test.mjs: whole games in which only highlighted things on the table are pressed: a
// thing, then a place. The bar of actions below it is left alone, but for passing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './driver.mjs';
import { newPerson } from './harness.mjs';
import { browser, files, useFiles } from './setup.mjs';

useFiles();

// Runs in the page, until nothing was highlighted for a minute. Returns how many things were pressed.
async function pressWhatIsLit(seed) {
    let chance = seed;
    const below = (count) => {
        chance ^= chance << 13;
        chance ^= chance >>> 17;
        chance ^= chance << 5;
        return (chance >>> 0) % count;
    };
    const PLACES = '.here, .pile.aim';
    const THINGS = 'button.lit, .choice, .again, .box .buttons button, .stage > .strong, .hand > .strong';
    const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => !element.disabled);
    const isOver = () => document.querySelector('[data-over="true"]') !== null && document.querySelector('[data-rematch]') !== null;
    const soon = () => new Promise((resolve) => setTimeout(resolve, 2));
    let presses = 0;
    let last = performance.now(); // when something was highlighted

    while (!isOver() && performance.now() < last + 60000) {
        const [dialog] = all('dialog[open] footer .strong:not([data-rematch]), [data-confirm], [data-go-on]');
        if (dialog) {
            dialog.click();
            await soon();
            continue;
        }
        const places = all(`.board :is(${PLACES})`);
        const lit = places.length > 0 && below(8) > 0 ? places : all(`.board :is(${PLACES}, ${THINGS})`);
        const pass = all('.bar [data-action="pass"]');
        const offered = lit.length > 0 && (pass.length === 0 || below(30) > 0) ? lit : pass;
        const element = offered[below(Math.max(1, offered.length))];
        if (element !== undefined) {
            last = performance.now();
            presses++;
            element.click();
        }
        await soon();
    }
    return { presses, isOver: isOver() };
}

const GAMES = [
    ['station-master', ['person', 'greedy', 'greedy'], { width: 360, height: 740 }],
    ['station-master', ['person', 'greedy', 'greedy', 'greedy', 'greedy', 'greedy'], { width: 1280, height: 800 }],
    ['take-a-train', ['person', 'greedy'], { width: 1280, height: 800 }],
    ['take-a-train', ['greedy', 'person', 'greedy', 'greedy'], { width: 360, height: 740 }],
];

for (const [game, seats, size] of GAMES) {
    test(`${game}, ${seats.length} seats, ${size.width} wide, by what is lit`, async () => {
        const me = await newPerson(browser, files.url, { viewport: size });
        await setUp(me.page, game, seats);
        const played = await me.page.evaluate(pressWhatIsLit, 7 * seats.length);
        assert.ok(played.isOver, `${played.presses} presses, and nothing is lit`);
        assert.ok(played.presses > 20, `${played.presses} presses`);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}
