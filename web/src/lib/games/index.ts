/* index.ts: the games of the page, each from its folder's `index.ts`. */
import type { Board, GameId } from '../contract';
import type { Game } from './game';

const FOUND = import.meta.glob<Game>('./*/index.ts', { eager: true, import: 'default' });

export function gameOf(id: GameId): Game {
    const game = FOUND[`./${id}/index.ts`];
    if (game === undefined) throw new Error(`${id} has no folder`);
    return game;
}

export async function boardOf(id: GameId): Promise<Board> {
    return (await gameOf(id).board()).default as Board;
}
