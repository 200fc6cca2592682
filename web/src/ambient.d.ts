// ambient.d.ts: what the build provides.
declare module 'virtual:words/*' {
    const sentences: Record<string, string>;
    export default sentences;
}
declare module 'roundhouse.wasm?url' {
    const url: string;
    export default url;
}
declare const __VERSION__: string;
declare const __FILES__: string[];
