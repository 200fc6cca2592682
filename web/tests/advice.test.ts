// advice.test.ts: alternatives to a hint; signs on tokens.
import { expect, test } from 'vitest';
import type { Hint } from '../src/engine/types';
import { letterOf } from '../src/lib/games/station-master/state';
import { alternatives } from '../src/lib/table/advice';

const take = (siding: number) => ({ do: 'take', siding });
const thought = (siding: number, value: number) => ({ action: take(siding), visits: 9, value });

test('the hint is not among its alternatives, and they are compared with it', () => {
    const considered = [thought(3, 0.43), thought(2, 0.39), thought(4, 0.44), thought(5, 0.2)];
    const hint: Hint = { action: { ...take(3), text: 'Take it' }, win: [0.3, 0.7], considered, iterations: 9 };
    expect(alternatives(hint, 2)).toEqual([
        { action: take(2), gain: -4 },
        { action: take(4), gain: 1 },
    ]);
    expect(alternatives({ ...hint, considered: considered.slice(0, 1) }, 2)).toEqual([]);
});

test('the sign of a token differs for every seat, and is never a number', () => {
    for (const names of [['Rosa', 'ROSA', 'Bot 3'], ['Ada', 'Ben'], ['1st', '2nd', '', ''], Array(6).fill('Zoë')]) {
        const signs = names.map((_, seat) => letterOf(names, seat));
        expect(new Set(signs).size).toBe(names.length);
        for (const sign of signs) expect(sign).not.toMatch(/\d|^$/);
    }
    expect(letterOf(['Rosa', 'ROSA', 'Bot 3'], 2)).toBe('B');
});
