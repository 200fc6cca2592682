/* rules.d.ts: what plugins/rules.ts provides. */
declare module 'virtual:rules/*' {
    const blocks: import('./blocks').Block[];
    export default blocks;
}
