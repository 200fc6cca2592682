/* state.ts: Freight Train's state as docs/formats.md has it, and where its things lie
 * on the table. */
import type { Action, GameEvent, Update } from '../../contract';
import type { Flight } from '../../table/motion.svelte';

export interface FtTrain {
    readonly cars: readonly string[];
    readonly caboose: boolean;
}

export interface FtPlayer {
    readonly points: number;
    readonly yard: readonly (readonly string[])[];
    readonly called: boolean;
    readonly trains: readonly FtTrain[];
}

export interface FtState {
    readonly day: number;
    readonly round: number;
    readonly first: number;
    readonly turn: number;
    readonly ending: boolean;
    readonly stage: 'turn' | 'taking' | 'placing' | 'switching' | 'rearranging' | 'over';
    readonly switched: number;
    readonly held: readonly string[];
    readonly deck: readonly string[];
    readonly bottom: number;
    readonly main: readonly (readonly string[])[];
    readonly players: readonly FtPlayer[];
}

export const CARS = [
    'auto-rack',
    'box',
    'coil-steel',
    'container',
    'gondola',
    'hopper',
    'ore',
    'piggyback',
    'refrigerator',
    'stock',
    'tank',
] as const;

/* The thing an action begins with, and the place it goes to. */
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

/* Cars of a train that are alike, for a line of print. */
export interface Kind {
    readonly type: string;
    readonly length: number;
}

/* One type is that type's train; several are the mixed one. */
export function kindOf(train: FtTrain): Kind | null {
    const first = train.cars[0];
    if (first === undefined) return null;
    const isMixed = train.cars.some((car) => car !== first);
    return { type: isMixed ? 'mixed' : first, length: train.cars.length };
}

/* ------------------------------------------------------------------------- */
/* What moves                                                                */
/* ------------------------------------------------------------------------- */

type FtUpdate = Update<FtState>;

function lastOf(list: readonly string[] | undefined): number {
    return (list?.length ?? 0) - 1;
}

/* The own trains show every car; of the others' only the train as a whole is drawn. */
function placeOfCar(seat: number, train: number, car: string, cars: readonly string[], isOwn: boolean): string {
    return `train:${seat}:${train}:${isOwn ? cars.lastIndexOf(car) : cars.length - 1}`;
}

function flightsOf(event: GameEvent, before: FtState, after: FtState, me: number): Flight[] {
    const seat = Number(event.seat);
    const siding = Number(event.siding);
    const train = Number(event.train);
    const car = String(event.car);
    const player = after.players[seat];
    const held = `held:${before.held.lastIndexOf(car)}`;
    const coupled = placeOfCar(seat, train, car, player?.trains[train]?.cars ?? [], seat === me);
    switch (event.event) {
        case 'took':
            return [{ from: `main:${siding}:${lastOf(before.main[siding])}`, to: `held:${after.held.lastIndexOf(car)}` }];
        case 'coupled':
            return [{ from: held, to: coupled }];
        case 'stored':
            return [{ from: held, to: `yard:${seat}:${siding}:${lastOf(player?.yard[siding])}` }];
        case 'switched':
            return [{ from: `yard:${seat}:${siding}:${lastOf(before.players[seat]?.yard[siding])}`, to: coupled }];
        case 'filled':
            return (after.main[siding] ?? []).map((_, place) => ({ from: 'deck', to: `main:${siding}:${place}` }));
        default:
            return [];
    }
}

export function planFlights(before: FtUpdate, after: FtUpdate): Flight[] {
    return after.events.flatMap((event) => flightsOf(event, before.position.state, after.position.state, after.seat ?? 0));
}
