// offline.ts: builds the service worker beside the page. It gets the list of files of this
// build and a hash of their contents, so that a new build has a new cache.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithEsbuild, type Plugin } from 'vite';

function filesBelow(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory()
            ? filesBelow(join(folder, entry.name)).map((name) => `${entry.name}/${name}`)
            : [entry.name],
    );
}

export function offline(source: string): Plugin {
    let publicFolder = '';
    return {
        name: 'roundhouse-offline',
        apply: 'build',
        configResolved(config) {
            publicFolder = config.publicDir;
        },
        generateBundle: {
            order: 'post',
            async handler(_, bundle) {
                const fixed = filesBelow(publicFolder);
                const hash = createHash('sha256');
                for (const file of Object.values(bundle))
                    hash.update(file.type === 'chunk' ? file.code : file.source);
                for (const name of fixed) hash.update(readFileSync(join(publicFolder, name)));
                const files = [...Object.keys(bundle), ...fixed]
                    .map((name) => (name === 'index.html' ? '/' : `/${name}`))
                    .sort();
                const worker = await transformWithEsbuild(readFileSync(source, 'utf8'), source, {
                    loader: 'ts',
                    minify: true,
                    define: {
                        __VERSION__: JSON.stringify(hash.digest('hex').slice(0, 16)),
                        __FILES__: JSON.stringify(files),
                    },
                });
                this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker.code });
            },
        },
    };
}
