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
import { messageOf, type Table } from '../engine/table';
import type { LogEntry } from '../engine/types';
import { notation, type Action, type Update } from './contract';
import { gameOf } from './games';
import type { Report } from './games/game';
import { isStill, paceOf, settings } from './settings.svelte';
import { language, say } from './words.svelte';

const NOTICE_MS = 4500;
const TOO_MANY = 40; /* queued updates: only the last is shown */

type Timer = ReturnType<typeof setTimeout> | undefined;

export class Session {
    shown = $state.raw<Update | null>(null);
    log = $state.raw<readonly LogEntry[]>([]);
    notice = $state<string | null>(null);
    isSending = $state(false);
    behind = $state(0);
    /* The open report; null: none. */
    report = $state.raw<Report | null>(null);
    #queue: Update[] = [];
    #timer: Timer;
    #noticeTimer: Timer;
    #reportTimer: Timer;
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
        if (last?.n !== update.n) this.#deliver(update, last);
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
        clearTimeout(this.#reportTimer);
        this.#unsubscribe();
        this.table.close();
    }

    async readLog(): Promise<void> {
        if (this.isSteppedThrough) return; /* showOnly shows it */
        try {
            this.log = await this.table.log();
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
        if (this.#queue.length > TOO_MANY) this.#queue.splice(0, this.#queue.length - 1);
        this.behind = this.#queue.length;
        this.#pump();
    }

    /* The same update again, for another seat or in another language. */
    #replace(update: Update): void {
        this.#queue = this.#queue.filter((one) => one.n < update.n);
        if (this.#queue.length > 0) this.#queue.push(update);
        else this.shown = update;
    }

    #pump(): void {
        if (this.#timer !== undefined || this.report !== null) return;
        const next = this.#queue.shift();
        this.behind = this.#queue.length;
        if (next === undefined) return;
        const last = this.shown;
        this.#show(next);
        this.#deliver(next, last);
        const pause = next.bot || next.by !== next.seat ? paceOf(settings.pace) : 0;
        this.#timer = setTimeout(
            () => {
                this.#timer = undefined;
                this.#pump();
            },
            isStill() ? Math.min(pause, 150) : pause,
        );
    }

    #show(update: Update): void {
        const { n, by = null, bot, back, events } = update;
        this.shown = update;
        if (by === null || (this.log.at(-1)?.n ?? 0) >= n) return;
        this.log = [...this.log, { n, by, bot, back, events: [...events] }];
    }

    /* Shows all queued updates at once. Skipped reports stay in the log. */
    skip(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        for (const update of this.#queue.splice(0)) this.#show(update);
        this.behind = 0;
        this.dismiss();
    }

    /* ------------------------------------------------------------------------- */
    /* Reports                                                                   */
    /* ------------------------------------------------------------------------- */

    #deliver(update: Update, last: Update | null): void {
        clearTimeout(this.#reportTimer);
        const before = last?.n === update.n - 1 ? last : null;
        const report = update.back ? null : gameOf(update.position.game).report(update, before);
        const pace = paceOf(settings.pace);
        this.report = report?.steps !== undefined && pace === 0 ? null : report;
        if (this.report?.steps !== undefined)
            this.#reportTimer = setTimeout(() => this.dismiss(), pace * this.report.steps);
    }

    dismiss(): void {
        clearTimeout(this.#reportTimer);
        this.report = null;
        this.#pump();
    }

    /* ------------------------------------------------------------------------- */
    /* Acting                                                                    */
    /* ------------------------------------------------------------------------- */

    async act(action: Action): Promise<void> {
        if (!this.canAct) return this.refuse(say('page.why.not-now'));
        const offered = this.shown?.actions.find((one) => notation(one) === notation(action));
        if (offered === undefined) return this.refuse(say('page.why.not-offered'));
        await this.send(() => this.table.act(offered));
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

export interface Opened<T extends Table> {
    readonly table: T | null;
    readonly session: Session | null;
    /* The error if there is no table. */
    readonly problem: string | null;
}

/* Opens a table once for as long as a screen shows it, untracked; passes on changes of the
 * language, and closes it with the screen. To be called during component setup. */
export function openSession<T extends Table>(
    open: () => Promise<T | null> | T,
    begin: (table: T) => Session = (table) => Session.live(table),
): Opened<T> {
    let opened = $state.raw<Opened<T>>({ table: null, session: null, problem: null });
    let isGone = false;

    function take(table: T | null): void {
        if (isGone) table?.close();
        else if (table === null) fail(new Error(say('page.game.gone')));
        else opened = { table, session: begin(table), problem: null };
    }

    function fail(error: unknown): void {
        const problem = messageOf(error);
        opened = { table: null, session: null, problem };
    }

    $effect(() => {
        untrack(() => void Promise.resolve().then(open).then(take).catch(fail));
        return () => {
            isGone = true;
            opened.session?.close();
        };
    });
    $effect(() => {
        const { table, session } = opened;
        const spoken = language();
        untrack(() => void table?.setLanguage(spoken).then(() => session?.readLog(), () => undefined));
    });
    return {
        get table() { return opened.table; },
        get session() { return opened.session; },
        get problem() { return opened.problem; },
    };
}
