// saves.test.mjs: save files in the page: the players are restored, and a loaded game
// pauses, and nothing is stored, until a person has acted.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectAccessible } from './axe.mjs';
import { numberOf, playOn, setUp } from './driver.mjs';
import { eventually, expectCount, expectText, newPerson, program } from './harness.mjs';
import { browser, files, useFiles } from './setup.mjs';

useFiles();

// Runs with a new browser context, and expects no errors in it.
function screen(name, body) {
    test(name, async () => {
        const me = await newPerson(browser, files.url);
        await body(me.page);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}

// ---------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------

// A save in which seat `first` must act. `who` are its seat lines, if any.
function saveText({ game = 'freight-train', names, who = [], first, actions = [] }) {
    return [
        'roundhouse save 1', `game ${game}`, 'rules 1', `seats ${names.length}`, `option first ${first}`, `seed ${'5a'.repeat(32)}`,
        ...names.flatMap((name, seat) => (name === '' ? [] : [`player ${seat} ${name}`])),
        ...who.map((one, seat) => `seat ${seat} ${one}`),
        '', ...actions, '', 'unfinished', '',
    ].join('\n');
}

const BOTS_TURN = { names: ['Zoë', 'Nils'], who: ['person', 'bot greedy'], first: 1 };

async function load(page, text) {
    await page.goto('/');
    const file = { name: 'some.save', mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.waitForURL(/\/game\//);
}

// The page's save file: its text, its players and its actions.
async function saved(page) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^(Save to a file|Enregistrer)$/ }).first().click();
    const text = await readFile(await (await download).path(), 'utf8');
    return {
        text,
        who: [...text.matchAll(/^seat \d (.*)$/gm)].map(([, who]) => who),
        actions: text.match(/^\d .*$/gm) ?? [],
    };
}

// ---------------------------------------------------------------------------
// Players
// ---------------------------------------------------------------------------

screen('a save says of every seat who has it, and loading gives the seats back', async (page) => {
    const who = ['person', 'bot hard', 'person', 'bot greedy'];
    await setUp(page, 'freight-train', ['person', 'hard', 'person', 'greedy'], { first: '0' });
    await playOn(page, { most: 1 });
    const first = await saved(page);
    assert.deepEqual(first.who, who);
    await load(page, first.text);
    await page.locator('.table').waitFor();
    assert.equal((await saved(page)).text, first.text);
    await playOn(page, { most: 8 });
    const later = await saved(page);
    assert.deepEqual(later.who, who);
    assert.ok(later.actions.length > first.actions.length);
});

screen('a save of several people is passed on to the one who is next', async (page) => {
    const names = ['Zoë', 'Mia', 'Nils'];
    await load(page, saveText({ game: 'station-master', names, who: ['person', 'person', 'bot easy'], first: 1 }));
    await page.locator('[data-handover]').waitFor();
    await expectText(page.locator('[data-handover]'), /Mia/);
    assert.equal(await page.locator('[data-action]').count(), 0, 'nothing is to be seen before');
    await page.locator('[data-handover]').click();
    await page.locator('.table [data-action]:enabled, .table [data-group]').first().waitFor();
    assert.equal(await numberOf(page), 0);
});

screen('a game of two people and a bot is saved and goes on elsewhere with the same people', async (page) => {
    const who = ['person', 'bot greedy', 'person'];
    await setUp(page, 'station-master', ['person', 'greedy', 'person'], { first: '0' });
    await playOn(page, { most: 5 });
    await page.locator('[data-handover], .table [data-action]:enabled, .table [data-group]').first().waitFor();
    if (await page.locator('[data-handover]').isVisible()) await page.locator('[data-handover]').click();
    const first = await saved(page);
    assert.deepEqual(first.who, who);
    const next = /\/game\/(\w+)/.exec(page.url())[1];
    const { waiting } = await page.evaluate((key) => JSON.parse(localStorage[key]), `roundhouse.table.${next}`);
    await page.evaluate(() => localStorage.clear());
    await load(page, first.text);
    const name = /^player (\d) (.*)$/gm;
    const names = new Map([...first.text.matchAll(name)].map(([, seat, one]) => [Number(seat), one]));
    await page.locator('[data-handover]').waitFor();
    assert.ok((await page.locator('[data-handover]').innerText()).includes(names.get(waiting[0])));
    await playOn(page, { seed: 3, most: 6 });
    await page.locator('[data-handover], .table [data-action]:enabled, .table [data-group]').first().waitFor();
    if (await page.locator('[data-handover]').isVisible()) await page.locator('[data-handover]').click();
    const later = await saved(page);
    assert.deepEqual(later.who, who);
    assert.ok(later.actions.length > first.actions.length);
});

for (const [what, names, who, expected] of [
    ['without seat lines, names are people but for those of bots', ['Mia', 'Zoë', 'Bruno', ''], [], ['person', 'person', 'bot medium', 'bot medium']],
    ['that only bots played gives seat 0 to a person', ['', ''], ['bot hard', 'bot expert'], ['person', 'bot expert']],
    ['of a tournament or of programs has bots for them', ['', '', ''], ['person', 'bot hard:200ms', 'program'], ['person', 'bot hard', 'bot medium']],
])
    screen(`a save ${what}`, async (page) => {
        await load(page, saveText({ names, who, first: 0 }));
        await page.locator('.table').waitFor();
        assert.deepEqual((await saved(page)).who, expected);
    });

// ---------------------------------------------------------------------------
// Nothing before a person has acted
// ---------------------------------------------------------------------------

const storedTables = (page) => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('roundhouse.table.')).sort());

