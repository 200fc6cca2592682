// vite.config.ts: how the page is built: into build/web, with the module of the rules beside it.
// tools/web calls this.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compress } from './plugins/compress';
import { offline } from './plugins/offline';
import { rules } from './plugins/rules';
import { words } from './plugins/words';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
    root: here('.'),
    base: '/',
    plugins: [
        svelte(),
        words(here('../words'), here('src/lib/games')),
        rules(here('../docs'), here('../words'), here('src/lib/games')),
        offline(here('src/sw.ts')),
        compress(),
    ],
    resolve: {
        alias: [
            { find: /^generated/, replacement: here('../build/generated') },
            {
                find: /^roundhouse\.wasm/,
                replacement: process.env.ROUNDHOUSE_WASM ?? here('../build/release/src/wasm/roundhouse.wasm'),
            },
            {
                find: /^roundhouse_review\.wasm/,
                replacement: here('../build/release/src/wasm/roundhouse_review.wasm'),
            },
        ],
    },
    build: {
        outDir: process.env.ROUNDHOUSE_WEB ?? here('../build/web'),
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
    },
    worker: { format: 'es' },
});
