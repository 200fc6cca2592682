/* save.ts: opens and downloads save files. Reads the players from the first lines; the engine
 * reads the rest, and reports errors. */
import { saveForThisTab, type SavedTable } from '../engine/storage';
import { onlyPerson, randomId } from '../engine/local';
import type { SeatSetting, TableSetting } from '../engine/messages';
import { isGame, LEVELS, type GameId, type Level } from './contract';
import { botName, ownName, DEFAULT_LEVEL } from './local.svelte';
import { say } from './words.svelte';

interface Head {
    game: GameId;
    seats: number;
    options: Record<string, string>;
    names: Map<number, string>;
    whos: Map<number, string>; /* "person", "bot hard", "program"; older saves have none */
    isOver: boolean;
}

function readHead(text: string): Head {
    const head = {
        seats: 0,
        options: {} as Record<string, string>,
        names: new Map<number, string>(),
        whos: new Map<number, string>(),
    };
    let game: GameId | null = null;
    for (const line of text.split('\n').filter((one) => !one.startsWith('#'))) {
        const [word, first = '', ...rest] = line.split(' ');
        if (word === '') break;
        if (word === 'game' && isGame(first)) game = first;
        if (word === 'seats') head.seats = Number(first);
        if (word === 'option') head.options[first] = rest.join(' ');
        if (word === 'player') head.names.set(Number(first), rest.join(' '));
        if (word === 'seat') head.whos.set(Number(first), rest.join(' '));
    }
    if (game === null || !(head.seats >= 2 && head.seats <= 6)) throw new Error(say('page.load.not-a-save'));
    return { ...head, game, isOver: /^result /m.test(text) };
}

/* "bot hard", or "bot hard:200ms" from a tournament. A program or an unknown bot is replaced by
 * the default bot. */
function levelOf(who: string): Level {
    const level = /^bot ([a-z]+)/.exec(who)?.[1];
    return level === 'random' ? level : (LEVELS.find((one) => one === level) ?? DEFAULT_LEVEL);
}

/* The players of the file. Where it does not say, a named player is a person, unless the name
 * is one of the page's bots (docs/formats.md). */
function isPerson({ names, whos }: Head, seat: number): boolean {
    if (whos.size > 0) return whos.get(seat) === 'person';
    return (names.get(seat) ?? botName(seat)) !== botName(seat);
}

function settingOf(head: Head): TableSetting {
    const { game, options, names, whos } = head;
    const all = [...Array(head.seats).keys()];
    const people = all.filter((seat) => isPerson(head, seat));
    if (people.length === 0) people.push(0); /* only bots played: seat 0 becomes a person */
    const seats = all.map((seat): SeatSetting => {
        if (people.includes(seat)) return { name: names.get(seat) ?? ownName() };
        return { name: names.get(seat) ?? botName(seat), level: levelOf(whos.get(seat) ?? '') };
    });
    return { game, options, seats };
}

/* The game of a save file. */
export function tableOf(id: string, text: string): SavedTable {
    const head = readHead(text);
    const setting = settingOf(head);
    return { id, setting, save: text, seat: onlyPerson(setting), over: head.isOver, changed: Date.now() };
}

/* Opens the game in this tab; it is stored on this device once a person acts. Returns its
 * address. */
export async function readSave(text: string): Promise<string> {
    const table = tableOf(randomId(), text);
    saveForThisTab(table);
    return table.over ? `/replay/${table.id}` : `/game/${table.id}`;
}

/* The save up to its n-th action, for `seat` alone: bots play for the other people. The actions, even
 * none, have a blank line on either side. */
export function cutSave(text: string, n: number, seat: number | null): string {
    const [head = '', actions = ''] = text.split('\n\n');
    const people = head.split('\n').flatMap((line) => /^seat (\d+) person$/.exec(line)?.[1] ?? []);
    const own = seat ?? Number(people[0] ?? 0);
    const lines = head.split('\n').map((line) => {
        const other = /^seat (\d+) /.exec(line)?.[1];
        if (other === undefined) return line;
        if (Number(other) === own) return `seat ${own} person`;
        return line.replace(/ (person|program)$/, ` bot ${DEFAULT_LEVEL}`);
    });
    const first = actions.split('\n').slice(0, n);
    return [...lines, '', ...first, '', 'unfinished', ''].join('\n');
}

/* Opens a game of this page that goes on after the n-th action of the save; its address. */
export function playOnFrom(text: string, n: number, seat: number | null): Promise<string> {
    return readSave(cutSave(text, n, seat));
}

export function download(name: string, text: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
