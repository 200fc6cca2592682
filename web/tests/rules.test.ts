// rules.test.ts: the first part of each page of rules is short enough to learn from, and
// its figures show the cards of the game.
import { readFileSync } from 'node:fs';
import { GAMES } from 'generated/games';
import { expect, test } from 'vitest';
import { blocks } from '../plugins/rules';

const MOST_WORDS = 900;

const PAGES = GAMES.flatMap((game) => [`${game}.en`, `${game}.fr`]);

test.each(PAGES)('%s is learnt from 900 words at most', (name) => {
    const page = readFileSync(`../docs/rules/${name}.md`, 'utf8');
    const first = page.split('\n## ')[1] ?? '';
    const words = first.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    expect(words.length).toBeGreaterThan(300);
    expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});

test.each(PAGES)('%s: every card of a figure is drawn', (name) => {
    const page = readFileSync(`../docs/rules/${name}.md`, 'utf8');
    const words = readFileSync(`../words/${name.slice(-2)}.json`, 'utf8');
    const figures = blocks(page, JSON.parse(words) as Record<string, string>).flatMap((block) =>
        'figure' in block ? block.figure : [],
    );
    expect(figures.length).toBeGreaterThan(3);
    expect(figures.filter((line) => line.note.includes('['))).toEqual([]);
});
