/* table.svelte.ts: a table on the server, with the same interface as a local one. An action
 * that was pending when the connection broke is sent again if the log does not have it: the
 * server checks `n`, so it is never done twice.
 *
 * With "ask before my turn ends" actions are a draft first: the server shows the position after
 * them (preview), to this person alone, and they are sent as one when the person confirms. */
import { TableError, type Player, type Table } from '../../engine/table';
import type { LogEntry } from '../../engine/types';
import { bare, notation, type Action, type Language, type Update } from '../contract';
import { settings } from '../settings.svelte';
import { language, say } from '../words.svelte';
import { DealPart } from './deal';
import { nameOf } from './names';
import type { ChatLine, FromServer, Preview, TableInfo } from './protocol';
import { link } from './socket.svelte';

interface Pending {
    n: number;
    message: { do: string; [key: string]: unknown };
    resolve: () => void;
    reject: (error: TableError) => void;
    /* The connection broke before the answer. */
    isLost: boolean;
}

/* Milliseconds until another server is tried, which may have the table's rules. */
const ELSEWHERE_AFTER = 2000;

function actOf(actions: readonly Action[]): Pending['message'] {
    const [action] = actions;
    return actions.length === 1 ? { do: 'act', action } : { do: 'act', actions: actions.map(bare) };
}

/* The result is not shown before it is one. */
function previewed(preview: Preview, n: number, draft: readonly (readonly Action[])[]): Update {
    const { type: _, id: __, table: ___, reveals, ...update } = preview;
    const { position, seat } = update;
    const isDone = reveals || position.over || !position.waiting.includes(seat ?? -1);
    const actions = reveals ? [] : update.actions;
    const unfinished = { ...position, over: false };
    const intended = draft.at(-1)?.at(-1)?.text;
    const shown = { ...update, n, actions, draft: draft.length, position: unfinished };
    return { ...shown, reveals, intended, undo: true, confirm: isDone };
}

/* What led to an update, for the log. */
function causeOf({ by, bot, back, events, paid }: Update): Pick<Update, 'by' | 'bot' | 'back' | 'events' | 'paid'> {
    return { by, bot, back, events, paid };
}

export class OnlineTable implements Table {
    info = $state.raw<TableInfo | null>(null);
    chat = $state.raw<readonly ChatLine[]>([]);
    /* The error if it cannot be shown: no-such-table, … */
    problem = $state.raw<TableError | null>(null);
    update: Update | null = null;
    #pending: Pending | null = null;
    #draft: readonly (readonly Action[])[] = []; /* an undo takes back the last of them */
    #draftLanguage = language();
    #draftN = 0; /* the position that the draft is shown with */
    #shownN = -1;
    #isPlanning = false;
    #isConfirming = false;
    #lastRun = { n: 0, count: 1 }; /* own actions that were sent as one, and n after them */
    #elsewhere = 0; /* a timer */
    #language = language();
    readonly #listeners = new Set<(update: Update) => void>();
    readonly #release: () => void;
    readonly #deal: DealPart;

