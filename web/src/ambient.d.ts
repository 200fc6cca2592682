// ambient.d.ts: what the build provides.
declare module 'virtual:words' {
    type Loader = () => Promise<{ default: Readonly<Record<string, string>> }>;
    type Part = import('./lib/words.svelte').Part;
    export const LOADERS: Readonly<Record<import('./lib/contract').Language, Readonly<Record<Part, Loader>>>>;
}
declare module 'virtual:rules' {
    type Loader = () => Promise<{ default: import('./lib/rules/blocks').Block[] }>;
    type ByLanguage = Readonly<Record<import('./lib/contract').Language, Loader>>;
    export const LOADERS: Readonly<Record<import('./lib/contract').GameId, ByLanguage>>;
}
declare module 'roundhouse.wasm?url' {
    const url: string;
    export default url;
}
declare const __VERSION__: string;
declare const __FILES__: string[];
declare module 'roundhouse_review.wasm?url' {
    const url: string;
    export default url;
}
