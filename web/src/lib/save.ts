/* save.ts: save files up and down. Their first lines tell who plays what; the engine
 * reads the rest, and says what is wrong with it. */
import type { TableSetting } from '../engine/messages';
import { isGame, type GameId } from './contract';
import { botName, keep, ownName } from './local.svelte';
import { say } from './words.svelte';

interface Head {
    game: GameId;
    seats: number;
    options: Record<string, string>;
    names: Map<number, string>;
    isOver: boolean;
}

function readHead(text: string): Head {
    const head = { seats: 0, options: {} as Record<string, string>, names: new Map<number, string>() };
    let game: GameId | null = null;
    for (const line of text.split('\n').filter((one) => !one.startsWith('#'))) {
        const [word, first = '', ...rest] = line.split(' ');
        if (word === '') break;
        if (word === 'game' && isGame(first)) game = first;
        if (word === 'seats') head.seats = Number(first);
        if (word === 'option') head.options[first] = rest.join(' ');
        if (word === 'player') head.names.set(Number(first), rest.join(' '));
    }
    if (game === null || !(head.seats >= 2 && head.seats <= 6)) throw new Error(say('page.load.not-a-save'));
    return { ...head, game, isOver: /^result /m.test(text) };
}

function settingOf({ game, options, seats, names }: Head): TableSetting {
    return {
        game,
        options,
        seats: Array.from({ length: seats }, (_, seat) =>
            seat === 0 ? { name: names.get(0) ?? ownName() } : { name: names.get(seat) ?? botName(seat), level: 'medium' as const },
        ),
    };
}

/* Puts the game among those of this device; answers where to go on with it. */
export async function readSave(text: string): Promise<string> {
    const head = readHead(text);
    const id = crypto.randomUUID().slice(0, 8);
    keep({ id, setting: settingOf(head), save: text, seat: 0, over: head.isOver, changed: Date.now() });
    return head.isOver ? `/replay/${id}` : `/game/${id}`;
}

export function download(name: string, text: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
