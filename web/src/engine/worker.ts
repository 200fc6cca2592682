// worker.ts: one table with its bots, off the page's thread. Bots search in slices, so
// that messages of the page are handled in between.
import wasmUrl from 'roundhouse.wasm?url';
import { notation, type Action, type Language, type Level, type Update } from '../lib/contract';
import type { Command, TableSetting, TableStart, ToWorker } from './messages';
import { Module } from './module';
import { randomHex } from './random';
import { TableError } from './table';
import type { Hint, LogEntry } from './types';

const SLICE_MS = 12;

interface SearchTask {
    seat: number;
    level: Level;
    milliseconds?: number; // instead of the level's own budget
}

const channel = new MessageChannel();
let wake: (() => void) | null = null;
channel.port1.onmessage = () => wake?.();

// Lets queued messages be handled; setTimeout would wait four milliseconds.
function handleMessages(): Promise<void> {
    return new Promise((resolve) => {
        wake = resolve;
        channel.port2.postMessage(null);
    });
}

function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// Started before there is a table; tried again with it if that failed.
let loading: Promise<Module> | null = Module.load(wasmUrl);
loading.catch(() => (loading = null));

// This Worker's part in the deal: fixed before the page shows its own.
const secret = randomHex(32);

function botsOf({ seats }: TableSetting): { seat: number; level: Level }[] {
    return seats.flatMap(({ level }, seat) => (level === undefined ? [] : [{ seat, level }]));
}

// The position before an action that is final: it awaits its confirmation.
function intending({ text }: Action): Partial<Update> {
    return { actions: [], undo: true, reveals: true, intended: text };
}

// The same action as it is offered now: the language may be another one.
function inWordsOf({ actions }: Update, action: Action): Action {
    return actions.find((one) => notation(one) === notation(action)) ?? action;
}

class Host {
    private seat: number | null;
    private language: Language;
    private pace: number;
    private isConfirmAsked: boolean;
    private isUnconfirmed = false; // a turn awaits its confirmation
    private held: Action | null = null; // ends the turn and is final: done once it is confirmed
    private isPaused: boolean; // the bots wait: loaded, and no person has acted yet; or a lesson
    private readonly isLesson: boolean;
    private script: readonly string[] = []; // the bots' next actions, of a lesson
    private isRunningBots = false;
    private epoch = 0; // incremented when a running search is out of date
    private lastRun = 1; // actions that the next undo takes back
    private publishedAt = 0;
    private update!: Update;
    private searches: Promise<unknown> = Promise.resolve(); // one after another

    private constructor(
        private readonly module: Module,
        private readonly setting: TableSetting,
        start: TableStart,
    ) {
        this.seat = start.seat;
        this.language = start.language;
        this.pace = start.pace;
        this.isConfirmAsked = start.confirm;
        this.isLesson = start.lesson ?? false;
        this.isPaused = start.save !== undefined;
    }

    static async begin(start: TableStart): Promise<Host> {
        const module = await (loading ?? Module.load(wasmUrl));
        const { setting, save, deal } = start;
        const players = setting.seats.map(({ name }) => name);
        const bots = botsOf(setting);
        if (save === undefined) {
            const { game, options, seed } = setting;
            const chance = deal === undefined ? { seed } : { deal: { secret, ...deal } };
            module.ask({ op: 'new', game, seats: players.length, options, ...chance, players, bots });
        } else {
            module.ask({ op: 'load', file: save, bots });
        }
        const host = new Host(module, setting, start);
        host.publish();
        return host;
    }

    // -----------------------------------------------------------------------
    // Requests of the page
    // -----------------------------------------------------------------------

    async handle(command: Command): Promise<unknown> {
        switch (command.do) {
            case 'act':
                return this.run([command.action]);
            case 'run':
                return this.run(command.actions);
            case 'undo':
                return this.undo();
            case 'seat':
                this.seat = command.seat;
                return this.publish();
            case 'language':
                this.language = command.language;
                return this.publish();
            case 'pace':
                this.pace = command.milliseconds;
                return undefined;
            case 'ask-to-confirm':
                this.isConfirmAsked = command.isAsked;
                if (command.isAsked) return undefined;
                return this.held === null ? this.confirm() : this.undo();
            case 'confirm':
                return this.confirm();
            case 'unpause':
                return this.unpause();
            case 'restore':
                return this.restore(command.save);
            case 'script':
                this.script = command.actions;
                return undefined;
            case 'hint':
                return this.hint(command.milliseconds);
            case 'log':
                return this.log(command.from);
            case 'save':
                return this.save();
            case 'at':
                return this.module.ask<{ update: Update }>({ op: 'at', n: command.n, ...this.reader() }).update;
            case 'begin':
            case 'commit':
                throw new TableError('bad-request', 'The table has begun.');
        }
    }

