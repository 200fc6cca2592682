// local.ts: a table in this page. The rules and the bots are in a Worker; this is the
// page's end of it.
import type { Action, Language, Update } from '../lib/contract';
import { say } from '../lib/words.svelte';
import { isOutdated, onStored, saveTable, storedText, type SavedTable } from './storage';
import { shareCommitment, storeDeal } from './deal';
import type { Command, FromWorker, TableSetting, TableStart } from './messages';
import { randomHex } from './random';
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
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = () => {
        if (spare === worker) spare = null; // did not start: the next game tries again
    };
    return worker;
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
    // Resolves when the browser refuses to store this game: a reload loses it.
    readonly unstored: Promise<void>;
    // Resolves with the error when the Worker has failed. This table is closed then.
    readonly failed: Promise<TableError>;

    private known: string | null; // the stored game, as this tab knows it
    private setOutdated!: () => void;
    private setUnstored!: () => void;
    private setFailed!: (error: TableError) => void;
    private isClosed = false;
    private readonly unsubscribe: () => void;
    private readonly worker = takeWorker();
    private readonly listeners = new Set<(update: Update) => void>();
    private readonly pending = new Map<number, Pending>();
    private lastId = 0;
    private unseen: Update[] = []; // before anybody subscribed

    private constructor(
        readonly id: string,
        readonly setting: TableSetting,
        private readonly keep: ((save: string) => void) | null = null, // of a lesson, instead of storing a game
    ) {
        this.known = storedText(id);
        this.outdated = new Promise((resolve) => (this.setOutdated = resolve));
        this.unstored = new Promise((resolve) => (this.setUnstored = resolve));
        this.failed = new Promise((resolve) => (this.setFailed = resolve));
        this.unsubscribe = onStored(id, () => isOutdated(id, this.known) && this.giveUp());
        this.players = setting.seats.map(({ name, level }) =>
            level === undefined ? { name, who: 'person' } : { name, who: 'bot', level },
        );
        this.worker.onmessage = (message: MessageEvent<FromWorker>) => this.receive(message.data);
        this.worker.onerror = () => this.fail(new TableError('not-loaded', say('page.engine.stopped')));
    }

    // A new table, after its first update.
    static async open(setting: TableSetting, choices: LocalChoices): Promise<LocalTable> {
        const start = { setting, seat: onlyPerson(setting), ...withDefaults(choices) };
        const table = new LocalTable(randomId(), setting);
        const person = setting.seats.findIndex(({ level }) => level === undefined);
        if (setting.seed !== undefined) return table.start(start);
        if (person < 0) return table.start({ ...start, setting: { ...setting, seed: randomHex(32) } });
        return table.start({ ...start, deal: await table.takePart(person) });
    }

    // A stored table, or the game of a save file: paused until a person acts.
    static async reopen(saved: SavedTable, choices: LocalChoices): Promise<LocalTable> {
        const { id, setting, save, seat } = saved;
        return new LocalTable(id, setting).start({ setting, save, seat, ...withDefaults(choices) });
    }

    // A lesson: it is no stored game, `keep` gets its save. The bots wait for unpause().
    static async lesson(saved: SavedTable, language: Language, keep: (save: string) => void): Promise<LocalTable> {
        const { id, setting, save, seat } = saved;
        const start = { setting, save, seat, ...withDefaults({ language, pace: 0 }), lesson: true };
        return new LocalTable(id, setting, keep).start(start);
    }

    private async start(start: TableStart): Promise<LocalTable> {
        try {
            await this.send({ do: 'begin', start });
        } catch (error) {
            this.close();
            throw error;
        }
        return this;
    }

    // The page's part in the deal, after the Worker has committed to its own.
    private async takePart(seat: number): Promise<{ seat: number; bytes: string }> {
        const { table, commitment } = await this.send<{ table: string; commitment: string }>({ do: 'commit' });
        const bytes = randomHex(32);
        const own = await shareCommitment(table, commitment, seat, bytes);
        const seats = [{ seat, commitment: own }];
        storeDeal({ id: this.id, own, kept: { table, commitment, seats, seat, bytes, acknowledged: true } });
        return { seat, bytes };
    }

    subscribe(listener: (update: Update) => void): () => void {
        const unseen = this.unseen.length > 0 || this.update === null ? this.unseen : [this.update];
        this.unseen = [];
        this.listeners.add(listener);
        for (const update of unseen) listener(update);
        return () => this.listeners.delete(listener);
    }

    act(action: Action): Promise<void> {
        return this.send({ do: 'act', action });
    }

    run(actions: readonly Action[]): Promise<void> {
        return this.send({ do: 'run', actions });
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

    // Goes to the position of this save, and pauses there.
    restore(save: string): Promise<void> {
        return this.send({ do: 'restore', save });
    }

    setScript(actions: readonly string[]): Promise<void> {
        return this.send({ do: 'script', actions });
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
        this.isClosed = true;
        this.rejectAll(new TableError('closed', 'The table was left.'));
    }

    private send<Result>(command: Command): Promise<Result> {
        if (this.isClosed) return Promise.reject(new TableError('closed', 'The table was left.'));
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
        if ('failure' in message) {
            console.warn(message.failure);
            this.fail(new TableError('failed', say('page.engine.stopped')));
            return;
        }
        const pending = this.pending.get(message.id);
        this.pending.delete(message.id);
        if ('code' in message) pending?.reject(new TableError(message.code, message.text));
        else pending?.resolve(message.result as never);
    }

    private publish(update: Update, save: string): void {
        if (this.keep !== null) this.keep(save);
        else if (!update.paused && !this.store(update, save)) return this.giveUp();
        this.update = update;
        if (this.listeners.size === 0) this.unseen.push(update);
        for (const listener of this.listeners) listener(update);
    }

    // Returns false if another tab has stored the game since.
    private store({ seat, position }: Update, save: string): boolean {
        const { id, setting } = this;
        const { over, waiting, scores, ranking } = position;
        const table = { id, setting, save, seat, over, waiting, scores, ranking, changed: Date.now() };
        const { known, fault } = saveTable(table, this.known);
        this.known = known;
        if (fault === 'refused') this.setUnstored();
        return fault !== 'outdated';
    }

    private giveUp(): void {
        this.close();
        this.setOutdated();
    }

    private fail(error: TableError): void {
        this.rejectAll(error);
        this.close();
        this.setFailed(error);
    }

    private rejectAll(error: TableError): void {
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

// crypto.randomUUID is missing on pages without TLS.
export function randomId(): string {
    return randomHex(5);
}
