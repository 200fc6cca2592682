/* tutorial.ts: the form of a lesson: `games/<game>/tutorial.ts` is data of this form. A fixed deal,
 * then steps. A step says a sentence and waits for the learner to press "next", or to do
 * something. The coach's remarks answer what the learner did meanwhile:
 *
 *     step ──until──> next step          the bots play only while a step waits for something
 *       └──when──> remark ──back──┐
 *       ^──── the position of its beginning */
import type { GameEvent, Update } from '../contract';

export type Numbers = Readonly<Record<string, number>>;

export interface Situation<Shown extends Update = Update> {
    readonly update: Shown;
    /* What the learner has done since the step began. */
    readonly own: readonly GameEvent[];
}

export type Condition = (situation: Situation) => boolean;

/* The coach's answer. Its sentence is page.coach.<game>.<id>. */
export interface Remark {
    readonly id: string;
    readonly when: Condition;
    readonly numbers?: (situation: Situation) => Numbers;
    /* A mistake: the learner takes it back before the lesson goes on. */
    readonly isMistake?: boolean;
}

/* Its sentence is page.coach.<game>.<id>. */
export interface Step {
    readonly id: string;
    /* The numbers of the sentence, from the terms of the table. */
    readonly numbers?: (situation: Situation) => Numbers;
    /* A region of the table: its `data-coach`. */
    readonly point?: string;
    /* The game goes on from here: the actions since the deal, "0 take 3; 1 call". */
    readonly scene?: string;
    /* The actions that are offered, "*" for any word; without it, all. */
    readonly allow?: readonly string[];
    /* Each of them once. */
    readonly isOnce?: boolean;
    /* What the others do from now on. If they may not, a bot decides. */
    readonly others?: readonly string[];
    /* Without it, "next" continues. */
    readonly until?: Condition;
    readonly remarks?: readonly Remark[];
}

export interface Tutorial {
    readonly seed: string;
    readonly options: Readonly<Record<string, string>>;
    readonly steps: readonly Step[];
}

export const LEARNER = 0;

/* "couple box *" fits "couple box 2". */
export function fits(pattern: string, action: string): boolean {
    const words = action.split(' ');
    const wanted = pattern.split(' ');
    return wanted.length === words.length && wanted.every((word, i) => word === '*' || word === words[i]);
}

export function did(count: number, ...words: string[]): Condition {
    return ({ own }) => own.filter((event) => words.includes(event.event)).length >= count;
}

export const isMyTurn: Condition = ({ update }) => update.position.over || update.position.waiting.includes(LEARNER);

export const seedOf = (number: number): string => number.toString(16).padStart(64, '0');
