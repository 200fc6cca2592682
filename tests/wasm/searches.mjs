// searches.mjs MODULE [speed]: what searches.c does, through the exports of the
// WebAssembly module.
import { readFileSync } from 'node:fs';

const NODES = 4000, ITERATIONS = 400, MOVES = 90, EVERY = 10, SPEED_FACTOR = 10;
const SEATS_MAX = 6, SEED_BYTES = 32, STATE_MAX = 1024, THOUGHTS_MAX = 64;

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const rules = new WebAssembly.Instance(module).exports;

// Our own memory, after the module's.
const bytes = rules.rh_search_bytes(NODES);
rules.memory.grow((bytes >> 16) + 2);
const memory = new Uint8Array(rules.memory.buffer);
const numbers = new Uint32Array(rules.memory.buffer);
const wide = new BigUint64Array(rules.memory.buffer);
let top = (rules.__heap_base.value + 63) & ~63;
const room = (size) => (top += size, top - size);
const search = room(bytes + 63 & ~63);
const options = room(8), seed = room(SEED_BYTES), state = room(STATE_MAX), view = room(STATE_MAX);
const actions = room(4096 * 4), visits = room(THOUGHTS_MAX * 4);
const values = room(THOUGHTS_MAX * 8), win = room(SEATS_MAX * 8);

function text(at) {
    return Buffer.from(memory.subarray(at, memory.indexOf(0, at))).toString();
}

function begin(game, seat, searchSeed) {
    rules.rh_observe(game, state, seat, view);
    rules.rh_search_begin(search, NODES, game, view, seat, searchSeed);
}

function thinkLonger(game, seat, searchSeed) {
    begin(game, seat, searchSeed);
    rules.rh_search_iterate(search, SPEED_FACTOR * ITERATIONS);
}

function thinkAbout(game, seat, searchSeed) {
    begin(game, seat, searchSeed);
    rules.rh_search_iterate(search, ITERATIONS);
    const count = rules.rh_search_report(search, actions, visits, values, win);
    const words = [text(rules.rh_game_id(game))];
    for (let i = 0; i < count; i++)
        words.push(numbers[actions / 4 + i].toString(16), numbers[visits / 4 + i],
            wide[values / 8 + i].toString(16));
    for (let i = 0; i < SEATS_MAX; i++)
        words.push(wide[win / 8 + i].toString(16));
    console.log(words.join(' '));
}

// Returns the number of positions.
function thinkThroughGame(game, seats, thinker) {
    let chance = seats, positions = 0;
    const nextChance = () => {
        chance ^= chance << 13;
        chance ^= chance >>> 17;
        chance ^= chance << 5;
        return chance >>> 0;
    };
    for (let i = 0; i < rules.rh_option_count(game); i++)
        memory[options + i] = rules.rh_option_default(game, i);
    memory.fill(seats, seed, seed + SEED_BYTES);
    memory.fill(0, state, state + STATE_MAX);
    rules.rh_setup(game, seats, options, seed, state);
    for (let n = 0; n < MOVES && rules.rh_waiting(game, state) !== 0; n++) {
        const waiting = rules.rh_waiting(game, state);
        const seat = 31 - Math.clz32(waiting & -waiting);
        if (n % EVERY === 0) {
            thinker(game, seat, n);
            positions++;
        }
        const count = rules.rh_list(game, state, seat, actions);
        rules.rh_apply(game, state, seat, numbers[actions / 4 + nextChance() % count]);
    }
    return positions;
}

// Warm-up: afterwards the engine has optimized all code.
function printSpeed(game) {
    thinkThroughGame(game, 4, thinkLonger);
    const begun = process.cpuUsage().user;
    const positions = thinkThroughGame(game, 4, thinkLonger);
    const seconds = (process.cpuUsage().user - begun) / 1e6;
    console.log(text(rules.rh_game_id(game)),
        Math.round(positions * ITERATIONS * SPEED_FACTOR / seconds));
}

for (let game = 0; game < rules.rh_game_count(); game++) {
    if (process.argv[3] === 'speed') {
        printSpeed(game);
        continue;
    }
    for (let seats = rules.rh_least_seats(game); seats <= rules.rh_most_seats(game); seats++)
        thinkThroughGame(game, seats, thinkAbout);
}
