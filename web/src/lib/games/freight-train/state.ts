/* state.ts: names of Freight Train's things and places: where an action begins, where it ends,
 * and what moves with an update. */
import { CARS, type Action, type Car, type Event, type State } from 'generated/freight-train';
import type { Update } from '../../contract';
import type { Flight } from '../../table/motion.svelte';

export type FtUpdate = Update<State, Event, Action>;
export type FtPlayer = State['players'][number];
export type FtTrain = FtPlayer['trains'][number];

/* The kind of a train with cars: one type, or the mixed one. */
export const TYPES = [...CARS, 'mixed'] as const;
export type Type = (typeof TYPES)[number];

/* The thing that an action begins with, and its target. */
export function sourceOf(action: Action): string | null {
    switch (action.do) {
        case 'take':
        case 'fill':
            return `main:${action.siding}`;
        case 'switch':
            return `yard:${action.siding}`;
        case 'couple':
        case 'store':
            return `held:${action.car}`;
        case 'close':
            return 'caboose';
        default:
            return null;
    }
}

export function targetOf(action: Action): string | null {
    switch (action.do) {
        case 'couple':
        case 'switch':
        case 'close':
            return `train:${action.train}`;
        case 'store':
            return `siding:${action.siding}`;
        default:
            return null;
    }
}

/* Equal cars of a train, for a line of text. */
export interface Kind {
    readonly type: Type;
    readonly length: number;
}

/* One type is that type's train; several are the mixed one. */
export function kindOf(train: FtTrain): Kind | null {
    const first = train.cars[0];
    if (first === undefined) return null;
    const isMixed = train.cars.some((car) => car !== first);
    return { type: isMixed ? 'mixed' : first, length: train.cars.length };
}

/* The car that a thing of the picker stands for: one in hand, or the outermost of a siding. */
export function carOf(source: string, { held, players }: State, seat: number): Car | undefined {
    const [place, name = ''] = source.split(':');
    if (place === 'held') return held.find((car) => car === name);
    return place === 'yard' ? players[seat]?.yard[Number(name)]?.at(-1) : undefined;
}

/* Would this car turn a train of one type into the mixed train? */
export function mixes(car: Car | undefined, train: FtTrain | undefined): boolean {
    const kind = train === undefined ? null : kindOf(train);
    return car !== undefined && kind !== null && kind.type !== 'mixed' && kind.type !== car;
}

export function makesMixed(action: { readonly do: string }, update: Update): boolean {
    const { state, waiting } = update.position as FtUpdate['position'];
    const seat = update.seat ?? waiting[0] ?? 0;
    const offered = action as Action;
    const source = sourceOf(offered);
    if (source === null || !('train' in offered)) return false;
    return mixes(carOf(source, state, seat), state.players[seat]?.trains[offered.train]);
}

/* Rearranging is planned in the yard, if there is anything in it. */
export function rearranges(action: { readonly do: string }, update: Update): boolean {
    const { state } = update.position as FtUpdate['position'];
    return action.do === 'rearrange' && (state.players[update.seat ?? 0]?.yard ?? []).some(({ length }) => length > 0);
}

/* ------------------------------------------------------------------------- */
/* Motion                                                                    */
/* ------------------------------------------------------------------------- */

function lastOf(list: readonly Car[] | undefined): number {
    return (list?.length ?? 0) - 1;
}

/* The own trains show every car; of the others' only the train as a whole is drawn. */
function placeOfCar({ seat, train, car }: { seat: number; train: number; car: Car }, after: State, me: number): string {
    const cars = after.players[seat]?.trains[train]?.cars ?? [];
    return `train:${seat}:${train}:${seat === me ? cars.lastIndexOf(car) : cars.length - 1}`;
}

function flightsOf(event: Event, before: State, after: State, me: number): Flight[] {
    switch (event.event) {
        case 'took': {
            const { siding, car } = event;
            const to = `held:${after.held.lastIndexOf(car)}`;
            return [{ from: `main:${siding}:${lastOf(before.main[siding])}`, to }];
        }
        case 'coupled':
            return [{ from: `held:${before.held.lastIndexOf(event.car)}`, to: placeOfCar(event, after, me) }];
        case 'stored': {
            const { seat, siding, car } = event;
            const to = `yard:${seat}:${siding}:${lastOf(after.players[seat]?.yard[siding])}`;
            return [{ from: `held:${before.held.lastIndexOf(car)}`, to }];
        }
        case 'switched': {
            const { seat, siding } = event;
            const from = `yard:${seat}:${siding}:${lastOf(before.players[seat]?.yard[siding])}`;
            return [{ from, to: placeOfCar(event, after, me) }];
        }
        case 'filled':
            return (after.main[event.siding] ?? []).map((_, place) => ({
                from: 'deck',
                to: `main:${event.siding}:${place}`,
            }));
        default:
            return [];
    }
}

export function planFlights(before: FtUpdate, after: FtUpdate): Flight[] {
    const me = after.seat ?? 0;
    return after.events.flatMap((event) => flightsOf(event, before.position.state, after.position.state, me));
}
