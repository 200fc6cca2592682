// lessons.test.mjs: the lesson of each game: played to its end by following the coach, and
// with every mistake that the coach answers made and taken back; a reload and another language
// in the middle. A lesson is no stored game.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { expectCount, expectText, newPerson, openBrowser, root, serveFiles } from './harness.mjs';

let files, browser, words;
before(async () => {
    files = await serveFiles();
    browser = await openBrowser();
    const catalogue = async (language) => JSON.parse(await readFile(join(root, `words/${language}.json`), 'utf8'));
    words = { en: await catalogue('en'), fr: await catalogue('fr') };
});
after(async () => {
    await browser?.close();
    await files?.close();
});

// What to do at each step that waits for the learner, and the mistakes before it: each a run of
// actions, and the coach's answer to it.
const LESSONS = {
    'freight-train': {
        take: ['take 0', 'take 2', 'take 1'],
        place: ['couple box 0', 'couple box 0', 'couple ore 1'],
        switch: ['switch 1 0', 'switch 0 1', 'switch 0 2', 'switch 1 2'],
        tie: ['switch 0 1', 'done'],
        mistakes: { place: [['couple box 0', 'couple ore 0', 'mixed']], tie: [['switch 1 2', 'done', 'shared']] },
    },
    'station-master': {
        board: ['board 3 1'],
        couple: ['couple +5 1'],
        last: ['couple +4 1'],
        mistakes: {
            couple: [['couple first 1', 'class'], ['couple +4 0', 'elsewhere']],
            last: [['couple first 1', 'class']],
        },
    },
    'take-a-train': {
        name: ['name E4'],
        bid: ['bid 600'],
        raise: ['bid 800'],
        couple: ['couple coal-200 1'],
        second: ['couple passenger-400 0'],
        fourth: ['couple coal-150 1'],
        fifth: ['couple coal-150 1'],
        mistakes: {
            bid: [['bid 2000', 'high']],
            raise: [['pass', 'dropped'], ['bid 3000', 'much']],
            couple: [['couple coal-200 2', 'weak']],
            second: [['couple passenger-400 2', 'weak-second']],
        },
    },
};

const stepOf = (page) => page.locator('[data-step]').getAttribute('data-step');
const stored = (page) =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('roundhouse.table.')));
const waitForStep = (page, step) => page.locator(`[data-step="${step}"]:not(:empty)`).waitFor();

