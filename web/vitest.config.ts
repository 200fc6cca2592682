// vitest.config.ts: how the unit tests are run: the page's own modules in Node, with the real module of the
// rules and the real sentences. tests/setup.ts stands in for the browser.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { words } from './plugins/words';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
    root: here('.'),
    plugins: [svelte({ hot: false }), words(here('../words'), here('src/lib/games'))],
    resolve: {
        alias: [
            { find: /^generated/, replacement: here('../build/generated') },
            { find: /^roundhouse\.wasm/, replacement: here('../build/release/src/wasm/roundhouse.wasm') },
        ],
        conditions: ['browser'],
    },
    server: { fs: { allow: [here('..')] } },
    test: {
        include: ['tests/*.test.ts'],
        setupFiles: ['tests/setup.ts'],
        testTimeout: 60_000,
        /* Svelte's reactivity as in a browser, not as on a server. */
        testTransformMode: { web: ['**/*.test.ts'] },
    },
});
