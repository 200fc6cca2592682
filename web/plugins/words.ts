// words.ts: the sentences of the catalogues that the page itself says, as modules:
// `import('virtual:words/fr/guide')`. What happens in a game is said by the module of
// the rules, so the page carries only its own sentences (`page.…`) and the names of
// things; and of these, only those of the part that is on the screen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

// "<game>.<group>.<name>", and "<game>.title"
const GROUPS = ['title', 'car', 'card', 'locomotive', 'train', 'stage', 'auction', 'objective'];

// Which part of the page says a key; the first that fits. The rest is said anywhere.
const PARTS: readonly (readonly [string, RegExp])[] = [
    ['everywhere', /^[a-z-]+\.title$/],
    ['guide', /^page\.coach(\.|$)/],
    ['freight-train', /^(freight-train|page\.(ft|art\.letter|do\.freight-train|prompt\.freight-train))\./],
    ['station-master', /^(station-master|page\.(sm|do\.station-master|prompt\.station-master))\./],
    ['take-a-train', /^(take-a-train|page\.(tt|do\.take-a-train|prompt\.take-a-train))\./],
    ['online', /^page\.(signin|account|open|public|code|link|table|waiting|share|sit|stand|start|chat|finished|watch|watching|return)(\.|$)/],
];

type Catalogue = Record<string, string>;

function isOfThePage(key: string): boolean {
    const [room, group] = key.split('.');
    return room === 'page' || GROUPS.includes(group);
}

function partOf(key: string): string {
    return PARTS.find(([, keys]) => keys.test(key))?.[0] ?? 'everywhere';
}

function sentences(path: string, part: string): Catalogue {
    const all = JSON.parse(readFileSync(path, 'utf8')) as Catalogue;
    return Object.fromEntries(Object.entries(all).filter(([key]) => isOfThePage(key) && partOf(key) === part));
}

export function words(folder: string): Plugin {
    const name = /^\0virtual:words\/([a-z]+)\/([a-z-]+)$/;
    return {
        name: 'roundhouse-words',
        resolveId: (id) => (id.startsWith('virtual:words/') ? '\0' + id : undefined),
        load(id) {
            const [, language, part] = name.exec(id) ?? [];
            if (language === undefined || part === undefined) return undefined;
            const path = join(folder, `${language}.json`);
            this.addWatchFile(path);
            return `export default ${JSON.stringify(sentences(path, part))};`;
        },
    };
}
