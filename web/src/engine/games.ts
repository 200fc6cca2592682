// games.ts: the list of games, as the WebAssembly module reports it.
import wasmUrl from 'roundhouse.wasm?url';
import type { GameInfo, Language } from '../lib/contract';
import { Module } from './module';

let module: Promise<Module> | null = null;

export async function gamesIn(language: Language): Promise<GameInfo[]> {
    module ??= Module.load(wasmUrl);
    return (await module).ask<{ games: GameInfo[] }>({ op: 'games', lang: language }).games;
}
