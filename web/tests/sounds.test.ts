// sounds.test.ts: no sound before a person has pressed something, nor when sounds are off; the
// own turn is heard whatever happened before it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Update } from '../src/lib/contract';
import { play, playFor } from '../src/lib/sounds';
import { settings } from '../src/lib/settings.svelte';

const make = vi.hoisted(() => vi.fn());
vi.mock('../src/lib/sound', () => ({ make }));

const press = (hasBeenActive: boolean): void => void Object.assign(navigator, { userActivation: { hasBeenActive } });
const loaded = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

beforeEach(() => make.mockClear());
afterEach(() => press(false));

test('after a press, a sound is made', async () => {
    press(true);
    settings.sound = true;
    play('gavel');
    await vi.waitFor(() => expect(make).toHaveBeenCalledWith(['gavel']));
});

test.each([
    [false, true],
    [true, false],
])('pressed %s, sounds on %s: none is made', async (isPressed, isOn) => {
    press(isPressed);
    settings.sound = isOn;
    play('gavel');
    await loaded();
    expect(make).not.toHaveBeenCalled();
});

// What an update needs to be heard: its events, and whether I may act.
const update = (mayAct: boolean, ...events: readonly string[]): Update =>
    ({
        position: { game: 'freight-train' },
        events: events.map((event) => ({ event })),
        actions: mayAct ? [{ do: 'take' }] : [],
    }) as unknown as Update;

test.each([
    ['a coupling of an opponent', update(false), update(false, 'took', 'coupled'), ['couple']],
    ['my turn', update(false), update(true), ['turn']],
    ['a coupling that makes it my turn', update(false), update(true, 'coupled'), ['couple', 'turn']],
    ['a coupling in my turn', update(true), update(true, 'coupled'), ['couple']],
])('%s is heard', async (_, last, next, expected) => {
    press(true);
    settings.sound = true;
    playFor(next, last);
    await vi.waitFor(() => expect(make).toHaveBeenCalledWith(expected));
});
