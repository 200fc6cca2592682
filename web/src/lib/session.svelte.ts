/* session.svelte.ts: a table on the screen. Updates come in as fast as bots, people and
 * the wire bring them; they are shown one after another at a pace that eyes can follow,
 * and nothing can be done before the last of them is in sight.
 *
 *     table ──receive──> queue ──pump, at a pace──> shown ──> report?
 *                          ^                                    │
 *                          └──────────── dismiss ───────────────┘  the queue waits
 *
 * The events of an update are delivered once: to the log and to the game's report. The same
 * update again, through other eyes or in another language, only replaces what is shown. */
import { untrack } from 'svelte';
import { messageOf, TableError, type Table } from '../engine/table';
import type { LogEntry } from '../engine/types';
import { onAwake } from './awake';
import { notation, type Action, type Update } from './contract';
import { gameOf } from './games';
import type { Report } from './games/game';
import { playFor } from './sounds';
import { whyNotNow } from './table/picker.svelte';
import { paceOf, settings } from './settings.svelte';
import { language, say } from './words.svelte';

const NOTICE_MS = 4500;
/* What was missed comes within this time after the page was out of sight. */
const CATCH_UP_MS = 4000;
/* While more steps of a turn may follow, a step gets this part of the time that is left. */
const STEP_PART = 1 / 3;

type Timer = ReturnType<typeof setTimeout> | undefined;

/* Done by the person who looks on. */
function isOwn(update: Update): boolean {
    return !update.bot && update.by === update.seat;
}

/* Must the person decide now? */
function isDecision({ actions, confirm = false, position }: Update): boolean {
    return actions.length > 0 || confirm || position.over;
}

export class Session {
    shown = $state.raw<Update | null>(null);
    log = $state.raw<readonly LogEntry[]>([]);
    notice = $state<string | null>(null);
    isSending = $state(false);
    behind = $state(0);
    /* Shows everything at once until the person decides again. */
    isSkipping = $state(false);
    /* The open report; null: none. */
    report = $state.raw<Report | null>(null);
    #queue: Update[] = [];
    #timer: Timer;
    #noticeTimer: Timer;
    #awakeUntil = 0; /* what comes before is shown at once */
    #turnEnd = 0; /* when the time of the shown turn is over */
    #unsubscribe: () => void = () => undefined;

    private constructor(readonly table: Table, private readonly isSteppedThrough = false) {}

    /* A running table. */
    static live(table: Table): Session {
        const session = new Session(table);
        session.#unsubscribe = table.subscribe((update) => session.#receive(update));
        void session.readLog();
        return session;
    }

    /* A replay: shows only what showOnly gets. */
    static still(table: Table): Session {
        return new Session(table, true);
    }

    showOnly(update: Update, log: readonly LogEntry[]): void {
        const last = this.shown;
        this.shown = { ...update, actions: [], undo: false };
        this.log = log;
        if (last?.n !== update.n) this.#deliver(update);
    }

    /* May the person act on the shown update? */
    readonly canAct = $derived(
        this.shown !== null &&
            this.behind === 0 &&
            !this.isSending &&
            this.report === null &&
            this.shown.actions.length > 0,
    );
    /* Is the end shown, and every report before it dismissed? */
    readonly isOver = $derived(
        this.shown !== null && this.shown.position.over && this.behind === 0 && this.report === null,
    );

    close(): void {
        clearTimeout(this.#timer);
        clearTimeout(this.#noticeTimer);
        this.#unsubscribe();
        this.table.close();
    }

    /* What came after number `from`, up to what is shown: the rest follows with its updates. */
    async readLog(from = 0): Promise<void> {
        if (this.isSteppedThrough) return; /* showOnly shows it */
        try {
            const entries = await this.table.log(from);
            const last = entries.at(-1)?.n ?? from;
            const n = this.shown?.n ?? 0;
            const before = this.log.filter((entry) => entry.n <= from);
            const after = this.log.filter((entry) => entry.n > last);
            this.log = [...before, ...entries.filter((entry) => entry.n <= n), ...after];
        } catch {
            /* The table has failed; its opener reports the error. */
        }
    }

    /* ------------------------------------------------------------------------- */
    /* Showing                                                                   */
    /* ------------------------------------------------------------------------- */

    #receive(update: Update): void {
        const last = this.#queue.at(-1) ?? this.shown;
        if (last !== null && update.n <= last.n) this.#replace(update);
        else this.#queue.push(update);
        this.behind = this.#queue.length;
        if (this.#queue[0] !== undefined && isOwn(this.#queue[0])) this.#endPause();
        this.#pump();
    }

    /* The same update again, for another seat or in another language. */
    #replace(update: Update): void {
        this.#queue = this.#queue.filter((one) => one.n < update.n);
        if (this.#queue.length > 0) return void this.#queue.push(update);
        this.shown = update;
        this.log = this.log.filter((entry) => entry.n <= update.n); /* a lesson may go back */
    }

    #pump(): void {
        while (this.#timer === undefined && this.report === null) {
            const next = this.#queue.shift();
            this.behind = this.#queue.length;
            if (next === undefined) break;
            const last = this.shown;
            this.#show(next);
            if (last !== null || !next.position.over) this.#deliver(next); /* opened at its end: the result */
            if (!this.isSkipping) playFor(next, last);
            const pause = this.#pauseAfter(next, last);
            if (pause > 0) this.#timer = setTimeout(() => (this.#endPause(), this.#pump()), pause);
        }
        if (this.behind === 0 && this.shown !== null && isDecision(this.shown)) this.isSkipping = false;
    }

    #endPause(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
    }

