// sounds.test.ts: no sound before a person has pressed something, nor when sounds are off.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { play } from '../src/lib/sounds';
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
    await vi.waitFor(() => expect(make).toHaveBeenCalledWith('gavel'));
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