    private reader(): { seat: number | null; lang: Language } {
        return { seat: this.seat, lang: this.language };
    }

    private ownSeat(): number {
        if (this.seat === null) throw new TableError('not-your-turn', 'Nobody looks at the table.');
        return this.seat;
    }

    private run(actions: readonly Action[]): void {
        if (this.isUnconfirmed) throw new TableError('not-your-turn', 'The turn before awaits its confirmation.');
        const [action] = actions;
        const isLone = actions.length === 1 && action !== undefined;
        if (isLone && this.isConfirmAsked && this.isLast(action)) this.hold(action);
        else this.perform(actions);
    }

    // Is there no way back from this: the turn ends with a drawn card, secret bids are shown?
    private isLast(action: Action): boolean {
        return this.module.ask<{ last: boolean }>({ op: 'foresee', seat: this.ownSeat(), action }).last;
    }

    private hold(action: Action): void {
        this.held = action;
        this.isUnconfirmed = true;
        this.epoch++;
        this.publish();
    }

    // All of them, or none. An undo takes them back together.
    private perform(actions: readonly Action[]): void {
        let done = 0;
        try {
            for (; done < actions.length; done++)
                this.module.ask({ op: 'act', seat: this.ownSeat(), action: actions[done] });
        } catch (error) {
            this.takeBack(done);
            throw error;
        }
        this.lastRun = done;
        this.epoch++;
        this.isPaused = this.isLesson;
        this.isUnconfirmed = this.isConfirmAsked && this.hasEndedTurn();
        this.publish();
    }

    // Has a turn just ended that could still be undone?
    private hasEndedTurn(): boolean {
        const { undo, position } = this.currentUpdate();
        return undo && !position.over && !position.waiting.includes(this.ownSeat());
    }

    private takeBack(count: number): void {
        for (let i = 0; i < count; i++) this.module.ask({ op: 'undo', seat: this.ownSeat() });
    }

    private undo(): void {
        if (this.held === null) {
            this.takeBack(this.lastRun);
            this.lastRun = 1;
        }
        this.held = null;
        this.epoch++;
        this.isUnconfirmed = false;
        this.isPaused = this.isLesson;
        this.publish();
    }

    private restore(save: string): void {
        this.module.ask({ op: 'load', file: save, bots: botsOf(this.setting) });
        this.held = null;
        this.epoch++;
        this.isUnconfirmed = false;
        this.isPaused = true;
        this.publish();
    }

    private confirm(): void {
        if (!this.isUnconfirmed) return;
        const { held } = this;
        this.held = null;
        this.isUnconfirmed = false;
        if (held === null) this.publish();
        else this.perform([held]);
    }

    private unpause(): void {
        if (!this.isPaused) return;
        this.isPaused = false;
        this.publish();
    }

    private log(from: number): LogEntry[] {
        return this.module.ask<{ entries: LogEntry[] }>({ op: 'log', from, ...this.reader() }).entries;
    }

    private save(): string {
        return this.module.ask<{ file: string }>({ op: 'save' }).file;
    }

    private currentUpdate(): Update {
        return this.module.ask<{ update: Update }>({ op: 'update', ...this.reader() }).update;
    }

    private publish(): void {
        const update = this.currentUpdate();
        const intended = this.held === null ? {} : intending(inWordsOf(update, this.held));
        this.update = { ...update, ...intended, confirm: this.isUnconfirmed, paused: this.isPaused };
        this.publishedAt = performance.now();
        postMessage({ update: this.update, save: this.save() });
        this.runBots().catch((error: Error) => postMessage({ failure: error.message }));
    }

    // -----------------------------------------------------------------------
    // Bots
    // -----------------------------------------------------------------------

