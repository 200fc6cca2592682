// games.test.mjs: whole games of every rule set, played by pressing what the page
// offers, against bots in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOn, setUp } from './driver.mjs';
import { newPerson } from './harness.mjs';
import { browser, files, useFiles } from './setup.mjs';

useFiles();

const GAMES = [
    ['freight-train', ['person', 'greedy'], { edition: 'white-wind' }],
    ['freight-train', ['greedy', 'person', 'greedy'], { edition: 'mayfair', cabooses: 'on', sequence: 'plain', mixed: 'score' }],
    ['station-master', ['person', 'easy'], {}],
    ['station-master', ['greedy', 'greedy', 'person', 'greedy', 'greedy', 'greedy'], { first: '2' }],
    ['take-a-train', ['person', 'greedy'], { rotating: 'sum', objectives: 'printed', money: 'open' }],
    ['take-a-train', ['greedy', 'person', 'greedy', 'greedy', 'greedy'], {}],
];

for (const [game, seats, options] of GAMES) {
    test(`${game}, ${seats.join(' ')}, ${JSON.stringify(options)}, is played to its end`, async () => {
        const me = await newPerson(browser, files.url);
        await setUp(me.page, game, seats, options);
        const played = await playOn(me.page, { seed: seats.length });
        assert.ok(played.isOver);
        assert.ok(played.actions > 10, `${played.actions} actions`);
        assert.equal(await me.page.locator('dialog[open] .places > li').count(), seats.length);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}
