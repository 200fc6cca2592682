// compress.ts: writes a .br and a .gz file next to every file that gets smaller by it,
// so that a server need not compress anything.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const KINDS = /\.(html|js|css|svg|wasm|webmanifest|json|txt)$/;

function compressFile(path: string): void {
    const plain = readFileSync(path);
    const brotli = brotliCompressSync(plain, {
        params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
    });
    const gzip = gzipSync(plain, { level: 9 });
    if (brotli.length < plain.length) writeFileSync(`${path}.br`, brotli);
    if (gzip.length < plain.length) writeFileSync(`${path}.gz`, gzip);
}

function compressFolder(folder: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) compressFolder(path);
        else if (KINDS.test(entry.name)) compressFile(path);
    }
}

export function compress(): Plugin {
    let out = '';
    return {
        name: 'roundhouse-compress',
        apply: 'build',
        configResolved(config) {
            out = config.build.outDir;
        },
        closeBundle: () => compressFolder(out),
    };
}
