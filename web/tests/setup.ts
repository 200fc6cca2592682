// setup.ts: stubs of the browser functions that the modules under test use.
type Kept = Record<string, string>;

/* The entries are its own keys, as in a browser. */
function memory(): object {
    return Object.create({
        getItem(this: Kept, key: string) { return this[key] ?? null; },
        setItem(this: Kept, key: string, value: string) { this[key] = value; },
        removeItem(this: Kept, key: string) { delete this[key]; },
    }) as object;
}

Object.assign(globalThis, {
    localStorage: memory(),
    sessionStorage: memory(),
    matchMedia: () => ({ matches: false }),
    document: Object.assign(new EventTarget(), { documentElement: {}, cookie: '', hidden: false }),
});
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en' }, configurable: true });
