/* digest.ts: the log in paragraphs, as in the terminal (src/tui/journal.c). What one player does
 * in a row becomes one:
 *
 *     Nora   takes the box car (2), the ore car (2); couples the box car to train 1 ×2
 *
 * An event with a verb (<game>.verb.<event>, <game>.brief.<event>) joins such a paragraph; any
 * other stands on a line of its own. What was taken back is left out. */
import type { LogEntry } from '../../engine/types';
import type { GameEvent, GameId, Term } from '../contract';
import { gameOf } from '../games';
import { headed, inARow, sayIfKnown, signed } from '../words.svelte';

export interface Paragraph {
    readonly key: string;
    /* The player of its event or its events; null: nobody's. */
    readonly seat: number | null;
    /* Does the name of the player stand before the text? */
    readonly isNamed: boolean;
    readonly text: string;
}

/* Entries that a turn has at most. */
const RECENT = 40;
/* Places count from 0 in events, from 1 in sentences. */
const PLACES = ['siding', 'train', 'to', 'place'];
const GROUPS = ['car', 'card', 'locomotive'];

function nameOf(game: GameId, group: string, value: string): string {
    const found = [group, ...GROUPS].map((one) => sayIfKnown(`${game}.${one}.${value}`));
    return found.find((name) => name !== null) ?? value;
}

function argument(game: GameId, names: readonly string[], field: string, value: GameEvent[string]): string | number {
    if (Array.isArray(value)) return value.map((one) => nameOf(game, field, String(one))).join(', ');
    if (typeof value === 'number')
        return field === 'of' ? (names[value] ?? '') : PLACES.includes(field) ? value + 1 : value;
    return nameOf(game, field, String(value));
}

/* "the box car to train 1"; null: the event has no verb. */
function briefOf(event: GameEvent, game: GameId, names: readonly string[]): { verb: string; rest: string } | null {
    const verb = sayIfKnown(`${game}.verb.${event.event}`);
    if (verb === null || event.seat === undefined) return null;
    const fields = Object.entries(event).map(([field, value]) => [field, argument(game, names, field, value)]);
    const rest = sayIfKnown(`${game}.brief.${event.event}`, Object.fromEntries(fields)) ?? '';
    return { verb, rest };
}

/* What stands: an undo takes back the entry before it. */
export function standing(log: readonly LogEntry[]): LogEntry[] {
    const entries: LogEntry[] = [];
    for (const entry of log) {
        if (entry.back) entries.pop();
        else entries.push(entry);
    }
    return entries;
}

interface Step {
    readonly text: string;
    count: number;
}

/* Equal steps in a row are counted: "the box car ×3". */
class Sentence {
    readonly #parts: { verb: string; rests: Step[] }[] = [];

    add(verb: string, rest: string): void {
        const last = this.#parts.at(-1);
        const equal = last?.verb === verb ? last.rests.find(({ text }) => text === rest) : undefined;
        if (equal !== undefined) equal.count++;
        else if (last?.verb === verb) last.rests.push({ text: rest, count: 1 });
        else this.#parts.push({ verb, rests: [{ text: rest, count: 1 }] });
    }

