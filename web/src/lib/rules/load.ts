/* load.ts: the rules of a game in a language, as the build has made them. */
import { LOADERS } from 'virtual:rules';
import type { GameId, Language } from '../contract';
import type { Block } from './blocks';

export async function rulesOf(game: GameId, language: Language): Promise<Block[]> {
    return (await LOADERS[game][language]()).default;
}
