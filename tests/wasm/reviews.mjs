// reviews.mjs MODULE PROGRAM: reviews in the module against `roundhouse review --json`: the same
// numbers, marks and sentences, whatever the size of the slices and the order of the parts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openModule } from './module.mjs';

const [modulePath, program] = process.argv.slice(2);
const SAMPLES = 12, ITERATIONS = 20;
const GAMES = [['freight-train', 2], ['station-master', 3], ['take-a-train', 2]];
const work = mkdtempSync(join(tmpdir(), 'reviews-'));

function ask(module, request) {
    const answer = module(request);
    assert.ok(answer.ok, answer.error);
    return answer;
}

// The lines of every `step`-th part, from `first` on.
function workOut(file, first, step, steps) {
    const module = openModule(modulePath);
    ask(module, { op: 'load', file });
    const { parts } = ask(module, { op: 'review', samples: SAMPLES, iterations: ITERATIONS, review_seed: 1 });
    const lines = [];
    for (let part = first; part < parts; part += step) {
        ask(module, { op: 'review-part', part });
        let answer;
        do answer = ask(module, { op: 'review-step', steps }); while (!answer.done);
        lines.push(answer.line);
    }
    return lines;
}

let compared = 0;
try {
    for (const [game, seats] of GAMES) {
        execFileSync(program, ['sim', game, '--seats', String(seats), '--bots', 'greedy', '--games', '1',
            '--seed', 'review', '--record', work], { stdio: ['ignore', 'ignore', 'inherit'] });
        const path = join(work, 'game-000000.save');
        const file = readFileSync(path, 'utf8');
        const lines = [...workOut(file, 1, 2, 7), ...workOut(file, 0, 2, 1)];
        const module = openModule(modulePath);
        ask(module, { op: 'load', file });
        ask(module, { op: 'review' });
        for (const line of lines) ask(module, { op: 'review-put', line });
        assert.equal(module({ op: 'review-put', line: lines[0].replace('samples', 'simples') }).ok, false);
        const stepOn = (part) => {
            ask(module, { op: 'review-part', part });
            let answer;
            do answer = ask(module, { op: 'review-step', steps: 9 }); while (!answer.done);
            return answer.line;
        };
        // A smaller budget makes no part worse, and another seed begins anew.
        ask(module, { op: 'review', samples: 2, iterations: 1, review_seed: 1 });
        assert.ok(lines.includes(stepOn(1)));
        ask(module, { op: 'review', samples: SAMPLES, iterations: ITERATIONS, review_seed: 2 });
        assert.equal(ask(module, { op: 'review-report', lang: 'en' }).review.turns.length, 0);
        assert.ok(!lines.includes(stepOn(1)));
        ask(module, { op: 'review', samples: SAMPLES, iterations: ITERATIONS, review_seed: 1 });
        for (const line of lines) ask(module, { op: 'review-put', line });
        for (const lang of ['en', 'fr']) {
            const { review } = ask(module, { op: 'review-report', lang });
            const native = JSON.parse(execFileSync(program, ['review', path, '--json', '--lang', lang,
                '--samples', String(SAMPLES), '--iterations', String(ITERATIONS)], { maxBuffer: 1 << 26 }));
            for (const key of ['game', 'samples', 'iterations', 'seed']) delete native[key];
            assert.deepEqual(review, native);
            compared += review.turns.length;
        }
    }
} finally {
    rmSync(work, { recursive: true });
}
console.log(`${compared} turns are reviewed the same.`);