    private async runBots(): Promise<void> {
        if (this.isRunningBots) return;
        this.isRunningBots = true;
        try {
            while (await this.letBotAct());
        } finally {
            this.isRunningBots = false;
        }
    }

    // Undefined: a person sits there.
    private levelOf(seat: number): Level | undefined {
        return this.setting.seats[seat]?.level;
    }

    // Returns whether to continue.
    private async letBotAct(): Promise<boolean> {
        const { waiting } = this.update.position;
        const seat = waiting.find((one) => this.levelOf(one) !== undefined);
        const level = seat === undefined ? undefined : this.levelOf(seat);
        if (seat === undefined || level === undefined || this.isUnconfirmed || this.isPaused) return false;
        const epoch = this.epoch;
        const scripted = this.scripted(seat);
        const thought = scripted ?? (await this.think({ seat, level }, () => this.epoch !== epoch));
        if (this.epoch === epoch) await sleep(this.publishedAt + this.pace - performance.now());
        if (thought === null || this.epoch !== epoch || this.isUnconfirmed) return true;
        this.module.ask({ op: 'act', seat, action: thought.action });
        this.publish();
        return true;
    }

    // The next action of the script; null: there is none, or the bot may not do that now.
    private scripted(seat: number): { action: Action } | null {
        const [next, ...rest] = this.script;
        this.script = rest;
        if (next === undefined) return null;
        const { actions } = this.module.ask<{ update: Update }>({ op: 'update', seat, lang: this.language }).update;
        const action = actions.find((one) => notation(one) === next);
        return action === undefined ? null : { action };
    }

    private async hint(milliseconds: number): Promise<Hint> {
        const epoch = this.epoch;
        const seat = this.ownSeat();
        const hint = await this.think({ seat, level: 'expert', milliseconds }, () => this.epoch !== epoch);
        if (hint === null) throw new TableError('stale', 'The game has gone on.');
        return hint;
    }

    // Null: cancelled. The module has one search, so searches queue.
    private think(task: SearchTask, isCancelled: () => boolean): Promise<Hint | null> {
        const next = this.searches.then(() => this.search(task, isCancelled));
        this.searches = next.catch(() => undefined);
        return next;
    }

    private async search(task: SearchTask, isCancelled: () => boolean): Promise<Hint | null> {
        if (isCancelled()) return null;
        const { seat, level } = task;
        const search_seed = crypto.getRandomValues(new Uint32Array(1))[0];
        const budget = this.module.ask<{ iterations: number; ms: number }>({ op: 'think', seat, level, search_seed });
        const milliseconds = task.milliseconds ?? budget.ms;
        const iterations = task.milliseconds === undefined ? budget.iterations : 0;
        const end = performance.now() + milliseconds;
        let slice = 16;
        for (let done = 0; iterations > 0 ? done < iterations : performance.now() < end; ) {
            const count = iterations > 0 ? Math.min(slice, iterations - done) : slice;
            const began = performance.now();
            done = this.module.ask<{ iterations: number }>({ op: 'iterate', iterations: count }).iterations;
            slice = performance.now() - began < SLICE_MS ? slice * 2 : Math.max(1, slice >> 1);
            await handleMessages();
            if (isCancelled()) return null;
        }
        return this.module.ask<Hint>({ op: 'decide', lang: this.language });
    }
}

// ---------------------------------------------------------------------------
// Messages
// ---------------------------------------------------------------------------

let host: Host | null = null;

async function dispatch(command: Command): Promise<unknown> {
    if (command.do === 'commit' && host === null) {
        const module = await (loading ?? Module.load(wasmUrl));
        return module.ask({ op: 'deal-open', secret });
    }
    if (command.do === 'begin') {
        host = await Host.begin(command.start);
        return undefined;
    }
    if (host === null) throw new TableError('bad-request', 'The table has not begun.');
    return host.handle(command);
}

self.onmessage = async (message: MessageEvent<ToWorker>) => {
    const { id } = message.data;
    try {
        postMessage({ id, result: await dispatch(message.data) });
    } catch (error) {
        const { code = 'failed', message: text } = error as Partial<TableError> & Error;
        postMessage({ id, code, text });
    }
};
