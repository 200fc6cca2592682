/* motion.svelte.ts: animates things from their old to their new place. Elements carry `data-
 * place`; for each update a board names the places that a thing left and reached. Places are
 * measured before the DOM changes, so cards need no identity. */
import { tick, untrack } from 'svelte';
import type { Update } from '../contract';
import { isStill } from '../settings.svelte';

export interface Flight {
    from: string;
    to: string;
}

const TIME = 420;
const GAP = 70; /* milliseconds between the flights of one update */

function measure(root: HTMLElement): Map<string, DOMRect> {
    const boxes = new Map<string, DOMRect>();
    for (const element of root.querySelectorAll<HTMLElement>('[data-place]')) {
        if (element.dataset.place) boxes.set(element.dataset.place, element.getBoundingClientRect());
    }
    return boxes;
}

function fly(element: HTMLElement, from: DOMRect, delay: number): void {
    const to = element.getBoundingClientRect();
    if (to.width === 0 || from.width === 0) return;
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    /* A place may be a whole row, which is much wider than the thing that leaves it. */
    const scale = Math.min(from.width / to.width, from.height / to.height);
    element.animate(
        [
            { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 50 },
            { transform: 'none', zIndex: 50 },
        ],
        { duration: TIME, delay, easing: 'cubic-bezier(.25,.8,.3,1)', fill: 'backwards' },
    );
}

/* Has one action been done? What was shown as a draft has moved already. */
function isNext(before: Update, after: Update): boolean {
    const drafted = before.draft ?? 0;
    if (after.draft !== undefined) return after.n === before.n && after.draft === drafted + 1;
    return after.n === before.n + 1 && drafted === 0 && !after.back;
}

/* To be called during component setup. */
export function flights<Shown extends Update>(
    root: () => HTMLElement | undefined,
    update: () => Shown,
    plan: (before: Shown, after: Shown) => Flight[],
): void {
    let before: Shown | null = null;

    $effect.pre(() => {
        const after = update();
        untrack(() => {
            const last = before;
            const element = root();
            before = after;
            if (last === null || element === undefined || isStill() || !isNext(last, after)) return;
            const boxes = measure(element);
            const planned = plan(last, after);
            void tick().then(() => launch(element, boxes, planned));
        });
    });
}

function launch(root: HTMLElement, boxes: Map<string, DOMRect>, planned: readonly Flight[]): void {
    planned.forEach(({ from, to }, i) => {
        const box = boxes.get(from);
        const element = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(to)}"]`);
        if (box !== undefined && element !== null) fly(element, box, i * GAP);
    });
}