    /* The steps of a turn of others share the time of a turn, in every game. */
    #pauseAfter(update: Update, last: Update | null): number {
        const now = performance.now();
        if (this.isSkipping || isOwn(update) || now < this.#awakeUntil) return 0;
        if (last === null || last.by !== update.by) this.#turnEnd = now + paceOf(settings.pace);
        const left = Math.max(0, this.#turnEnd - now);
        const steps = this.#queue.findIndex(({ by }) => by !== update.by);
        if (steps >= 0) return left / (steps + 1);
        const isOver = !update.position.waiting.includes(update.by ?? -1);
        return isOver && this.#queue.length === 0 ? left : left * STEP_PART;
    }

    #show(update: Update): void {
        const { n, by = null, bot, back, events, paid } = update;
        const last = this.log.at(-1)?.n ?? 0;
        this.shown = update;
        if (by === null || last >= n) return;
        this.log = [...this.log, { n, by, bot, back, events: [...events], paid }];
        if (last < n - 1) void this.readLog(last); /* some were missed */
    }

    /* In sight again: shows where the game is now, and plays nothing back. Reports still wait. */
    wake(): void {
        this.#awakeUntil = performance.now() + CATCH_UP_MS;
        this.#endPause();
        this.#pump();
    }

    /* Shows what comes at once, until the person decides again. Reports still wait. */
    skip(): void {
        this.isSkipping = true;
        this.#endPause();
        this.#pump();
    }

    /* ------------------------------------------------------------------------- */
    /* Reports                                                                   */
    /* ------------------------------------------------------------------------- */

    #deliver(update: Update): void {
        this.report = update.back ? null : gameOf(update.position.game).report(update);
    }

    dismiss(): void {
        this.report = null;
        this.#pump();
    }

    /* ------------------------------------------------------------------------- */
    /* Acting                                                                    */
    /* ------------------------------------------------------------------------- */

    #whyNot(): string {
        return this.shown === null ? say('page.why.not-now') : whyNotNow(this.shown);
    }

    async act(action: Action): Promise<void> {
        if (!this.canAct) return this.refuse(this.#whyNot());
        const offered = this.shown?.actions.find((one) => notation(one) === notation(action));
        if (offered === undefined) return this.refuse(say('page.why.not-offered'));
        await this.send(() => this.table.act(offered));
    }

    /* A plan of the board, whose first action is offered now. */
    async run(actions: readonly Action[]): Promise<void> {
        if (!this.canAct) return this.refuse(this.#whyNot());
        await this.send(() => this.table.run(actions));
    }

    undo(): Promise<void> {
        return this.send(() => this.table.undo());
    }

    async send(order: () => Promise<void>): Promise<void> {
        this.isSending = true;
        this.notice = null;
        try {
            await order();
        } catch (error) {
            this.refuse(messageOf(error));
        } finally {
            this.isSending = false;
        }
    }

    refuse(why: string): void {
        this.notice = why;
        clearTimeout(this.#noticeTimer);
        this.#noticeTimer = setTimeout(() => (this.notice = null), NOTICE_MS);
    }
}

/* ------------------------------------------------------------------------- */
/* On a screen                                                               */
/* ------------------------------------------------------------------------- */

/* Errors of a save file, and of a game that is not on this device. */
const LASTING = ['no-game', 'bad-request'];

export interface Opened<T extends Table> {
    readonly table: T | null;
    readonly session: Session | null;
    /* The error if there is no table. */
    readonly problem: string | null;
    /* The game itself cannot be read, or is not there: to load the page again does not help. */
    readonly isLasting: boolean;
}

/* Opens a table once for as long as a screen shows it, untracked; passes on changes of the
 * language, and closes it with the screen. To be called during component setup. */
export function openSession<T extends Table>(
    open: () => Promise<T | null> | T,
    begin: (table: T) => Session = (table) => Session.live(table),
): Opened<T> {
    let opened = $state.raw<Opened<T>>({ table: null, session: null, problem: null, isLasting: false });
    let isGone = false;

    function take(table: T | null): void {
        if (isGone) table?.close();
        else if (table === null) fail(new TableError('no-game', say('page.game.gone')));
        else opened = { table, session: begin(table), problem: null, isLasting: false };
        void table?.failed?.then(fail);
    }

    function fail(error: unknown): void {
        opened.session?.close();
        const problem = messageOf(error);
        const isLasting = error instanceof TableError && LASTING.includes(error.code);
        opened = { table: null, session: null, problem, isLasting };
    }

    $effect(() => {
        untrack(() => void Promise.resolve().then(open).then(take).catch(fail));
        return () => {
            isGone = true;
            opened.session?.close();
        };
    });
    $effect(() => onAwake(() => untrack(() => opened.session?.wake())));
    $effect(() => {
        const { table, session } = opened;
        const spoken = language();
        untrack(() => void table?.setLanguage(spoken).then(() => session?.readLog(), () => undefined));
    });
    return {
        get table() { return opened.table; },
        get session() { return opened.session; },
        get problem() { return opened.problem; },
        get isLasting() { return opened.isLasting; },
    };
}
