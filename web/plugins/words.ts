// words.ts: the page's own sentences of the catalogues, as modules. Sentences about what
// happens in a game come from the WebAssembly module, so the page has only its own
// sentences (`page.…`) and the names of things; and of these, only those of the part that
// is shown: `virtual:words` loads them by language and part.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LANGUAGES = ['en', 'fr'];

// "<game>.<group>.<name>", and "<game>.title"
const GROUPS = [
    'title', 'car', 'card', 'locomotive', 'service', 'train', 'stage', 'auction', 'objective', 'verb', 'brief',
];

const EVERYWHERE = /^[a-z-]+\.title$|^page\.(facts|pitch)\./;
const GUIDE = /^page\.coach(\.|$)/;
const REVIEW = /^page\.review\./;
const ONLINE = new RegExp(
    '^page\\.(signin|account|passkey|sure|codes|open|public|code|link|table|waiting|share|sit|stand|start' +
        '|chat|finished|club|report|order|people|daily' +
        '|watch|watching|return)(\\.|$)',
);

type Catalogue = Record<string, string>;

function isOfThePage(key: string): boolean {
    const [room, group = ''] = key.split('.');
    return room === 'page' || GROUPS.includes(group);
}

// The part of the page that uses a key. A key that contains a game's id belongs to that game.
function partOf(key: string, games: readonly string[]): string {
    if (EVERYWHERE.test(key)) return 'everywhere';
    if (GUIDE.test(key)) return 'guide';
    if (ONLINE.test(key)) return 'online';
    if (REVIEW.test(key)) return 'review';
    return games.find((game) => key.split('.').includes(game)) ?? 'everywhere';
}

function loaders(parts: readonly string[]): string {
    const line = (language: string, part: string): string =>
        `'${part}': () => import('virtual:words/${language}/${part}'),`;
    const lines = LANGUAGES.map((one) => `${one}: { ${parts.map((part) => line(one, part)).join(' ')} },`);
    return `export const LOADERS = { ${lines.join(' ')} };`;
}

// `catalogues` has a file for each language, `games` a folder for each game.
export function words(catalogues: string, games: string): Plugin {
    const ids = readdirSync(games, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
    const name = /^\0virtual:words\/([a-z]+)\/([a-z-]+)$/;
    return {
        name: 'roundhouse-words',
        resolveId: (id) => (id.startsWith('virtual:words') ? '\0' + id : undefined),
        load(id) {
            if (id === '\0virtual:words') return loaders(['everywhere', 'guide', 'online', 'review', ...ids]);
            const [, language, part] = name.exec(id) ?? [];
            if (language === undefined || part === undefined) return undefined;
            const path = join(catalogues, `${language}.json`);
            this.addWatchFile(path);
            const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Catalogue);
            const said = all.filter(([key]) => isOfThePage(key) && partOf(key, ids) === part);
            return `export default ${JSON.stringify(Object.fromEntries(said))};`;
        },
    };
}