// The coach's sentence is the one of the catalogue, with every number filled in.
async function expectSaid(page, game) {
    const [language, step, text] = await page.evaluate(() => {
        const said = document.querySelector('[data-step]');
        return [document.documentElement.lang, said.dataset.step, said.textContent];
    });
    const sentence = words[language][`page.coach.${game}.${step}`];
    assert.ok(sentence, `${game} ${step}`);
    const parts = sentence.split(/\{[^{}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    assert.match(text, new RegExp(`^${parts.join('(−?\\d+|\\p{L}+)')}$`, 'u'));
}

// Presses this action, wherever the page offers it.
async function press(page, action) {
    const [word, amount] = action.split(' ');
    const exact = page.locator(`[data-action="${action}"]:visible:enabled`).first();
    if (word === 'bid') {
        const field = page.locator('.field input');
        await field.fill(amount);
        await field.press('Tab');
    } else {
        await page.locator(`[data-group="${word}"], [data-action="${action}"]`).first().waitFor();
        const group = page.locator(`[data-group="${word}"][aria-expanded="false"]`);
        if ((await exact.count()) === 0 && (await group.count()) > 0) await group.click();
    }
    await exact.click();
}

const reportOf = (page) => page.locator('dialog[open] footer .strong, [data-go-on]').first();

async function leaveReport(page) {
    await reportOf(page).click();
    await reportOf(page).waitFor({ state: 'detached' });
}

// Waits for what fits the selector; a report before it is read and left.
async function leaveReports(page, selector) {
    await page.locator(`${selector}, dialog[open] footer .strong, [data-go-on]`).first().waitFor();
    if (await reportOf(page).isVisible()) await leaveReport(page);
    await page.locator(selector).waitFor();
}

async function doAll(page, step, actions) {
    for (const [i, action] of actions.entries()) {
        const n = await page.locator('.table').getAttribute('data-n');
        await press(page, action);
        if (i + 1 < actions.length)
            await page.waitForFunction(([was]) => document.querySelector('.table').dataset.n !== was, [n]);
    }
}

async function makeMistakes(page, game, step, mistakes) {
    for (const mistake of mistakes) {
        const actions = mistake.slice(0, -1);
        const n = await page.locator('.table').getAttribute('data-n');
        await doAll(page, step, actions);
        await leaveReports(page, `[data-step="${mistake.at(-1)}"]:not(:empty)`);
        await expectSaid(page, game);
        await expectCount(page.locator('.table [data-action]'), 0); // first it is taken back
        await page.locator('[data-coach-back]').click();
        await waitForStep(page, step);
        await page.locator(`.table[data-n="${n}"]`).waitFor();
    }
}

// The steps that end by themselves, once the bot has played.
const WATCHED = ['wait', 'fill', 'ride', 'ask', 'coupled', 'bonus'];

// Plays the lesson to its end. `pause` is called at every step at which the learner decides.
async function learn(page, game, { withMistakes = false, pause = async () => undefined } = {}) {
    const script = LESSONS[game];
    const seen = [];
    for (;;) {
        const step = await stepOf(page);
        seen.push(step);
        if (!WATCHED.includes(step)) {
            await pause(step);
            await expectSaid(page, game);
            if (await page.locator('[data-coach-play]').isVisible()) return seen;
        }
        if (step in script) {
            if (withMistakes) await makeMistakes(page, game, step, script.mistakes[step] ?? []);
            await doAll(page, step, script[step]);
        } else if (!WATCHED.includes(step)) {
            await page.locator('[data-coach-next]').click();
        }
        await leaveReports(page, `[data-step]:not([data-step="${step}"], [data-step="leads-alone"], :empty)`);
    }
}

function screen(name, body, options = {}) {
    test(name, async () => {
        const me = await newPerson(browser, files.url, options);
        await body(me.page, me);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}

async function expectNoGame(page) {
    assert.deepEqual(await stored(page), []);
    await page.goto('/');
    await page.locator('[data-play]').first().waitFor();
    assert.equal(await page.locator('.going').count(), 0);
}

for (const game of Object.keys(LESSONS)) {
    screen(`${game}: the lesson, by following the coach, ends with a game`, async (page) => {
        await page.goto(`/learn/${game}`);
        await waitForStep(page, 'welcome');
        const seen = await learn(page, game);
        assert.ok(seen.includes('result'));
        assert.equal(new Set(seen).size, seen.length, 'no step twice');
        await expectAccessible(page, 'a lesson');
        assert.deepEqual(await stored(page), []);
        await page.locator('[data-coach-play]').click();
        await page.waitForURL(/\/game\//);
        await page.locator('.table').waitFor();
        assert.equal((await stored(page)).length, 1, 'the game, and nothing of the lesson');
        assert.equal(await page.locator('.coach').count(), 0);
        assert.equal(await page.evaluate((one) => localStorage[`roundhouse.lesson.${one}`], game), undefined);
    });

    screen(`${game}: mistakes are answered and taken back`, async (page) => {
        await page.goto(`/learn/${game}`);
        await waitForStep(page, 'welcome');
        await learn(page, game, { withMistakes: true });
        await expectNoGame(page);
    });

    screen(`${game}: the lesson goes on after a reload and in another language`, async (page) => {
        await page.goto(`/learn/${game}`);
        await waitForStep(page, 'welcome');
        let i = 0;
        await learn(page, game, {
            pause: async (step) => {
                if (i++ % 3 !== 1 || (await page.locator('[data-coach-play]').isVisible())) return;
                const n = await page.locator('.table').getAttribute('data-n');
                const languages = page.getByRole('button', { name: /^(FR|EN),/ });
                const language = await page.evaluate(() => document.documentElement.lang);
                await page.reload();
                await page.locator('[data-step]:not(:empty)').waitFor();
                await languages.click();
                await page.locator(`html[lang="${language === 'en' ? 'fr' : 'en'}"]`).waitFor();
                await page.locator(`[data-step="${step}"]:not(:empty)`).waitFor();
                await page.locator(`.table[data-n="${n}"]`).waitFor();
            },
        });
        await expectNoGame(page);
    });
}

screen('freight-train: what is taken back before a mistake does not derail the lesson', async (page) => {
    const { take, mistakes } = LESSONS['freight-train'];
    await page.goto('/learn/freight-train');
    await waitForStep(page, 'welcome');
    while ((await stepOf(page)) !== 'take') {
        const step = await stepOf(page);
        await page.locator('[data-coach-next]').click();
        await leaveReports(page, `[data-step]:not([data-step="${step}"], :empty)`);
    }
    await press(page, take[0]);
    await page.locator('[data-undo]:enabled').click();
    await page.locator('[data-undo]:enabled').waitFor({ state: 'detached' });
    await doAll(page, 'take', take);
    await waitForStep(page, 'place');
    await doAll(page, 'place', mistakes.place[0].slice(0, -1));
    await waitForStep(page, 'mixed');
    await page.locator('[data-coach-back]').click();
    await waitForStep(page, 'place');
    await page.reload();
    await waitForStep(page, 'place');
    await learn(page, 'freight-train');
    await expectNoGame(page);
});

for (const [what, damage] of [
    ['of other rules', (kept) => ({ ...kept, save: kept.save.replace(/^rules \d+/m, 'rules 999') })],
    ['damaged', (kept) => ({ ...kept, save: 'not a save' })],
    ['half', ({ step }) => ({ step })],
])
    screen(`a kept lesson that is ${what} begins again`, async (page) => {
        await page.goto('/learn/station-master');
        await waitForStep(page, 'welcome');
        await page.locator('[data-coach-next]').click();
        await waitForStep(page, 'tokens');
        const kept = await page.evaluate(() => JSON.parse(localStorage['roundhouse.lesson.station-master']));
        await page.evaluate((text) => (localStorage['roundhouse.lesson.station-master'] = text), JSON.stringify(damage(kept)));
        await page.reload();
        await waitForStep(page, 'welcome');
        await page.locator('[data-coach-next]').click();
        await waitForStep(page, 'tokens');
    });

screen('a lesson that was left is offered again where it was', async (page) => {
    await page.goto('/learn/station-master');
    await waitForStep(page, 'welcome');
    await page.locator('[data-coach-next]').click();
    await waitForStep(page, 'tokens');
    await page.locator('.coach a[href="/"]').click();
    const link = page.locator('a[href="/learn/station-master"]');
    await expectText(link, /Go on with the lesson/);
    await link.click();
    await waitForStep(page, 'tokens');
});
