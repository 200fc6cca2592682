// targets.mjs: how large the things are that a finger must hit: measured by what lies under the
// points around them, so that it counts what is pressed, not what is drawn.

// Runs in the page. Returns those that a finger of `least` pixels misses.
async function findSmall({ least, within }) {
    const PRESSED = 'button, a[href], input, select, textarea, summary, [role="button"], [role="tab"]';
    const reach = least / 2 - 0.5;
    const targetOf = (element) => element.closest('label') ?? element;
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.type !== 'hidden';
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector(within);
    const targets = [...new Set([...top.querySelectorAll(PRESSED)].filter(isShown).map(targetOf))];
    const small = [];
    for (const target of targets) {
        target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        await frame();
        const { left, top: above, width, height } = target.getBoundingClientRect();
        if (width >= least && height >= least) continue;
        if (width === 0 || height === 0) continue;
        const x = left + width / 2;
        const y = above + height / 2;
        const isHit = (dx, dy) => {
            const under = document.elementFromPoint(x + dx, y + dy);
            return under !== null && target.contains(under);
        };
        const isWide = width >= least || (isHit(-reach, 0) && isHit(reach, 0));
        const isHigh = height >= least || (isHit(0, -reach) && isHit(0, reach));
        if (!isWide || !isHigh) {
            const what = target.outerHTML.replace(/\s+/g, ' ').replace(/ svelte-\w+/g, '').slice(0, 110);
            small.push(`${Math.round(width)}x${Math.round(height)} ${what}`);
        }
    }
    scrollTo(0, 0);
    return small;
}

// `within`: what lies above the rest of the page; an open dialog does by itself.
export function smallTargets(page, within = 'body', least = 40) {
    return page.evaluate(findSmall, { least, within });
}
