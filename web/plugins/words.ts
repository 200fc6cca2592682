// words.ts: the sentences of the catalogues that the page itself says, as one module
// for each language: `import('virtual:words/fr')`. What happens in a game is said by
// the module of the rules, so the page carries only its own sentences (`page.…`) and
// the names of things.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LANGUAGES = ['en', 'fr'];

// "<game>.<group>.<name>", and "<game>.title"
const GROUPS = ['title', 'car', 'card', 'locomotive', 'train', 'stage', 'step', 'auction', 'objective', 'help'];

type Catalogue = Record<string, string>;

export function isOfThePage(key: string): boolean {
    const [room, group] = key.split('.');
    return room === 'page' || GROUPS.includes(group);
}

function sentences(folder: string, language: string): Catalogue {
    const all = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalogue;
    return Object.fromEntries(Object.entries(all).filter(([key]) => isOfThePage(key)));
}

export function words(folder: string): Plugin {
    const prefix = 'virtual:words/';
    return {
        name: 'roundhouse-words',
        resolveId: (id) => (id.startsWith(prefix) ? '\0' + id : undefined),
        load(id) {
            const language = LANGUAGES.find((one) => id === '\0' + prefix + one);
            if (language === undefined) return undefined;
            this.addWatchFile(join(folder, `${language}.json`));
            return `export default ${JSON.stringify(sentences(folder, language))};`;
        },
    };
}
