// local.ts: a table in this page. The rules and the bots are in a Worker; this is the
// page's end of it.
import type { Action, Language, Update } from '../lib/contract';
import { isOutdated, onStored, saveTable, storedText, type SavedTable } from './storage';
import type { Command, FromWorker, TableSetting, TableStart } from './messages';
import { TableError, type OwnTable, type Player } from './table';
import type { Hint, LogEntry } from './types';

interface Pending {
    resolve: (result: never) => void;
    reject: (error: TableError) => void;
}

export interface LocalChoices {
    language: Language;
    pace?: number; // milliseconds before a bot acts
    confirm?: boolean; // ask before ending a turn that could be undone
}

const DEFAULT_PACE = 700;

// A Worker with the rules loaded in advance, so that the next game starts at once.
let spare: Worker | null = null;

function newWorker(): Worker {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

function takeWorker(): Worker {
    const worker = spare ?? newWorker();
    spare = null;
    return worker;
}

export function prepareTable(): void {
    spare ??= newWorker();
}

export class LocalTable implements OwnTable {
    readonly players: Player[];
    update: Update | null = null;
    // Resolves when another tab has played this game on. This table is closed then.
    readonly outdated: Promise<void>;

    private known: string | null; // the stored game, as this tab knows it
    private setOutdated!: () => void;
    private readonly unsubscribe: () => void;
    private readonly worker = takeWorker();
    private readonly listeners = new Set<(update: Update) => void>();
    private readonly pending = new Map<number, Pending>();
    private lastId = 0;

    private constructor(readonly id: string, private readonly setting: TableSetting) {
        this.known = storedText(id);
        this.outdated = new Promise((resolve) => (this.setOutdated = resolve));
        this.unsubscribe = onStored(id, () => isOutdated(id, this.known) && this.giveUp());
        this.players = setting.seats.map(({ name, level }) =>
            level === undefined ? { name, who: 'person' } : { name, who: 'bot', level },
        );
        this.worker.onmessage = (message: MessageEvent<FromWorker>) => this.receive(message.data);
        this.worker.onerror = () => this.fail(new TableError('not-loaded', 'The engine did not start.'));
    }

    // A new table, after its first update.
    static async open(setting: TableSetting, choices: LocalChoices): Promise<LocalTable> {
        const seated = { ...setting, seed: setting.seed ?? randomSeed() };
        return LocalTable.begin(randomId(), { setting: seated, seat: onlyPerson(seated), ...withDefaults(choices) });
    }

    // A stored table, or the game of a save file: paused until a person acts.
    static async reopen(saved: SavedTable, choices: LocalChoices): Promise<LocalTable> {
        const { id, setting, save, seat } = saved;
        return LocalTable.begin(id, { setting, save, seat, ...withDefaults(choices) });
    }

    private static async begin(id: string, start: TableStart): Promise<LocalTable> {
        const table = new LocalTable(id, start.setting);
        try {
            await table.send({ do: 'begin', start });
        } catch (error) {
            table.close();
            throw error;
        }
        return table;
    }

    subscribe(listener: (update: Update) => void): () => void {
        this.listeners.add(listener);
        if (this.update !== null) listener(this.update);
        return () => this.listeners.delete(listener);
    }

    act(action: Action): Promise<void> {
        return this.send({ do: 'act', action });
    }

    undo(): Promise<void> {
        return this.send({ do: 'undo' });
    }

    setSeat(seat: number | null): Promise<void> {
        return this.send({ do: 'seat', seat });
    }

    hint(milliseconds = 1000): Promise<Hint> {
        return this.send({ do: 'hint', milliseconds });
    }

    confirm(): Promise<void> {
        return this.send({ do: 'confirm' });
    }

    unpause(): Promise<void> {
        return this.send({ do: 'unpause' });
    }

    setConfirm(isAsked: boolean): Promise<void> {
        return this.send({ do: 'ask-to-confirm', isAsked });
    }

    setPace(milliseconds: number): Promise<void> {
        return this.send({ do: 'pace', milliseconds });
    }

    setLanguage(language: Language): Promise<void> {
        return this.send({ do: 'language', language });
    }

    log(from = 0): Promise<LogEntry[]> {
        return this.send({ do: 'log', from });
    }

    save(): Promise<string> {
        return this.send({ do: 'save' });
    }

    at(n: number): Promise<Update> {
        return this.send({ do: 'at', n });
    }

    close(): void {
        this.worker.terminate();
        this.unsubscribe();
        this.listeners.clear();
        this.fail(new TableError('closed', 'The table was left.'));
    }

    private send<Result>(command: Command): Promise<Result> {
        const id = ++this.lastId;
        return new Promise<Result>((resolve, reject) => {
            this.pending.set(id, { resolve, reject });
            this.worker.postMessage({ ...command, id });
        });
    }

    private receive(message: FromWorker): void {
        if ('update' in message) {
            this.publish(message.update, message.save);
            return;
        }
        const pending = this.pending.get(message.id);
        this.pending.delete(message.id);
        if ('code' in message) pending?.reject(new TableError(message.code, message.text));
        else pending?.resolve(message.result as never);
    }

    private publish(update: Update, save: string): void {
        if (!update.paused && !this.store(update, save)) return this.giveUp();
        this.update = update;
        for (const listener of this.listeners) listener(update);
    }

    // Returns false if another tab has stored the game since.
    private store({ seat, position }: Update, save: string): boolean {
        const { id, setting } = this;
        const known = saveTable({ id, setting, save, seat, over: position.over, changed: Date.now() }, this.known);
        if (known === undefined) return false;
        this.known = known;
        return true;
    }

    private giveUp(): void {
        this.close();
        this.setOutdated();
    }

    private fail(error: TableError): void {
        for (const { reject } of this.pending.values()) reject(error);
        this.pending.clear();
    }
}

function withDefaults(choices: LocalChoices): { language: Language; pace: number; confirm: boolean } {
    return { language: choices.language, pace: choices.pace ?? DEFAULT_PACE, confirm: choices.confirm ?? false };
}

// A single person always sees their own cards; several people see them on their turn.
export function onlyPerson(setting: TableSetting): number | null {
    const people = setting.seats.flatMap(({ level }, seat) => (level === undefined ? [seat] : []));
    return people.length === 1 ? (people[0] ?? null) : null;
}

function randomHex(bytes: number): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
        byte.toString(16).padStart(2, '0'),
    ).join('');
}

function randomSeed(): string {
    return randomHex(32);
}

// crypto.randomUUID is missing on pages without TLS.
export function randomId(): string {
    return randomHex(5);
}
