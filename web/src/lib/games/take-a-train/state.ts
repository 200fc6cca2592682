/* state.ts: what is printed on the cards of Take a Train, and where its things lie on the
 * table: what an action begins with, where it goes, and what flies. */
import type { TakeATrainState } from '../../../engine/states';
import type { LocomotiveKind } from '../../art/Locomotive.svelte';
import type { Action, GameEvent, Update } from '../../contract';
import type { Flight } from '../../table/motion.svelte';
import { say } from '../../words.svelte';
import faces from './faces.json';

export type TtState = TakeATrainState;
export type TtPlayer = TtState['players'][number];

/* ------------------------------------------------------------------------- */
/* What is printed on the cards                                              */
/* ------------------------------------------------------------------------- */

export interface Face {
    readonly multiplier: number;
    readonly power: number;
    readonly speed: number;
}

const LOCOMOTIVES: Readonly<Record<string, Face>> = faces.locomotives;
const OBJECTIVES: Readonly<Record<string, Readonly<Record<string, number>>>> = faces.objectives;

export function faceOf(locomotive: string): Face {
    return LOCOMOTIVES[locomotive] ?? { multiplier: 0, power: 0, speed: 0 };
}

const KINDS: Readonly<Record<string, LocomotiveKind>> = { S: 'steam', D: 'diesel', E: 'electric' };

export function kindOf(locomotive: string): LocomotiveKind {
    return KINDS[locomotive[0] ?? ''] ?? 'steam';
}

/* What an objective pays, by the option `objectives`. */
export function paidFor(objective: string, printing: string | undefined): number {
    return OBJECTIVES[printing ?? 'corrected']?.[objective] ?? 0;
}

/* What replacing costs, by the place in the order of coupling. */
export function priceOf(place: number, seats: number): number {
    return (seats === 2 ? faces.prices.two : faces.prices.more)[place] ?? 0;
}

/* "coal-200" */
export function loadOf(card: string): { load: string; value: string } | null {
    const [, load, value] = /^([a-z]+)-(\d+)$/.exec(card) ?? [];
    return load !== undefined && value !== undefined ? { load, value } : null;
}

export function money(amount: number | null | undefined): string {
    return amount === null || amount === undefined ? say('page.tt.money.hidden') : say('page.tt.money', { amount });
}

/* "S5, ×2, power 300, 100 km/h" */
export function describe(locomotive: string): string {
    if (locomotive === '?') return say('page.tt.face-down');
    return say('page.tt.locomotive', { card: say(`take-a-train.locomotive.${locomotive}`), ...faceOf(locomotive) });
}

/* ------------------------------------------------------------------------- */
/* Objectives                                                                */
/* ------------------------------------------------------------------------- */

export interface Goal {
    readonly sign?: string;
    readonly engines?: readonly LocomotiveKind[];
    readonly count?: number;
}

export const GOALS: Readonly<Record<string, Goal>> = {
    'two-objectives': { sign: 'goal-ticks', count: 2 },
    'special-card': { sign: 'goal-star' },
    'two-passenger': { sign: 'load-passenger', count: 2 },
    'three-each': { sign: 'goal-rows', count: 3 },
    'first-player': { sign: 'goal-flag', count: 1 },
    'last-player': { sign: 'goal-lamp' },
    'ten-wagons': { sign: 'goal-wagon', count: 10 },
    'three-oil': { sign: 'load-oil', count: 3 },
    'two-luxury': { sign: 'load-luxury', count: 2 },
    'three-diesel': { engines: ['diesel'], count: 3 },
    'three-steam': { engines: ['steam'], count: 3 },
    'three-electric': { engines: ['electric'], count: 3 },
    'one-of-each': { engines: ['steam', 'diesel', 'electric'] },
    fastest: { sign: 'goal-fast' },
    slowest: { sign: 'goal-slow' },
    'four-food': { sign: 'load-food', count: 4 },
    'four-cattle': { sign: 'load-cattle', count: 4 },
    'three-coal': { sign: 'load-coal', count: 3 },
};

/* ------------------------------------------------------------------------- */
/* From a thing to a place                                                   */
/* ------------------------------------------------------------------------- */

export function sourceOf(action: Action): string | null {
    switch (action.do) {
        case 'name':
        case 'take':
            return `drawn:${action.card}`;
        case 'keep':
            return `held:${action.card}`;
        case 'turn':
            return `own:${action.card}`;
        case 'choose':
            return `seat:${action.seat}`;
        case 'couple':
            return `market:${action.card}`;
        case 'collect':
            return 'market:bonus';
        case 'discard':
            return `mark:${action.place}`;
        default:
            return null;
    }
}

export function targetOf(action: Action): string | null {
    return action.do === 'couple' ? `train:${action.locomotive}` : null;
}

/* ------------------------------------------------------------------------- */
/* What moves                                                                */
/* ------------------------------------------------------------------------- */

type TtUpdate = Update<TtState>;

function marketPlace(state: TtState, card: string): string {
    return `market:${state.market.indexOf(card as TtState['market'][number])}`;
}

function flightsOf(event: GameEvent, before: TtState, after: TtState): Flight[] {
    const seat = Number(event.seat);
    const card = String(event.card);
    switch (event.event) {
        case 'bought':
        case 'replacement':
            return [{ from: `drawn:${card}`, to: `engine:${seat}:${card}` }];
        case 'coupled': {
            const train = after.players[seat]?.locomotives.find((own) => own.card === event.locomotive);
            const place = card === 'twin' ? 0 : (train?.wagons.length ?? 0) - 1;
            return [{ from: marketPlace(before, card), to: `wagon:${seat}:${String(event.locomotive)}:${place}` }];
        }
        case 'market':
            return after.market.map((_, place) => ({ from: 'deck', to: `market:${place}` })).slice(before.market.length - 1);
        case 'drew':
            return after.drawn.map((one) => ({ from: 'pile', to: `drawn:${one}` }));
        default:
            return [];
    }
}

export function planFlights(before: TtUpdate, after: TtUpdate): Flight[] {
    return after.events.flatMap((event) => flightsOf(event, before.position.state, after.position.state));
}

/* ------------------------------------------------------------------------- */
/* A round's profit                                                          */
/* ------------------------------------------------------------------------- */

export interface RoundProfit {
    readonly round: number;
    readonly lines: readonly { readonly seat: number; readonly locomotive: string; readonly amount: number }[];
    readonly objectives: readonly { readonly seat: number; readonly objective: string; readonly amount: number }[];
}

/* What the locomotives paid is told after `round-ended`; objectives may come before it. */
export function profitIn(events: readonly GameEvent[]): RoundProfit | null {
    const end = events.find((event) => event.event === 'round-ended');
    if (end === undefined) return null;
    const of = (word: string): GameEvent[] => events.filter((event) => event.event === word);
    return {
        round: Number(end.round),
        lines: of('profit').map((event) => ({ seat: Number(event.seat), locomotive: String(event.locomotive), amount: Number(event.amount) })),
        objectives: of('objective').map((event) => ({ seat: Number(event.seat), objective: String(event.objective), amount: Number(event.amount) })),
    };
}
