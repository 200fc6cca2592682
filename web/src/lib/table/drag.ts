/* drag.ts: dragging by pointer. A source is an element with an attachment of `drags`;
 * a place to drop is any element with `data-target`. A touch must rest a moment before
 * it drags, so that the page can be scrolled from anywhere. */
import type { Attachment } from 'svelte/attachments';
import type { Picker } from './picker.svelte';

const FAR = 6; /* distance in pixels from press to drag */
const REST = 200; /* milliseconds before a touch drags */

function targetAt(x: number, y: number): HTMLElement | null {
    return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-target]') ?? null;
}

/* A copy of the thing that follows the pointer. */
class Ghost {
    readonly #copy: HTMLElement;

    constructor(element: HTMLElement) {
        const box = element.getBoundingClientRect();
        this.#copy = element.cloneNode(true) as HTMLElement;
        this.#copy.removeAttribute('data-place');
        this.#copy.setAttribute('aria-hidden', 'true');
        Object.assign(this.#copy.style, {
            position: 'fixed',
            left: `${box.left}px`,
            top: `${box.top}px`,
            width: `${box.width}px`,
            height: `${box.height}px`,
            margin: '0',
            zIndex: '90',
            pointerEvents: 'none',
            filter: 'drop-shadow(var(--shadow-dragged))',
        });
        element.parentElement?.appendChild(this.#copy);
    }

    move(dx: number, dy: number): void {
        this.#copy.style.transform = `translate(${dx}px, ${dy}px) rotate(-2deg)`;
    }

    remove(): void {
        this.#copy.remove();
    }
}

export function drags(picker: Picker, source: string, why: () => string): Attachment<HTMLElement> {
    return (element) => {
        let start: { x: number; y: number; id: number } | null = null;
        let ghost: Ghost | null = null;
        let timer = 0;

        const begin = (): void => {
            if (!picker.isSource(source) || start === null) return;
            ghost = new Ghost(element);
            picker.picked = source;
            element.setPointerCapture(start.id);
        };
        const end = (): void => {
            window.clearTimeout(timer);
            ghost?.remove();
            ghost = null;
            start = null;
            picker.hovered = null;
        };
        const down = (event: PointerEvent): void => {
            if (event.button !== 0 || ghost !== null) return; /* a second finger */
            end();
            start = { x: event.clientX, y: event.clientY, id: event.pointerId };
            if (event.pointerType === 'touch') timer = window.setTimeout(begin, REST);
            else element.setPointerCapture(event.pointerId); /* also of a quick mouse, which has left already */
        };
        const move = (event: PointerEvent): void => {
            if (start?.id !== event.pointerId) return;
            const dx = event.clientX - start.x;
            const dy = event.clientY - start.y;
            const isFar = Math.hypot(dx, dy) > FAR;
            if (ghost === null && isFar) {
                if (event.pointerType === 'touch') return end();
                begin();
            }
            ghost?.move(dx, dy);
            if (ghost !== null) picker.hovered = targetAt(event.clientX, event.clientY)?.dataset.target ?? null;
        };
        const up = (event: PointerEvent): void => {
            if (start?.id !== event.pointerId) return;
            const was_dragged = ghost !== null;
            end();
            if (!was_dragged) return;
            swallowClick(element);
            const target = targetAt(event.clientX, event.clientY)?.dataset.target;
            if (target === undefined) picker.cancel();
            else picker.drop(source, target, why());
        };
        const cancel = (event: PointerEvent): void => {
            if (start?.id === event.pointerId) end();
        };
        const hold = (event: TouchEvent): void => {
            if (ghost !== null) event.preventDefault();
        };
        element.addEventListener('pointerdown', down);
        element.addEventListener('pointermove', move);
        element.addEventListener('pointerup', up);
        element.addEventListener('pointercancel', cancel);
        element.addEventListener('touchmove', hold, { passive: false });
        return () => {
            end();
            element.removeEventListener('pointerdown', down);
            element.removeEventListener('pointermove', move);
            element.removeEventListener('pointerup', up);
            element.removeEventListener('pointercancel', cancel);
            element.removeEventListener('touchmove', hold);
        };
    };
}

/* Suppresses the click at the end of a drag. */
function swallowClick(element: HTMLElement): void {
    const swallow = (event: Event): void => event.stopImmediatePropagation();
    element.addEventListener('click', swallow, { capture: true, once: true });
    window.setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0);
}