// As many games as the page keeps: one more would evict the oldest.
function storeTables(page, text) {
    return page.evaluate((save) => {
        const seats = [{ name: 'Zoë' }, { name: 'Nils', level: 'greedy' }];
        const setting = { game: 'freight-train', options: { first: '1' }, seats };
        for (let i = 0; i < 50; i++)
            localStorage[`roundhouse.table.kept${i}`] = JSON.stringify({ id: `kept${i}`, setting, save, seat: 0, over: false, changed: i + 1 });
    }, text);
}

// The greedy bot moves within milliseconds once it may. Every command to the engine,
// such as another language, would start it.
async function expectStill(page, stored) {
    await page.locator('[data-unpause]').waitFor();
    for (let i = 0; i < 4; i++) {
        await page.getByRole('button', { name: /^(FR|EN),/ }).click();
        await page.getByText(i % 2 === 0 ? 'Les robots joueront quand vous appuierez sur Continuer.' : 'The bots go on when you press Go on.').waitFor();
        assert.deepEqual((await saved(page)).actions, []);
    }
    assert.equal(await numberOf(page), 0);
    assert.deepEqual(await storedTables(page), stored);
}

async function expectGoesOn(page, stored) {
    await page.locator('[data-unpause]').click();
    await page.locator('.table [data-action]:enabled, .table [data-group]').first().waitFor();
    assert.equal(await page.locator('[data-unpause]').count(), 0);
    const [, id] = /\/game\/(\w+)/.exec(page.url());
    await eventually(async () => {
        const now = await storedTables(page);
        const [, mine] = now.find(([key]) => key === `roundhouse.table.${id}`);
        assert.match(JSON.parse(mine).save, /\n\n1 \w/);
        assert.notDeepEqual(now, stored);
    });
}

screen('a save loaded at a bot’s turn stands still until a person lets it go on', async (page) => {
    await page.goto('/');
    await storeTables(page, saveText(BOTS_TURN));
    const stored = await storedTables(page);
    await load(page, saveText(BOTS_TURN));
    await expectStill(page, stored);
    await expectAccessible(page, 'a loaded game');
    await page.reload();
    await expectStill(page, stored);
    await expectGoesOn(page, stored);
});

