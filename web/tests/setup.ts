// setup.ts: stubs of the browser functions that the modules under test use.
function memory(): object {
    const kept = new Map<string, string>();
    return {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
    };
}

Object.assign(globalThis, {
    localStorage: memory(),
    sessionStorage: memory(),
    matchMedia: () => ({ matches: false }),
    document: { documentElement: {} },
});
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en' }, configurable: true });
