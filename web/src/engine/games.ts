// games.ts: the list of games, as the WebAssembly module reports it.
import wasmUrl from 'roundhouse.wasm?url';
import type { GameInfo, Language } from '../lib/contract';
import { Module } from './module';

let module: Promise<Module> | null = null;

// The rules on the page's own thread, for what takes no time.
export function rules(): Promise<Module> {
    if (module === null) {
        module = Module.load(wasmUrl);
        module.catch(() => (module = null)); // tried again the next time
    }
    return module;
}

export async function gamesIn(language: Language): Promise<GameInfo[]> {
    return (await rules()).ask<{ games: GameInfo[] }>({ op: 'games', lang: language }).games;
}