screen('a game that was left at a bot’s turn stands still when one comes back', async (page) => {
    await page.goto('/');
    await storeTables(page, saveText(BOTS_TURN));
    const stored = await storedTables(page);
    await page.reload();
    await page.locator('.going a').first().click();
    await expectStill(page, stored);
    await page.reload();
    await expectStill(page, stored);
    await page.goto(page.url().replace('/game/', '/replay/'));
    await page.locator('.replay').waitFor();
    assert.deepEqual(await storedTables(page), stored);
    await page.goBack();
    await expectGoesOn(page, stored);
});

screen('a save loaded at one’s own turn is stored with the first action', async (page) => {
    await load(page, saveText({ ...BOTS_TURN, first: 0 }));
    await page.locator('[data-action="call"]').waitFor();
    assert.equal(await page.locator('[data-unpause]').count(), 0);
    assert.deepEqual(await storedTables(page), []);
    await page.locator('[data-action="call"]').click();
    await page.waitForFunction(() => Number(document.querySelector('.table')?.dataset.n) > 1);
    await eventually(async () => {
        const [[, mine]] = await storedTables(page);
        assert.match(JSON.parse(mine).save, /^seat 0 person\nseat 1 bot greedy\n\n0 call\n1 /m);
    });
});

// ---------------------------------------------------------------------------
// Found again
// ---------------------------------------------------------------------------

const cards = (page) => page.locator('[data-saved]').allInnerTexts();

screen('games that go on are all offered, and told apart by game, players, turn and date', async (page) => {
    await page.goto('/');
    await page.evaluate(() => {
        const names = ['Zoë', 'Nils', 'Mia', 'Tom', 'Ida'];
        names.forEach((name, i) => {
            const setting = { game: 'freight-train', options: {}, seats: [{ name: 'Casey' }, { name, level: 'greedy' }] };
            const table = { id: `kept${i}`, setting, save: '', seat: 0, over: false, waiting: [i % 2], changed: 1700000000000 - i };
            localStorage[`roundhouse.table.kept${i}`] = JSON.stringify(table);
        });
    });
    await page.reload();
    await page.locator('[data-all-going] summary').click();
    await expectCount(page.locator('[data-saved]'), 5);
    const seen = await cards(page);
    assert.match(seen[0], /Freight Train\n+Casey and Zoë\n+Your turn · .*2023/);
    assert.match(seen[1], /Casey and Nils\n+Nils to move · /);
    await expectAccessible(page, 'games that go on');
});

screen('a finished game is found again, with winner, scores and date', async (page) => {
    await setUp(page, 'station-master', ['person', 'greedy'], { first: '0' });
    assert.ok((await playOn(page, { seed: 2 })).isOver);
    const [, id] = /\/game\/(\w+)/.exec(page.url());
    const { scores, ranking } = await page.evaluate((key) => JSON.parse(localStorage[key]), `roundhouse.table.${id}`);
    assert.equal(await page.locator('dialog[open] footer a[href^="/replay"]').getAttribute('href'), `/replay/${id}`);
    await page.goto('/');
    await page.locator('[data-finished] summary').click();
    await expectCount(page.locator('[data-saved]'), 1);
    const [card] = await cards(page);
    const names = ['Casey', 'Ada'];
    const best = ranking.indexOf(1);
    assert.match(card, new RegExp(`Station Master\\n+${names[best]} (wins|and).*\\n+${names[best]} ${scores[best]}, .*\\n+.*20\\d\\d`.replace('-', '−')));
    await expectAccessible(page, 'finished games');
    await page.locator('[data-saved] a').click();
    await page.locator('[data-turn="0"]').waitFor();
});

// A whole game of bots.
async function botsPlay(game) {
    const folder = await mkdtemp(join(tmpdir(), 'roundhouse-'));
    execFileSync(program, ['sim', game, '--games', '1', '--seats', '2', '--seed', 'replay', '--record', folder], { stdio: 'ignore' });
    const [name] = (await readdir(folder)).filter((one) => one.endsWith('.save'));
    const text = await readFile(join(folder, name), 'utf8');
    await rm(folder, { recursive: true });
    return text;
}

