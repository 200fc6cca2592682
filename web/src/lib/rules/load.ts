/* load.ts: the rules of a game in a language, as the build has made them. */
import type { GameId, Language } from '../contract';
import type { Block } from './blocks';

type Loader = () => Promise<{ default: Block[] }>;

const RULES: Readonly<Record<GameId, Readonly<Record<Language, Loader>>>> = {
    'freight-train': { en: () => import('virtual:rules/freight-train.en'), fr: () => import('virtual:rules/freight-train.fr') },
    'station-master': { en: () => import('virtual:rules/station-master.en'), fr: () => import('virtual:rules/station-master.fr') },
    'take-a-train': { en: () => import('virtual:rules/take-a-train.en'), fr: () => import('virtual:rules/take-a-train.fr') },
};

export async function rulesOf(game: GameId, language: Language): Promise<Block[]> {
    return (await RULES[game][language]()).default;
}
