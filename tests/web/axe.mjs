// axe.mjs: runs axe-core on a screen: every rule, whatever its weight.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violationsOn(page) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
    return page.evaluate(async () => {
        // Rules that axe-core counts as experimental are off unless they are named.
        const rules = { 'label-content-name-mismatch': { enabled: true } };
        // Of what is right, one element per rule is enough: to name every one takes a third of the time.
        return (await window.axe.run(document, { rules, resultTypes: ['violations'] })).violations;
    });
}

export async function expectAccessible(page, where) {
    const violations = await violationsOn(page);
    const found = violations.map(
        ({ id, impact, help, nodes }) =>
            `${where}: ${id} (${impact}), ${help}: ${nodes.slice(0, 4).map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
    );
    assert.deepEqual(found, []);
}