    constructor(readonly code: string) {
        this.#deal = new DealPart(code, (message) => this.request(message));
        this.#release = link.use(
            (message) => this.#receive(message),
            () => void this.#watch(),
        );
    }

    get players(): Player[] {
        return (this.info?.seats ?? []).map((seat, i): Player => ({ ...seat, name: nameOf(seat, i + 1) }));
    }

    subscribe(listener: (update: Update) => void): () => void {
        this.#listeners.add(listener);
        if (this.update !== null) listener(this.update);
        return () => this.#listeners.delete(listener);
    }

    act(action: Action): Promise<void> {
        return this.run([action]);
    }

    run(actions: readonly Action[]): Promise<void> {
        if (settings.confirm || this.#draft.length > 0) return this.#plan([...this.#draft, actions]);
        return this.#sendRun(actions);
    }

    /* What was sent as one is taken back as one. */
    async undo(): Promise<void> {
        if (this.#draft.length > 0) return this.#plan(this.#draft.slice(0, -1));
        const n = this.update?.n ?? 0;
        const count = n === this.#lastRun.n ? this.#lastRun.count : 1;
        for (let i = 0; i < count; i++) await this.#send({ do: 'undo' }, n + i);
    }

    async confirm(): Promise<void> {
        const actions = this.#draft.flat();
        if (actions.length === 0 || this.#isConfirming) return;
        this.#isConfirming = true;
        try {
            await this.#sendRun(actions, this.#draftN);
        } catch (error) {
            /* Not stored: it may be confirmed again. Otherwise the position is another now. */
            if (!(error instanceof TableError) || error.code !== 'not-stored') this.#dropDraft();
            throw error;
        } finally {
            this.#isConfirming = false;
        }
    }

    async log(from = 0): Promise<LogEntry[]> {
        const answer = await this.request({ do: 'log', from });
        return answer.type === 'log' ? answer.entries : [];
    }

    async setLanguage(language: Language): Promise<void> {
        if (language === this.#language) return;
        this.#language = language;
        if (link.state !== 'open') return; /* said when it opens */
        await link.request({ do: 'hello', lang: language });
        await this.#watch();
    }

    close(): void {
        if (link.state === 'open') void this.request({ do: 'leave' }).catch(() => undefined);
        window.clearTimeout(this.#elsewhere);
        this.#release();
        this.#listeners.clear();
        this.#pending?.reject(new TableError('closed', say('page.link.lost')));
    }

    /* sit, stand, seat, start, return, chat, rematch */
    request(message: { do: string; [key: string]: unknown }): Promise<FromServer> {
        return link.request({ ...message, table: this.code });
    }

    /* ------------------------------------------------------------------------- */
    /* Connecting and reconnecting                                               */
    /* ------------------------------------------------------------------------- */

    async #watch(): Promise<void> {
        try {
            const since = this.update === null ? {} : { since: this.update.n };
            await this.request({ do: 'watch', ...since });
            this.problem = null;
            if (this.#pending?.isLost) await this.#resume(this.#pending);
        } catch (error) {
            if (!(error instanceof TableError) || error.code === 'lost') return;
            this.problem = error;
            if (error.code === 'other-version')
                this.#elsewhere = window.setTimeout(() => link.reconnect(), ELSEWHERE_AFTER * (0.5 + Math.random()));
        }
    }

    #receive(message: FromServer): void {
        if (!('table' in message) || message.table !== this.code) return;
        if (message.type === 'table') {
            const { type: _, id: __, ...info } = message;
            this.info = info;
            this.#deal.see(info);
        } else if (message.type === 'update') {
            const { type: _, id: __, table: ___, ...update } = message;
            this.#deal.seeUpdate(update);
            this.#publish(update);
        } else if (message.type === 'chat' && !this.chat.some(({ k }) => k === message.k)) {
            this.chat = [...this.chat, message].sort((one, other) => one.k - other.k);
        }
    }

    #publish(update: Update): void {
        const last = this.update?.n ?? 0;
        this.update = update;
        if (this.#isConfirming && update.n > last && update.by === update.seat && !update.bot) this.#draft = [];
        if (this.#draft.length === 0) this.#show(update);
        else if (!this.#isConfirming && !this.#isPlanning) void this.#plan(this.#draft).catch(() => undefined);
    }

    #show(update: Update): void {
        this.#shownN = update.n;
        for (const listener of this.#listeners) listener(update);
    }

    /* ------------------------------------------------------------------------- */
    /* A draft                                                                   */
    /* ------------------------------------------------------------------------- */

    /* Shows the position after these actions. Rejects if they are not possible: then the draft
     * stays as it was, unless the position is another now. */
    async #plan(draft: readonly (readonly Action[])[]): Promise<void> {
        if (draft.length === 0) return this.#dropDraft();
        this.#isPlanning = true;
        try {
            const { update, preview } = await this.#preview(draft);
            const worded = this.#draftLanguage === this.#language ? draft : await this.#reworded(draft);
            if (this.#isConfirming) return; /* what is shown is confirmed already */
            this.#draft = worded;
            this.#draftLanguage = this.#language;
            this.#draftN = update.n;
            const shown = previewed(preview, update.n, worded);
            this.#show(update.n > this.#shownN ? { ...shown, ...causeOf(update) } : shown);
        } catch (error) {
            if (this.#draft.length > 0 && this.#draftN !== this.update?.n) this.#dropDraft();
            throw error;
        } finally {
            this.#isPlanning = false;
        }
    }

    /* The position after these actions, and the update that they follow. If somebody acts
     * meanwhile, it is asked for again. */
    async #preview(draft: readonly (readonly Action[])[]): Promise<{ update: Update; preview: Preview }> {
        const actions = draft.flat().map(bare);
        for (;;) {
            const { update } = this;
            if (update === null) throw new TableError('lost', say('page.link.lost'));
            const isPast = (): boolean => !this.#isConfirming && update.n !== this.update?.n;
            try {
                const preview = (await this.request({ do: 'preview', n: update.n, actions })) as Preview;
                if (!isPast()) return { update, preview };
            } catch (error) {
                if (!(error instanceof TableError && error.code === 'stale' && isPast())) throw error;
            }
        }
    }

    /* Its last action, which is shown, in the language of now: as it is offered after the others. */
    async #reworded(draft: readonly (readonly Action[])[]): Promise<readonly (readonly Action[])[]> {
        const others = draft.flat().slice(0, -1);
        const run = draft.at(-1) ?? [];
        const offered = others.length === 0 ? this.update : (await this.#preview([others])).preview;
        const last = offered?.actions.find((one) => notation(one) === notation(run.at(-1) ?? one));
        return last === undefined ? draft : [...draft.slice(0, -1), [...run.slice(0, -1), last]];
    }

    #dropDraft(): void {
        this.#draft = [];
        if (this.update !== null) this.#show(this.update);
    }

    /* ------------------------------------------------------------------------- */
    /* Acting                                                                    */
    /* ------------------------------------------------------------------------- */

    async #sendRun(actions: readonly Action[], n = this.update?.n ?? 0): Promise<void> {
        await this.#send(actOf(actions), n);
        this.#lastRun = { n: n + actions.length, count: actions.length };
    }

    #send(message: Pending['message'], n: number): Promise<void> {
        return new Promise((resolve, reject) => {
            this.#pending = { n, message, resolve, reject, isLost: false };
            this.#attempt(this.#pending);
        });
    }

    /* Only its own answer settles it: an update may be the action of another. */
    #attempt(pending: Pending): void {
        pending.isLost = false;
        this.request({ ...pending.message, n: pending.n }).then(
            () => this.#settle(pending, null),
            (error: TableError) => {
                if (error.code === 'lost') pending.isLost = true;
                else this.#settle(pending, error);
            },
        );
    }

    /* After a lost connection: was it done? */
    async #resume(pending: Pending): Promise<void> {
        const seat = this.info?.you ?? null;
        const entries = await this.log(pending.n);
        const isDone = entries.some(({ by, bot }) => by === seat && !bot);
        if (isDone) this.#settle(pending, null);
        else this.#attempt(pending);
    }

    #settle(pending: Pending, error: TableError | null): void {
        if (this.#pending !== pending) return;
        this.#pending = null;
        if (error === null) pending.resolve();
        else pending.reject(error);
    }
}