    toString(): string {
        const said = ({ text, count }: Step): string => (count > 1 ? `${text} ×${count}` : text);
        return inARow(this.#parts.map(({ verb, rests }) => `${verb} ${rests.map(said).join(', ')}`));
    }
}

/* The arithmetic of a thing's worth; what seats get is in the events. */
function sumsOf(paid: readonly Term[] = []): GameEvent[] {
    return paid
        .filter(({ seat, of }) => seat === undefined && of !== undefined)
        .map(({ text, of = [], amount }) => {
            const parts = of.map(({ text: name, amount: value }) => {
                const counted = signed(value);
                return name === counted ? name : `${name} (${counted})`;
            });
            return { event: 'sum', text: headed(text, `${parts.join(', ')} = ${signed(amount)}`) };
        });
}

export function paragraphs(log: readonly LogEntry[], game: GameId, names: readonly string[]): Paragraph[] {
    const { quiet } = gameOf(game);
    const told = standing(log).flatMap(({ n, events, paid }) =>
        [...events.filter(({ event }) => !quiet.includes(event)), ...sumsOf(paid)].map((event, i) => ({
            key: `${n}.${i}`,
            event,
        })),
    );
    const all: (Omit<Paragraph, 'text'> & { text: Sentence | string })[] = [];
    for (const { key, event } of told) {
        const { seat = null, text = event.event } = event;
        const brief = briefOf(event, game, names);
        const last = all.at(-1);
        if (brief === null) {
            all.push({ key, seat, isNamed: false, text });
        } else if (last?.text instanceof Sentence && last.seat === seat) {
            last.text.add(brief.verb, brief.rest);
        } else {
            const sentence = new Sentence();
            sentence.add(brief.verb, brief.rest);
            all.push({ key, seat, isNamed: true, text: sentence });
        }
    }
    return all.map((one) => ({ ...one, text: String(one.text) }));
}

/* What an own action led to: all from the first event of another player on. The last of the
 * secret bids shows all of them, and sells the lot. */
function effectsOf(entry: LogEntry, me: number | null): LogEntry[] {
    const first = entry.events.findIndex(({ seat }) => seat !== undefined && seat !== me);
    return first < 0 ? [] : [{ ...entry, events: entry.events.slice(first) }];
}

/* What the others did last, since the person before that did something, and what the person's
 * own actions just before and after it led to. */
export function sinceLastTurn(log: readonly LogEntry[], me: number | null): LogEntry[] {
    const entries = standing(log);
    const isOther = ({ by, bot }: LogEntry): boolean => by !== null && (by !== me || bot === true);
    const others = entries.map(isOther);
    const end = others.lastIndexOf(true) + 1;
    const begin = others.slice(0, end).lastIndexOf(false) + 1;
    const before = others.slice(0, begin).lastIndexOf(true) + 1;
    const effects = (own: readonly LogEntry[]): LogEntry[] => own.flatMap((entry) => effectsOf(entry, me));
    return [...effects(entries.slice(before, begin)), ...entries.slice(begin, end), ...effects(entries.slice(end))];
}

/* What was settled: an event of a report that the person has read, and what it paid. */
export interface Settled {
    /* By how much points or money have changed. */
    readonly sum: number;
    /* For what: "train 3: 2 passengers". */
    readonly reasons: readonly string[];
}

/* By seat; those whose sum is 0 are left out. */
export function settled(entries: readonly LogEntry[], game: GameId): ReadonlyMap<number, Settled> {
    const sums = new Map<number, Settled>();
    for (const term of entries.flatMap(({ paid = [] }) => paid)) {
        if (term.seat === undefined || gameOf(game).settled.term !== term.term) continue;
        const { sum, reasons } = sums.get(term.seat) ?? { sum: 0, reasons: [] };
        const fields = Object.entries(term).filter(([, value]) => typeof value !== 'object');
        const numbers = fields.map(([field, value]) => [field, argument(game, [], field, value as GameEvent[string])]);
        const reason = sayIfKnown(`page.since.${game}.${term.term}`, Object.fromEntries(numbers));
        sums.set(term.seat, { sum: sum + term.amount, reasons: reason === null ? reasons : [...reasons, reason] });
    }
    return new Map([...sums].filter(([, { sum }]) => sum !== 0));
}

/* ------------------------------------------------------------------------- */
/* A card for each player                                                    */
/* ------------------------------------------------------------------------- */

export interface News {
    readonly seat: number;
    /* By how much a report has changed points or money; undefined: it has not. */
    readonly gain: Settled | undefined;
    /* The result of an auction or a turn: "takes S5 for $300"; empty: none yet. */
    readonly results: string;
    readonly rest: string;
}

/* The card has the name already, and joins sentences. */
function brief(text: string, name: string): string {
    const rest = text.startsWith(name) ? text.slice(name.length).replace(/^[\s:]+/, '') : text;
    return rest.replace(/\.$/, '');
}

/* The lines of each seat, joined, of the events that `isWanted`. */
function linesBySeat(
    entries: readonly LogEntry[],
    game: GameId,
    names: readonly string[],
    isWanted: (event: string) => boolean,
): ReadonlyMap<number, string> {
    const wanted = entries.map((entry) => ({
        ...entry,
        events: entry.events.filter(({ event }) => isWanted(event)),
        paid: [],
    }));
    const lines = new Map<number, string[]>();
    for (const { seat, text } of paragraphs(wanted, game, names))
        if (seat !== null) lines.set(seat, [...(lines.get(seat) ?? []), brief(text, names[seat] ?? '')]);
    return new Map([...lines].map(([seat, texts]) => [seat, inARow(texts)]));
}

/* What each did since the person's last turn. Results come first: the person's own, then those of
 * the others. */
export function news(log: readonly LogEntry[], game: GameId, names: readonly string[], me: number | null): News[] {
    const entries = sinceLastTurn(log, me);
    const { settled: shown, results: final } = gameOf(game);
    const gains = settled(entries, game);
    const results = linesBySeat(entries, game, names, (event) => final.includes(event));
    /* The sum says what settled events do. */
    const rest = linesBySeat(
        entries, game, names, (event) => !final.includes(event) && !shown.events.includes(event),
    );
    const rank = (seat: number): number => (!results.has(seat) && !gains.has(seat) ? 2 : seat === me ? 0 : 1);
    return [...new Set([...rest.keys(), ...results.keys(), ...gains.keys()])]
        .sort((one, other) => rank(one) - rank(other))
        .map((seat) => ({
            seat,
            gain: gains.get(seat),
            results: results.get(seat) ?? '',
            rest: rest.get(seat) ?? '',
        }));
}

/* The newest in one line: while the person decides, a result before the rest. */
export function newest(
    log: readonly LogEntry[],
    game: GameId,
    names: readonly string[],
    me: number | null,
    isMine: boolean,
): { seat: number | null; text: string } | null {
    const [first] = isMine ? news(log, game, names, me) : [];
    if (first !== undefined && first.results !== '')
        return { seat: first.seat, text: `${names[first.seat]} ${first.results}` };
    const last = paragraphs(log.slice(-RECENT), game, names).at(-1);
    if (last === undefined) return null;
    return { seat: last.seat, text: last.isNamed ? `${names[last.seat ?? 0]} ${last.text}` : last.text };
}
