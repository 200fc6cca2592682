// words.test.ts: sentences, numbers and lists in both languages.
import { GAMES } from 'generated/games';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { gameOf } from '../src/lib/games';
import { outcomeOf } from '../src/lib/games/station-master/state';
import * as words from '../src/lib/words.svelte';

const { language, listed, loadPart, numeral, percent, say, sayIfKnown, setLanguage, signed } = words;

beforeEach(() => setLanguage('en'));

test('arguments are filled in, and the number chooses the form', () => {
    expect(say('page.points', { points: 1 })).toBe('1 point');
    expect(say('page.points', { points: 2 })).toBe('2 points');
    expect(say('page.turn.of', { name: 'Ada' })).toContain('Ada');
    expect(say('page.points', { points: -14 })).toBe('\u221214 points');
});

test('none is plural in English and singular in French', async () => {
    const english = [0, 1, 2].map((points) => say('page.points', { points }).replace(/\d/, ''));
    expect(english[0]).toBe(english[2]);
    expect(english[0]).not.toBe(english[1]);
    await setLanguage('fr');
    const french = [0, 1, 2].map((points) => say('page.points', { points }).replace(/\d/, ''));
    expect(french[0]).toBe(french[1]);
});

test('a sentence of Station Master ends with what becomes of the train, after a colon', () => {
    for (const spoken of ['en', 'fr']) {
        const said = JSON.parse(readFileSync(`../words/${spoken}.json`, 'utf8')) as Record<string, string>;
        const keys = Object.keys(said).filter((key) => /^station-master\.do\..*/.test(key));
        const changing = keys.filter((key) => said[key]?.includes('{becomes}'));
        expect(changing.length).toBeGreaterThan(6);
        for (const key of changing)
            expect(outcomeOf({ do: key, text: said[key] })).toMatch(/^(worth|il vaut) \{worth\}, \S+ \{becomes\}$/);
    }
    expect(outcomeOf({ do: 'standing', text: 'Standing Room: put it there' })).toBeUndefined();
});

test('a key without a sentence is null, or said as it is', () => {
    expect(sayIfKnown('page.no.such.key')).toBeNull();
    expect(say('page.no.such.key' as 'page.close')).toBe('page.no.such.key');
});

test('a part is learnt once it is needed, and again in another language', async () => {
    await loadPart('guide');
    const english = say('page.coach.play');
    expect(english).not.toBe('page.coach.play');
    await setLanguage('fr');
    expect(language()).toBe('fr');
    expect(say('page.coach.play')).not.toBe(english);
});

test('every step and remark of every tutorial has its sentence', async () => {
    await loadPart('guide');
    for (const spoken of ['en', 'fr'] as const) {
        await setLanguage(spoken);
        for (const game of GAMES)
            for (const { id, remarks = [] } of (await gameOf(game).tutorial()).default.steps)
                for (const one of [id, ...remarks.map((remark) => remark.id)])
                    expect(sayIfKnown(`page.coach.${game}.${one}`, {}), `${game} ${one}`).toMatch(/^[^{}]+[.!?…]$/);
    }
});

test('lists and numbers follow the language', async () => {
    expect(listed(['Ada'])).toBe('Ada');
    expect(listed(['Ada', 'Ben', 'Clara'])).toBe('Ada, Ben, and Clara');
    expect(percent(0.45)).toBe('45%');
    await setLanguage('fr');
    expect(listed(['Ada', 'Ben', 'Clara'])).toBe('Ada, Ben et Clara');
    expect(percent(0.45)).toMatch(/^45\s%$/);
});

test('numbers have a true minus, and a sign where it is asked for', () => {
    expect(numeral(-3)).toBe('−3');
    expect([signed(3), signed(0), signed(-2)]).toEqual(['+3', '0', '−2']);
    expect(numeral(12000)).toBe('12000');
});
