// setup.ts: stubs of the browser functions that the modules under test use.
const kept = new Map<string, string>();

Object.assign(globalThis, {
    localStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
    },
    matchMedia: () => ({ matches: false }),
    document: { documentElement: {} },
});
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en' }, configurable: true });
