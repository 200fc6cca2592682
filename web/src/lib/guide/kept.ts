/* kept.ts: where a lesson was left, for each game. It is no stored game. */
import type { GameId } from '../contract';

export interface KeptLesson {
    readonly step: string;
    readonly since: number; /* moves before the step */
    readonly acts: readonly string[];
    readonly begun: string;
    readonly save: string;
}

const PREFIX = 'roundhouse.lesson.';

export function keptLesson(game: GameId): KeptLesson | null {
    try {
        const kept = JSON.parse(localStorage.getItem(PREFIX + game) ?? 'null') as Partial<KeptLesson> | null;
        return typeof kept?.save === 'string' && Array.isArray(kept.acts) ? (kept as KeptLesson) : null;
    } catch {
        return null; /* forbidden, or of another version: the lesson begins again */
    }
}

export function keepLesson(game: GameId, lesson: KeptLesson): void {
    try {
        localStorage.setItem(PREFIX + game, JSON.stringify(lesson));
    } catch {
        /* Full or forbidden: a reload begins again. */
    }
}

export function forgetLesson(game: GameId): void {
    try {
        localStorage.removeItem(PREFIX + game);
    } catch {
        /* Forbidden. */
    }
}
