// advice.test.ts: the numbers of a hint; signs on tokens.
import { expect, test } from 'vitest';
import type { Hint } from '../src/engine/types';
import { letterOf } from '../src/lib/games/station-master/state';
import { alternatives, chance, isDecided } from '../src/lib/table/advice';

const take = (siding: number) => ({ do: 'take', siding });
const thought = (siding: number, win: number, lead: number) => ({
    action: take(siding),
    visits: 9,
    value: 0.5,
    win,
    lead,
});
const hint: Hint = {
    action: { ...take(3), text: 'Take it' },
    why: 'Because.',
    win: [0.43, 0.57],
    lead: [-2, 2],
    considered: [
        thought(3, 0.43, -2),
        thought(2, 0.39, -3),
        { action: take(4), visits: 0, value: 0 },
        thought(5, 0.2, -9),
    ],
    iterations: 27,
};

test('the hint is not among its alternatives, nor is what was never tried', () => {
    expect(alternatives(hint, 3)).toEqual([thought(2, 0.39, -3), thought(5, 0.2, -9)]);
    expect(alternatives(hint, 1)).toEqual([thought(2, 0.39, -3)]);
});

test('leads stand for chances where every chance is 0 or 100 %', () => {
    expect(isDecided(hint)).toBe(false);
    expect(isDecided({ ...hint, win: [0.996, 0.004] })).toBe(true);
    expect(isDecided({ ...hint, win: [0.994, 0.006] })).toBe(false);
    expect(isDecided({ ...hint, win: [] })).toBe(false);
    expect(chance(0.43, -2, false)).toBe('43%');
    expect(chance(0.002, -12, true)).toBe('\u221212');
});

test('the sign of a token differs for every seat, and is never a number', () => {
    for (const names of [['Rosa', 'ROSA', 'Bot 3'], ['Ada', 'Ben'], ['1st', '2nd', '', ''], Array(6).fill('Zoë')]) {
        const signs = names.map((_, seat) => letterOf(names, seat));
        expect(new Set(signs).size).toBe(names.length);
        for (const sign of signs) expect(sign).not.toMatch(/\d|^$/);
    }
    expect(letterOf(['Rosa', 'ROSA', 'Bot 3'], 2)).toBe('B');
});
