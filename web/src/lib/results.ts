/* results.ts: finished games in a list: who won, the scores, and the date. */
import type { GameId } from './contract';
import { gameOf } from './games';
import { language, listed, numeral, say } from './words.svelte';

interface Result {
    readonly game: GameId;
    readonly names: readonly string[];
    readonly scores: readonly (number | null)[];
    readonly ranking: readonly number[];
}

export function scoreText(game: GameId, score: number): string {
    return gameOf(game).isMoney ? say('page.money', { amount: score }) : numeral(score);
}

/* "Ada wins" */
export function wonText({ names, ranking }: Result): string {
    const winners = names.filter((_, seat) => ranking[seat] === 1);
    return winners.length > 1
        ? say('page.won.shared', { names: listed(winners) })
        : say('page.won', { name: winners[0] ?? '' });
}

/* "Ada 34, Casey 31": the best first. */
export function scoresText({ game, names, scores, ranking }: Result): string {
    const seats = names.map((_, seat) => seat).sort((a, b) => (ranking[a] ?? 9) - (ranking[b] ?? 9));
    return seats.map((seat) => `${names[seat]} ${scoreText(game, scores[seat] ?? 0)}`).join(', ');
}

/* The time in milliseconds since 1970. */
export function dateText(time: number): string {
    return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}
