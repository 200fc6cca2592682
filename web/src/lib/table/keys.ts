/* keys.ts: the keys of the table. A button with `data-key` is pressed by that key. */

/* In the order of the list that `?` shows; their sentences are page.keys.<id>. */
export const KEYS = [
    { id: 'number', shown: '1 – 9' },
    { id: 'arrows', shown: '← →' },
    { id: 'escape', shown: 'Esc' },
    { id: 'u', shown: 'U' },
    { id: 'e', shown: 'E' },
    { id: 's', shown: 'S' },
    { id: 'h', shown: 'H' },
    { id: 'l', shown: 'L' },
    { id: 'r', shown: 'R' },
    { id: 'm', shown: 'M' },
    { id: 'help', shown: '?' },
] as const;

/* The key of the nth button of a list; undefined: it has none. */
export function numberKey(place: number): string | undefined {
    return place < 9 ? String(place + 1) : undefined;
}

/* Letters that are typed, or meant for the browser, are not for the table. */
export function isForTable(event: KeyboardEvent): boolean {
    const field = (event.target as Element | null)?.closest('input:not([type="range"]), textarea, select, dialog');
    return !field && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
}

/* Presses the button of this key. Returns whether there is one. */
export function pressKey(root: HTMLElement, key: string): boolean {
    const all = root.querySelectorAll<HTMLButtonElement>(`[data-key="${CSS.escape(key.toLowerCase())}"]`);
    const button = [...all].find((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }));
    button?.click();
    return button !== undefined;
}