screen('a replay goes by turns, and its address leads to the moment', async (page) => {
    const text = await botsPlay('freight-train');
    await page.goto('/');
    const file = { name: 'some.save', mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.waitForURL(/\/replay\//);
    // A turn: what one player does in a row.
    const by = [...text.matchAll(/^(\d) /gm)].map(([, seat]) => seat);
    const ends = by.flatMap((seat, i) => (seat === by[i + 1] ? [] : [i + 1]));
    assert.ok(ends.length < by.length / 3, `${ends.length} turns, ${by.length} steps`);
    await page.locator('[data-turn="0"]', { hasText: `of ${ends.length}` }).waitFor();
    for (const turn of [1, 2]) {
        await page.locator('[data-turn-next]').click();
        await page.locator(`[data-turn="${turn}"]`).waitFor();
        await page.waitForFunction((n) => document.querySelector('.table').dataset.n === String(n), ends[turn - 1]);
    }
    assert.equal(new URL(page.url()).hash, `#${ends[1]}`);
    await page.reload();
    await page.locator('[data-turn="2"]').waitFor();
    await page.locator(`.table[data-n="${ends[1]}"]`).waitFor();
    await page.locator('[data-turn-back]').click();
    await page.locator('[data-turn="1"]').waitFor();
    await page.locator('.replay input').fill(String(ends.length));
    await page.locator('.table[data-over="true"]').waitFor();
});

screen('games that the browser has evicted are said, those that a person forgot are not', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await playOn(page, { most: 1 });
    await page.goto('/');
    await page.locator('[data-saved]').waitFor();
    assert.equal(await page.locator('[data-evicted]').count(), 0);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.locator('[data-evicted]').waitFor();
    await expectAccessible(page, 'evicted games');
    await page.locator('[data-evicted] button').click();
    await page.locator('[data-evicted]').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('[data-play]').first().waitFor();
    assert.equal(await page.locator('[data-evicted]').count(), 0);

    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await playOn(page, { most: 1 });
    await page.goto('/');
    await page.locator('[data-saved] button').click();
    await page.locator('[data-saved]').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('[data-play]').first().waitFor();
    assert.equal(await page.locator('[data-evicted]').count(), 0);
});

// ---------------------------------------------------------------------------
// Two tabs
// ---------------------------------------------------------------------------

const savedGame = (page, id) => page.evaluate((key) => JSON.parse(localStorage[key]).save, `roundhouse.table.${id}`);

screen('of two tabs of one game, the older says so and never overwrites the newer', async (page) => {
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await playOn(page, { seed: 3, most: 3 });
    const [path, id] = /\/game\/(\w+)/.exec(page.url());
    const other = await page.context().newPage();
    await other.goto(path);
    await playOn(other, { seed: 5, most: 6 });
    await other.locator('.table [data-action]:enabled, .table [data-group]').first().waitFor();
    const newer = await savedGame(other, id);
    const n = await numberOf(other);

    await page.locator('[data-newer]').waitFor();
    assert.equal(await page.locator('[data-action]').count(), 0, 'the old position is not played on');
    await expectAccessible(page, 'a game that went on in another tab');
    assert.equal(await savedGame(page, id), newer);
    await page.locator('[data-newer]').click();
    await page.locator('.table').waitFor();
    assert.equal(await numberOf(page), n);

    await playOn(page, { seed: 7, most: 3 });
    await other.locator('[data-newer]').waitFor();
});

screen('a tab that did not hear of the newer game does not overwrite it either', async (page) => {
    await page.addInitScript(() => window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true));
    await setUp(page, 'freight-train', ['person', 'greedy'], { first: '0' });
    await playOn(page, { seed: 3, most: 3 });
    const [path, id] = /\/game\/(\w+)/.exec(page.url());
    const other = await page.context().newPage();
    await other.goto(path);
    await playOn(other, { seed: 5, most: 6 });
    await other.locator('.table [data-action]:enabled, .table [data-group]').first().waitFor();
    const newer = await savedGame(other, id);
    await playOn(page, { seed: 7, stopAt: '[data-newer]' });
    await page.locator('[data-newer]').waitFor();
    assert.equal(await savedGame(page, id), newer);
});
