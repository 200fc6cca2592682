// axe.mjs: runs axe-core on a screen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Text on a card is part of its picture, so on boards an accessible name need not
// begin with it.
async function violationsOn(page) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
    return page.evaluate(async () => {
        const PICTURES = { 'label-content-name-mismatch': { enabled: false } };
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
        const most = await window.axe.run(document, { runOnly: tags, rules: PICTURES });
        const names = await window.axe.run({ exclude: '.table main' }, { runOnly: Object.keys(PICTURES) });
        return [...most.violations, ...names.violations];
    });
}

export async function expectAccessible(page, where) {
    const violations = await violationsOn(page);
    const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => `${where}: ${id}, ${help}: ${nodes.slice(0, 4).map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`);
    assert.deepEqual(serious, []);
}
