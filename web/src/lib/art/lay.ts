/* lay.ts: the sheets of art. A sheet is an SVG of symbols; it is laid into the page once,
 * when the first picture that needs it is loaded, and `<use>` draws from it. */

const HIDDEN = { width: '0', height: '0', 'aria-hidden': 'true', focusable: 'false' };

export function lay(sheet: string): void {
    const parsed = new DOMParser().parseFromString(sheet, 'image/svg+xml').documentElement;
    const first = parsed.querySelector('symbol')?.id;
    if (first === undefined || document.getElementById(first) !== null) return;
    for (const [name, value] of Object.entries(HIDDEN)) parsed.setAttribute(name, value);
    parsed.classList.add('art-sheet');
    document.body.append(document.adoptNode(parsed));
}
