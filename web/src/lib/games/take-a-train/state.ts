/* state.ts: facts printed on Take a Train's cards, and names of its things and places: where an
 * action begins, where it ends, and what moves. */
import {
    FACTS,
    type Action,
    type Card,
    type Event,
    type Locomotive,
    type Objective,
    type State,
    type Term,
} from 'generated/take-a-train';
import type { LocomotiveKind } from '../../art/Locomotive.svelte';
import type { Update } from '../../contract';
import type { Flight } from '../../table/motion.svelte';
import { say, type Key } from '../../words.svelte';

export type TtUpdate = Update<State, Event, Action>;
export type TtPlayer = State['players'][number];
export type OwnLocomotive = TtPlayer['locomotives'][number];

/* ------------------------------------------------------------------------- */
/* Terms of the table                                                        */
/* ------------------------------------------------------------------------- */

/* What a locomotive would earn if the round ended now. */
export function profitOf(terms: readonly Term[], seat: number, card: Locomotive): Term | undefined {
    const round = terms.find((term) => term.term === 'round' && term.seat === seat);
    return round?.of?.find((part) => 'locomotive' in part && part.locomotive === card);
}

/* How much of an objective there is. */
export function progressOf(terms: readonly Term[], seat: number, objective: Objective): Missing | undefined {
    const missing = terms.filter((term) => term.term === 'missing');
    return missing.find((term) => term.seat === seat && term.objective === objective);
}

type Missing = Extract<Term, { term: 'missing' }>;

/* What the locomotives kept in the rotating auction cost so far. */
export function costOf(terms: readonly Term[], seat: number): Term | undefined {
    return terms.find((term) => term.term === 'cost' && term.seat === seat);
}

/* TT-4.3: the only one without three locomotives buys what they name, at once. */
export function isBuying({ step, players }: State): boolean {
    return step === 'naming' && players.filter(({ locomotives }) => locomotives.length < FACTS.own).length === 1;
}

/* ------------------------------------------------------------------------- */
/* Facts on the cards                                                        */
/* ------------------------------------------------------------------------- */

/* The payment of an objective, by the option `objectives`. */
export function paidFor(objective: Objective, printing: string | undefined): number {
    return FACTS.objectives[printing === 'printed' ? 'printed' : 'corrected'][objective];
}

/* The cost of replacing, by the place in the order of coupling. */
export function priceOf(place: number, seats: number): number {
    return (seats === 2 ? FACTS.replacing.two : FACTS.replacing.more)[place] ?? 0;
}

/* "coal-200" */
export type Load = Card extends infer One ? (One extends `${infer Load}-${number}` ? Load : never) : never;

export function loadOf(card: Card): { load: Load; value: string } | null {
    const [load, value] = card.split('-');
    return value === undefined ? null : { load: load as Load, value };
}

/* The effect of a market card: wagons of one load do the same. */
export function effectOf(card: Card): string {
    return say(`page.take-a-train.does.${card.split('-')[0]}` as Key, { bonus: money(FACTS.bonus) });
}

export function money(amount: number | null | undefined): string {
    return amount === null || amount === undefined
        ? say('page.take-a-train.money.hidden')
        : say('page.take-a-train.money', { amount });
}

/* "S5, ×2, power 300, 100 km/h" */
export function describe(locomotive: Locomotive | '?'): string {
    if (locomotive === '?') return say('page.take-a-train.face-down');
    const { multiplier, power, speed } = FACTS.locomotives[locomotive];
    const card = say(`take-a-train.locomotive.${locomotive}`);
    return say('page.take-a-train.locomotive', { card, multiplier, power, speed });
}

/* ------------------------------------------------------------------------- */
/* Objectives                                                                */
/* ------------------------------------------------------------------------- */

export interface Goal {
    readonly sign?: string;
    readonly engines?: readonly LocomotiveKind[];
    readonly count?: number;
}

export const GOALS: Readonly<Record<Objective, Goal>> = {
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
/* Things and targets                                                        */
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
/* Motion                                                                    */
/* ------------------------------------------------------------------------- */

function flightsOf(event: Event, before: State, after: State): Flight[] {
    switch (event.event) {
        case 'bought':
        case 'replacement':
            return [{ from: `drawn:${event.card}`, to: `engine:${event.seat}:${event.card}` }];
        case 'coupled': {
            const { seat, card, locomotive } = event;
            const train = after.players[seat]?.locomotives.find((own) => own.card === locomotive);
            const place = card === 'twin' ? 0 : (train?.wagons.length ?? 0) - 1;
            return [{ from: `market:${before.market.indexOf(card)}`, to: `wagon:${seat}:${locomotive}:${place}` }];
        }
        case 'market':
            return after.market
                .map((_, place) => ({ from: 'deck', to: `market:${place}` }))
                .slice(before.market.length - 1);
        case 'drew':
            return after.drawn.map((one) => ({ from: 'pile', to: `drawn:${one}` }));
        default:
            return [];
    }
}

export function planFlights(before: TtUpdate, after: TtUpdate): Flight[] {
    return after.events.flatMap((event) => flightsOf(event, before.position.state, after.position.state));
}
