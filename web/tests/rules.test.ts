// rules.test.ts: the first part of each page of rules is short enough to learn from.
import { readFileSync } from 'node:fs';
import { GAMES } from 'generated/games';
import { expect, test } from 'vitest';

const MOST_WORDS = 900;

test.each(GAMES.flatMap((game) => [`${game}.en`, `${game}.fr`]))('%s is learnt from 900 words at most', (name) => {
    const page = readFileSync(`../docs/rules/${name}.md`, 'utf8');
    const first = page.split('\n## ')[1] ?? '';
    const words = first.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    expect(words.length).toBeGreaterThan(300);
    expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});
