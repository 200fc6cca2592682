/* state.ts: names of Station Master's things and places: where an action begins, where it ends,
 * and what moves with an update. */
import {
    FACTS,
    type Action,
    type Card,
    type CarriageCard,
    type Event,
    type Locomotive,
    type State,
    type Term,
} from 'generated/station-master';
import type { Update } from '../../contract';
import type { LocomotiveKind } from '../../art/Locomotive.svelte';
import type { Flight } from '../../table/motion.svelte';
import { say } from '../../words.svelte';

export type SmUpdate = Update<State, Event, Action>;
export type SmTrain = State['station'][number];

/* What a train is worth now, and what that means for the seats whose tokens are seen. */
export interface Worth {
    readonly train: Term | undefined;
    readonly aboard: readonly Extract<Term, { term: 'passengers' }>[];
}

export function worthOf(terms: readonly Term[], place: number): Worth {
    return {
        train: terms.find((term) => term.term === 'train' && term.train === place),
        aboard: terms.filter((term) => term.term === 'passengers').filter((term) => term.train === place),
    };
}

/* Cards that need more than a train: first which carriage or which tokens, then where. */
const IN_TWO_STEPS = ['reassign', 'repair-3', 'repair-5', 'transfer'] as const;
export type InTwoSteps = (typeof IN_TWO_STEPS)[number];

export function needsTwoSteps(card: string): card is InTwoSteps {
    return (IN_TWO_STEPS as readonly string[]).includes(card);
}

export function isCarriage(card: string): card is CarriageCard {
    return card in FACTS.carriages;
}

/* "repair-5" is drawn with the sign of "repair" and the number 5. */
export function signOf(card: string): { sign: string; number: string | null } {
    const [, sign, number] = /^(.*?)(?:-(\d))?$/.exec(card) ?? [];
    return { sign: sign ?? card, number: number ?? null };
}

/* The text on a carriage's plate. The value of a class depends on the train. */
export function plateOf(card: string): string {
    if (card === 'first' || card === 'executive') return `±${FACTS.carriages[card]}`;
    return card.replace('-', '−');
}

/* The effect of a card, in words. */
export function effectOf(card: Card): string {
    const { first, executive } = FACTS.carriages;
    return say(`page.station-master.does.${card}`, { first, executive });
}

export interface Engine {
    readonly kind: LocomotiveKind;
    readonly number: number;
}

export type Service = (typeof FACTS.locomotives)[Locomotive]['service'];

export function serviceOf(locomotive: Locomotive): Service {
    return FACTS.locomotives[locomotive].service;
}

const KINDS = { ordinary: 'steam', executive: 'express', freight: 'goods' } as const;

export function engineOf(locomotive: Locomotive): Engine {
    const { service, number } = FACTS.locomotives[locomotive];
    return { kind: KINDS[service], number };
}

/* ------------------------------------------------------------------------- */
/* Things and targets                                                        */
/* ------------------------------------------------------------------------- */

export function sourceOf(action: Action): string | null {
    switch (action.do) {
        case 'board':
            return `token:${action.token}`;
        case 'couple':
        case 'waste':
            return `hand:${action.card}`;
        case 'move':
            return `move:${action.place}`;
        case 'reassign':
        case 'transfer':
            return `${action.do}:${action.train}`;
        case 'repair-3':
        case 'repair-5':
            return `${action.do}:${action.card}`;
        case 'done':
            return null;
        default:
            return `hand:${action.do}`;
    }
}

export function targetOf(action: Action): string | null {
    switch (action.do) {
        case 'waste':
            return 'discard';
        case 'move':
        case 'done':
            return null;
        case 'reassign':
        case 'transfer':
            return `train:${action.to}`;
        default:
            return `train:${action.train}`;
    }
}

/* The card of the hand that an action plays; null for tokens. */
export function cardOf(action: Action): Card | null {
    if (action.do === 'board' || action.do === 'move' || action.do === 'done') return null;
    return action.do === 'couple' || action.do === 'waste' ? action.card : action.do;
}

/* What an action would make of its train, in words: the end of its sentence; undefined: it would
 * be worth the same. */
export function outcomeOf({ do: word, text }: { do: string; text?: string }): string | undefined {
    return word === 'standing' || word === 'transfer' ? undefined : text?.split(': ').at(-1);
}

/* ------------------------------------------------------------------------- */
/* Motion                                                                    */
/* ------------------------------------------------------------------------- */

function handPlace(state: State, seat: number, card: Card): string {
    const place = state.players[seat]?.hand.findIndex((one) => one === card) ?? -1;
    return place < 0 ? `player:${seat}` : `hand:${place}`;
}

function tailOf(state: State, train: number): string {
    return `carriage:${train}:${(state.station[train]?.carriages.length ?? 0) - 1}`;
}

function lastToken(state: State, train: number): string {
    return `token:${train}:${(state.station[train]?.tokens.length ?? 0) - 1}`;
}

/* The own token that has left home: both lists are ascending. */
function leftHome(before: State, after: State, seat: number): string {
    const now = after.players[seat]?.home ?? [];
    return `own:${before.players[seat]?.home.findIndex((value, i) => value !== now[i]) ?? 0}`;
}

function flightsOf(event: Event, me: number | null, before: State, after: State): Flight[] {
    switch (event.event) {
        case 'boarded':
            return [
                {
                    from: event.seat === me ? leftHome(before, after, event.seat) : `home:${event.seat}`,
                    to: lastToken(after, event.train),
                },
            ];
        case 'coupled':
            return [{ from: handPlace(before, event.seat, event.card), to: tailOf(after, event.train) }];
        case 'repaired':
            return [{ from: 'discard', to: tailOf(after, event.train) }];
        case 'reassigned':
            return [{ from: tailOf(before, event.train), to: tailOf(after, event.to) }];
        case 'moved':
            return [{ from: `train:${event.train}`, to: lastToken(after, event.to) }];
        case 'uncoupled':
            return [{ from: tailOf(before, event.train), to: 'discard' }];
        case 'arrived':
            return [{ from: 'sheds', to: `engine:${event.train}` }];
        default:
            return [];
    }
}

export function planFlights(before: SmUpdate, after: SmUpdate): Flight[] {
    return after.events.flatMap((event) => flightsOf(event, after.seat, before.position.state, after.position.state));
}

/* The sign on the backs of a player's tokens, beside their colour and outline: the initial, two
 * letters where players share it, or a sign. Never a digit, which would look like passengers. */
const SIGNS = ['●', '■', '▲', '◆', '★', '✚'];

export function letterOf(names: readonly string[], seat: number): string {
    const start = (name: string | undefined, length: number): string => {
        const letters = [...(name ?? '')].slice(0, length);
        return letters.map((letter, i) => (i === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');
    };
    const isOwn = (length: number): boolean => {
        const own = start(names[seat], length);
        const isShared = names.some((name, other) => other !== seat && start(name, length) === own);
        return /^\p{L}+$/u.test(own) && !isShared;
    };
    const length = [1, 2].find(isOwn);
    return length === undefined ? (SIGNS[seat] ?? '?') : start(names[seat], length);
}
