/* boards.ts: the table of each game, `<game>/Board.svelte`, loaded when it is needed. */
import type { Board, GameId } from '../contract';

const FOUND = import.meta.glob<{ default: Board }>('./*/Board.svelte');

export async function loadBoard(game: GameId): Promise<Board> {
    const load = FOUND[`./${game}/Board.svelte`];
    if (load === undefined) throw new Error(`${game} has no table`);
    return (await load()).default;
}
