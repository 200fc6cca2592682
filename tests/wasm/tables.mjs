// tables.mjs MODULE PROGRAM: the module's tables against `roundhouse engine`: the same
// games give every seat the same positions, actions and words, the same bots decide the
// same, and each reads the other's saves. Prints how much it compared.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openModule } from './module.mjs';

const [modulePath, program] = process.argv.slice(2);
const LEVELS = ['random', 'greedy', 'easy', 'medium'];
const LANGUAGES = ['en', 'fr'];
const THINK_EVERY = 40;

const engine = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const module = openModule(modulePath);

async function askEngine(request) {
    engine.stdin.write(JSON.stringify(request) + '\n');
    const answer = JSON.parse((await lines.next()).value);
    assert.ok(answer.ok, answer.error);
    return answer;
}

function askModule(request) {
    const answer = module(request);
    assert.ok(answer.ok, answer.error);
    return answer;
}

let chance = 1;
function below(count) {
    chance ^= chance << 13;
    chance ^= chance >>> 17;
    chance ^= chance << 5;
    return (chance >>> 0) % count;
}

let positions = 0, decisions = 0;

async function compareViews(seats, n) {
    const lang = LANGUAGES[n % 2];
    for (const seat of [null, ...Array(seats).keys()]) {
        const { update } = askModule({ op: 'update', seat, lang });
        const { position } = await askEngine({ op: 'view', seat });
        assert.deepEqual(update.position, position);
        if (seat !== null)
            assert.deepEqual(update.actions, (await askEngine({ op: 'list', seat, lang })).actions);
        positions++;
    }
}

async function compareDecisions(seat, n) {
    const level = LEVELS[n / THINK_EVERY % LEVELS.length];
    const { iterations } = askModule({ op: 'think', seat, level, search_seed: n });
    for (let left = iterations; left > 0; left -= Math.min(left, 64))
        askModule({ op: 'iterate', iterations: Math.min(left, 64) });
    const ours = askModule({ op: 'decide' });
    const theirs = await askEngine({ op: 'bot', seat, level, search_seed: n });
    assert.deepEqual({ ...ours.action, text: undefined }, { ...theirs.action, text: undefined });
    assert.deepEqual(ours.win, theirs.win);
    assert.deepEqual(ours.considered.map(({ visits, value }) => [visits, value]),
        theirs.considered.map(({ visits, value }) => [visits, value]));
    decisions++;
}

async function playGame(game, seats, options) {
    const seed = String(seats).repeat(64);
    askModule({ op: 'new', game, seats, options, seed });
    await askEngine({ op: 'new', game, seats, options, seed });
    for (let n = 0; ; n++) {
        if (n % 8 === 0)
            await compareViews(seats, n);
        const { waiting } = askModule({ op: 'update', seat: null }).update.position;
        if (waiting.length === 0)
            break;
        const seat = waiting[below(waiting.length)];
        if (n % THINK_EVERY === 0)
            await compareDecisions(seat, n);
        const { actions } = askModule({ op: 'update', seat }).update;
        const action = actions[below(actions.length)];
        askModule({ op: 'act', seat, action });
        await askEngine({ op: 'apply', seat, action });
    }
    await compareViews(seats, 0);
    const { file } = await askEngine({ op: 'save' });
    assert.equal(askModule({ op: 'save' }).file, file);
    askModule({ op: 'load', file });
    await compareViews(seats, 1);
}

for (const { game, least_seats, most_seats } of askModule({ op: 'games' }).games)
    for (let seats = least_seats; seats <= most_seats; seats++)
        await playGame(game, seats, {});
await playGame('freight-train', 3, { edition: 'white-wind' });
await playGame('freight-train', 4, { cabooses: 'on' });
engine.stdin.end();
console.log(`${positions} views and ${decisions} decisions are the same.`);
