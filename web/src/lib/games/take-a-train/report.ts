/* report.ts: the money that a round's trains earned, from its events. */
import type { Event, State } from 'generated/take-a-train';
import type { Update } from '../../contract';
import type { Report } from '../game';

type Player = State['players'][number];

export interface Round {
    readonly round: number;
    readonly lines: readonly Extract<Event, { event: 'profit' }>[];
    readonly objectives: readonly Extract<Event, { event: 'objective' }>[];
    /* The players when the round ended, and the number of wagons that ended it. */
    readonly players: readonly Player[];
    readonly limit: number;
}

/* The wagon that ended the round is in the same update. */
function withLast(player: Player, seat: number, events: readonly Event[]): Player {
    const last = events.find((event) => event.event === 'coupled' && event.seat === seat);
    if (last?.event !== 'coupled' || last.card === 'multiplier') return player;
    const locomotives = player.locomotives.map((own) => {
        if (own.card !== last.locomotive) return own;
        const wagons = last.card === 'twin' ? [last.card, ...own.wagons] : [...own.wagons, last.card];
        return { ...own, wagons };
    });
    return { ...player, locomotives };
}

/* The trains are gone when their profit is reported, so they are shown as they were before. The
 * locomotives' profit comes after `round-ended`; objectives may come before it. */
export function roundReport(after: Update, before: Update | null): Report<Round> | null {
    const events = after.events as readonly Event[];
    const end = events.find((event) => event.event === 'round-ended');
    if (end === undefined || before === null) return null;
    const { players, limit } = before.position.state as State;
    return {
        content: {
            round: end.round,
            lines: events.filter((event) => event.event === 'profit'),
            objectives: events.filter((event) => event.event === 'objective'),
            players: players.map((player, seat) => withLast(player, seat, events)),
            limit,
        },
    };
}
