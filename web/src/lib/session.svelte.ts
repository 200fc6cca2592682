/* session.svelte.ts: a table on the screen. Updates come in as fast as bots, people and
 * the wire bring them; they are shown one after another at a pace that eyes can follow,
 * and nothing can be done before the last of them is in sight. */
import { TableError, type Table } from '../engine/table';
import type { LogEntry } from '../engine/types';
import { notation, type Action, type Update } from './contract';
import { isStill, paceOf, settings } from './settings.svelte';
import { say } from './words.svelte';

const NOTICE_MS = 4500;
const TOO_MANY = 40; /* updates behind: the last will do */

export class Session {
    shown = $state.raw<Update | null>(null);
    log = $state.raw<readonly LogEntry[]>([]);
    notice = $state<string | null>(null);
    isSending = $state(false);
    behind = $state(0);
    /* Put by the table's drawing: something must be read first. */
    isHeld = $state(false);
    #queue: Update[] = [];
    #timer = 0;
    #noticeTimer = 0;
    #unsubscribe: () => void = () => undefined;

    private constructor(readonly table: Table) {}

    /* A table that goes on. */
    static live(table: Table): Session {
        const session = new Session(table);
        session.#unsubscribe = table.subscribe((update) => session.#hear(update));
        void session.readLog();
        return session;
    }

    /* A table that is stepped through: it shows what it is told to (showOnly). */
    static still(table: Table): Session {
        return new Session(table);
    }

    showOnly(update: Update, log: readonly LogEntry[]): void {
        this.shown = { ...update, actions: [], undo: false };
        this.log = log;
    }

    /* May the person act on what is shown? */
    readonly canAct = $derived(this.shown !== null && this.behind === 0 && !this.isSending && !this.isHeld && this.shown.actions.length > 0);

    close(): void {
        window.clearTimeout(this.#timer);
        window.clearTimeout(this.#noticeTimer);
        this.#unsubscribe();
        this.table.close();
    }

    async readLog(): Promise<void> {
        try {
            this.log = await this.table.log();
        } catch {
            /* The table is gone; whoever opened it says so. */
        }
    }

    /* ------------------------------------------------------------------------- */
    /* Showing                                                                   */
    /* ------------------------------------------------------------------------- */

    #hear(update: Update): void {
        const last = this.#queue.at(-1) ?? this.shown;
        if (last !== null && update.n <= last.n) this.#replace(update);
        else this.#queue.push(update);
        if (this.#queue.length > TOO_MANY) this.#queue.splice(0, this.#queue.length - 1);
        this.behind = this.#queue.length;
        this.#pump();
    }

    /* The same moment again, through other eyes or in another language. */
    #replace(update: Update): void {
        this.#queue = this.#queue.filter((one) => one.n < update.n);
        if (this.#queue.length > 0) this.#queue.push(update);
        else this.shown = update;
    }

    #pump(): void {
        if (this.#timer !== 0 || this.isHeld || this.#queue.length === 0) return;
        const next = this.#queue.shift();
        this.behind = this.#queue.length;
        if (next === undefined) return;
        this.#show(next);
        const pause = next.bot || next.by !== next.seat ? paceOf(settings.pace) : 0;
        this.#timer = window.setTimeout(() => {
            this.#timer = 0;
            this.#pump();
        }, isStill() ? Math.min(pause, 150) : pause);
    }

    #show(update: Update): void {
        const { n, by = null, bot, back, events } = update;
        this.shown = update;
        if (by !== null && (this.log.at(-1)?.n ?? 0) < n) this.log = [...this.log, { n, by, bot, back, events: [...events] }];
    }

    /* All that is behind, at once. */
    skip(): void {
        window.clearTimeout(this.#timer);
        this.#timer = 0;
        for (const update of this.#queue.splice(0)) this.#show(update);
        this.behind = 0;
    }

    hold(isHeld: boolean): void {
        this.isHeld = isHeld;
        if (!isHeld) this.#pump();
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
            this.refuse(error instanceof TableError ? error.message : String(error));
        } finally {
            this.isSending = false;
        }
    }

    refuse(why: string): void {
        this.notice = why;
        window.clearTimeout(this.#noticeTimer);
        this.#noticeTimer = window.setTimeout(() => (this.notice = null), NOTICE_MS);
    }
}
