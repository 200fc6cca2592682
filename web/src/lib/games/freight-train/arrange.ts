/* arrange.ts: cars in the sidings of a yard that is being rearranged, and where they may go. */
import { FACTS, type Car } from 'generated/freight-train';
import type { Action } from '../../contract';

export interface OneCar {
    readonly type: Car;
    readonly id: number; /* tells equal cars apart */
}

export type Standing = readonly (readonly OneCar[])[];

export interface Spot {
    readonly siding: number;
    readonly place: number; /* from the bumper, from 0 */
}

export function spotOf(sidings: Standing, id: number): Spot {
    const siding = sidings.findIndex((cars) => cars.some((car) => car.id === id));
    return { siding, place: sidings[siding]?.findIndex((car) => car.id === id) ?? 0 };
}

/* Before any car, or at the open end. The car changes places with one of another siding that is
 * full. */
export function spotsFor(sidings: Standing, id: number): Spot[] {
    const from = spotOf(sidings, id);
    return sidings.flatMap((cars, siding) => {
        const isOwn = siding === from.siding;
        const count = cars.length + Number(isOwn || cars.length < FACTS.yardRoom);
        const spots = Array.from({ length: count }, (_, place): Spot => ({ siding, place }));
        const isThere = (place: number): boolean => isOwn && Math.min(place, cars.length - 1) === from.place;
        return spots.filter(({ place }) => !isThere(place));
    });
}

/* The car goes there; those behind it move up. */
export function moved(sidings: Standing, id: number, to: Spot): Standing {
    const from = spotOf(sidings, id);
    const car = sidings[from.siding]?.[from.place];
    const other = sidings[to.siding]?.[to.place];
    if (car === undefined) return sidings;
    const isSwap = to.siding !== from.siding && sidings[to.siding]?.length === FACTS.yardRoom && other !== undefined;
    return sidings.map((cars, siding) => {
        if (isSwap) return cars.map((one) => (one.id === id ? other : one.id === other.id ? car : one));
        const rest = cars.filter((one) => one.id !== id);
        return siding === to.siding ? [...rest.slice(0, to.place), car, ...rest.slice(to.place)] : rest;
    });
}

/* Siding after siding, each from its bumper on, as the rules take it. */
export function arranged(sidings: Standing): Action[] {
    return sidings.flatMap((cars, siding) => cars.map(({ type }): Action => ({ do: 'store', car: type, siding })));
}
