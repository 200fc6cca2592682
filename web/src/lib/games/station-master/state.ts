/* state.ts: where the things of Station Master lie on the table: what an action begins
 * with, where it goes, and what flies when something has happened. */
import type { StationCard, StationMasterState } from '../../../engine/states';
import type { Action, GameEvent, Update } from '../../contract';
import type { LocomotiveKind } from '../../art/Locomotive.svelte';
import type { Flight } from '../../table/motion.svelte';

export type SmState = StationMasterState;

/* Cards that need more than a train: first which carriage or which tokens, then where. */
const IN_TWO_STEPS: readonly string[] = ['reassign', 'repair-3', 'repair-5', 'transfer'];

export function needsTwoSteps(card: string): boolean {
    return IN_TWO_STEPS.includes(card);
}

export function isCarriage(card: string): boolean {
    return /^[+-]\d$/.test(card) || card === 'first' || card === 'executive';
}

/* "repair-5" is drawn with the sign of "repair" and the number 5. */
export function signOf(card: string): { sign: string; number: string | null } {
    const [, sign, number] = /^(.*?)(?:-(\d))?$/.exec(card) ?? [];
    return { sign: sign ?? card, number: number ?? null };
}

/* What stands on a carriage's plate. */
export function plateOf(card: string): string {
    if (card === 'first') return '±3';
    if (card === 'executive') return '±5';
    return card.replace('-', '−');
}

export interface Engine {
    readonly kind: LocomotiveKind;
    readonly number: number;
}

const KINDS: Readonly<Record<string, LocomotiveKind>> = { ordinary: 'steam', executive: 'express', freight: 'goods' };

/* "executive-5" */
export function engineOf(locomotive: string): Engine {
    const [kind, number] = locomotive.split('-');
    return { kind: KINDS[kind ?? ''] ?? 'steam', number: Number(number) };
}

/* ------------------------------------------------------------------------- */
/* From a thing to a place                                                   */
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
export function cardOf(action: Action): StationCard | null {
    if (action.do === 'board' || action.do === 'move' || action.do === 'done') return null;
    return (action.do === 'couple' || action.do === 'waste' ? action.card : action.do) as StationCard;
}

/* ------------------------------------------------------------------------- */
/* What moves                                                                */
/* ------------------------------------------------------------------------- */

type SmUpdate = Update<SmState>;

function handPlace(state: SmState, seat: number, card: string): string {
    const place = state.players[seat]?.hand.indexOf(card as StationCard) ?? -1;
    return place < 0 ? `player:${seat}` : `hand:${place}`;
}

function tailOf(state: SmState, train: number): string {
    return `carriage:${train}:${(state.station[train]?.carriages.length ?? 0) - 1}`;
}

function flightsOf(event: GameEvent, me: number | null, before: SmState, after: SmState): Flight[] {
    const seat = Number(event.seat);
    const train = Number(event.train);
    const to = Number(event.to);
    const card = String(event.card);
    switch (event.event) {
        case 'boarded':
            return [{ from: seat === me ? 'tokens' : `home:${seat}`, to: `token:${train}:${(after.station[train]?.tokens.length ?? 0) - 1}` }];
        case 'coupled':
            return [{ from: handPlace(before, seat, card), to: tailOf(after, train) }];
        case 'repaired':
            return [{ from: 'discard', to: tailOf(after, train) }];
        case 'reassigned':
            return [{ from: tailOf(before, train), to: tailOf(after, to) }];
        case 'moved':
            return [{ from: `train:${train}`, to: `token:${to}:${(after.station[to]?.tokens.length ?? 0) - 1}` }];
        case 'uncoupled':
            return [{ from: tailOf(before, train), to: 'discard' }];
        case 'arrived':
            return [{ from: 'sheds', to: `engine:${train}` }];
        default:
            return [];
    }
}

export function planFlights(before: SmUpdate, after: SmUpdate): Flight[] {
    return after.events.flatMap((event) => flightsOf(event, after.seat, before.position.state, after.position.state));
}

/* ------------------------------------------------------------------------- */
/* Departures                                                                */
/* ------------------------------------------------------------------------- */

export interface Departure {
    readonly locomotive: string;
    readonly carriages: readonly string[];
    readonly worth: number;
    readonly gains: readonly { readonly seat: number; readonly passengers: number; readonly points: number }[];
}

/* A departure is told as one event for the train, and one for each player aboard. */
export function departuresIn(events: readonly GameEvent[]): Departure[] {
    const departures: { locomotive: string; carriages: readonly string[]; worth: number; gains: Departure['gains'][number][] }[] = [];
    for (const event of events) {
        if (event.event === 'departed')
            departures.push({
                locomotive: String(event.locomotive),
                carriages: ((event.carriages as readonly string[] | undefined) ?? []).map(String),
                worth: Number(event.worth),
                gains: [],
            });
        else if (event.event === 'scored')
            departures.at(-1)?.gains.push({ seat: Number(event.seat), passengers: Number(event.passengers), points: Number(event.points) });
    }
    return departures;
}

/* What stands on a player's tokens: the initial, or the number of the seat where two
   players share one, so that colour is never the only difference. */
export function letterOf(names: readonly string[], seat: number): string {
    const initial = (name: string | undefined): string => [...(name ?? '?')][0]?.toUpperCase() ?? '?';
    const letter = initial(names[seat]);
    return names.some((name, other) => other !== seat && initial(name) === letter) ? String(seat + 1) : letter;
}
