// picker.test.ts: selecting an action by a thing and a target.
import { beforeEach, expect, test } from 'vitest';
import type { Action } from '../src/lib/contract';
import { Picker } from '../src/lib/table/picker.svelte';

/* couple CAR TRAIN has a thing and a target, take SIDING no target, pass no thing. */
const mapping = {
    source: ({ do: word, car, siding }: Action) =>
        word === 'couple' ? `car:${car}` : word === 'take' ? `siding:${siding}` : null,
    target: ({ do: word, train }: Action) => (word === 'couple' ? `train:${train}` : null),
};
const couple = (car: string, train: number): Action => ({ do: 'couple', car, train });
const take = (siding: number): Action => ({ do: 'take', siding });

let offered: Action[] = [];
let acted: Action[] = [];
let refused: string[] = [];
let picker: Picker;

beforeEach(() => {
    [offered, acted, refused] = [[couple('ore', 0), couple('ore', 1), couple('box', 1), { do: 'pass' }], [], []];
    const offers = {
        actions: () => offered,
        act: (action: Action) => void acted.push(action),
        refuse: (why: string) => void refused.push(why),
    };
    picker = new Picker(offers, mapping);
});

test('a thing is picked, and goes where it is aimed', () => {
    picker.press('car:ore', 'why');
    expect(picker.source).toBe('car:ore');
    expect(picker.isTarget('train:0')).toBe(true);
    picker.aim('train:1', 'why');
    expect(acted).toEqual([couple('ore', 1)]);
    expect(picker.source).toBeNull();
});

test('pressing a picked thing again puts it back', () => {
    picker.press('car:ore', 'why');
    picker.press('car:ore', 'why');
    expect(picker.source).toBeNull();
});

test('what is not offered is refused with a reason', () => {
    picker.press('car:tank', 'no tank');
    picker.press('car:box', 'why');
    picker.aim('train:0', 'not there');
    expect(refused).toEqual(['no tank', 'not there']);
    expect(acted).toEqual([]);
});

test('a place takes the only thing that can go there, and asks where there are several', () => {
    picker.aim('train:0', 'why');
    expect(acted).toEqual([couple('ore', 0)]);
    picker.aim('train:1', 'why');
    expect(refused).toHaveLength(1);
});

test('a thing that needs no place goes at once, and wherever it is dropped', () => {
    offered = [take(2), take(3)];
    picker.press('siding:2', 'why');
    picker.drop('siding:3', 'train:5', 'why');
    expect(acted).toEqual([take(2), take(3)]);
});

test('the only thing that can go anywhere is picked already', () => {
    offered = [couple('ore', 0), couple('ore', 1)];
    expect(picker.source).toBe('car:ore');
    offered = [couple('ore', 0), couple('box', 1)];
});

test('a thing that is offered no longer is picked no longer', () => {
    picker.press('car:ore', 'why');
    offered = [couple('box', 1), take(0)];
    const after = new Picker({ actions: () => offered, act: () => undefined, refuse: () => undefined }, mapping);
    after.picked = 'car:ore';
    expect(after.source).toBeNull();
});
