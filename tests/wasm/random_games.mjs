// random_games.mjs MODULE: what random_games.c does, through the exports of the
// WebAssembly module.
import { readFileSync } from 'node:fs';

const GAMES_EACH = 2;
const SEED_BYTES = 32;
const STATE_MAX = 1024;

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = WebAssembly.Module.imports(module);
if (imports.length > 0)
    throw new Error(`the module asks for ${imports.map((i) => i.name).join(', ')}`);
const rules = new WebAssembly.Instance(module).exports;

// Our own memory, after the module's.
rules.memory.grow(1);
const memory = new Uint8Array(rules.memory.buffer);
let top = (rules.__heap_base.value + 7) & ~7;
const room = (bytes) => (top += bytes, top - bytes);
const options = room(8), seed = room(SEED_BYTES);
const state = room(STATE_MAX), view = room(STATE_MAX), guess = room(STATE_MAX);
const actions = room(4096 * 4);
const numbers = new Uint32Array(rules.memory.buffer);

let hash, chance;

function hashBytes(at, count) {
    for (let i = at; i < at + count; i++)
        hash = Math.imul(hash ^ memory[i], 16777619);
}

function nextChance() {
    chance ^= chance << 13;
    chance ^= chance >>> 17;
    chance ^= chance << 5;
    return chance >>> 0;
}

function text(at) {
    return Buffer.from(memory.subarray(at, memory.indexOf(0, at))).toString();
}

function firstSeat(set) {
    return 31 - Math.clz32(set & -set);
}

function decide(game, size) {
    const seat = firstSeat(rules.rh_waiting(game, state));
    const count = rules.rh_list(game, state, seat, actions);
    hashBytes(actions, count * 4);
    rules.rh_observe(game, state, seat, view);
    hashBytes(view, size);
    rules.rh_determinize(game, view, seat, chance, guess);
    hashBytes(guess, size);
    const status = rules.rh_apply(game, state, seat, numbers[actions / 4 + (nextChance() % count)]);
    if (status !== 0)
        throw new Error('a listed action was refused');
    hashBytes(state, size);
}

function playGames(game, seats, values) {
    const size = rules.rh_state_size(game);
    hash = 2166136261 | 0;
    for (let n = 0; n < GAMES_EACH; n++) {
        chance = n + 1;
        memory.fill(n, seed, seed + SEED_BYTES);
        memory.fill(0, state, state + STATE_MAX);
        rules.rh_setup(game, seats, options, seed, state);
        hashBytes(state, size);
        while (rules.rh_waiting(game, state) !== 0)
            decide(game, size);
    }
    const hex = (hash >>> 0).toString(16).padStart(8, '0');
    console.log([text(rules.rh_game_id(game)), seats, ...values, hex].join(' '));
}

function playOptionSets(game, seats, values) {
    if (values.length === rules.rh_option_count(game)) {
        memory.set(values, options);
        if (rules.rh_refuse(game, seats, options) === 0)
            playGames(game, seats, values);
        return;
    }
    for (let value = 0; value < rules.rh_value_count(game, values.length); value++)
        playOptionSets(game, seats, [...values, value]);
}

for (let game = 0; game < rules.rh_game_count(); game++)
    for (let seats = rules.rh_least_seats(game); seats <= rules.rh_most_seats(game); seats++)
        playOptionSets(game, seats, []);
