/* table.svelte.ts: a table on the server, with the same interface as a local one. An action
 * that was pending when the connection broke is sent again if the log does not have it: the
 * server checks `n`, so it is never done twice. */
import { TableError, type Player, type Table } from '../../engine/table';
import type { LogEntry } from '../../engine/types';
import type { Action, Language, Update } from '../contract';
import { say } from '../words.svelte';
import { nameOf } from './names';
import type { ChatLine, FromServer, TableInfo } from './protocol';
import { link } from './socket.svelte';

interface Pending {
    n: number;
    message: { do: string; [key: string]: unknown };
    resolve: () => void;
    reject: (error: TableError) => void;
}

/* Milliseconds until another server is tried, which may have the table's rules. */
const ELSEWHERE_AFTER = 2000;

export class OnlineTable implements Table {
    info = $state.raw<TableInfo | null>(null);
    chat = $state.raw<readonly ChatLine[]>([]);
    /* The error if it cannot be shown: no-such-table, … */
    problem = $state.raw<TableError | null>(null);
    update: Update | null = null;
    #pending: Pending | null = null;
    #elsewhere = 0; /* a timer */
    readonly #listeners = new Set<(update: Update) => void>();
    readonly #release: () => void;

    constructor(readonly code: string) {
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
        return this.#send({ do: 'act', action });
    }

    undo(): Promise<void> {
        return this.#send({ do: 'undo' });
    }

    async log(from = 0): Promise<LogEntry[]> {
        const answer = await this.request({ do: 'log', from });
        return answer.type === 'log' ? answer.entries : [];
    }

    async setLanguage(language: Language): Promise<void> {
        if (link.state !== 'open') return;
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
        } else if (message.type === 'update') {
            const { type: _, id: __, table: ___, ...update } = message;
            this.#publish(update);
        } else if (message.type === 'chat' && !this.chat.some(({ k }) => k === message.k)) {
            this.chat = [...this.chat, message].sort((one, other) => one.k - other.k);
        }
    }

    #publish(update: Update): void {
        this.update = update;
        for (const listener of this.#listeners) listener(update);
        const pending = this.#pending;
        if (pending === null) return;
        if (update.n > pending.n) {
            this.#pending = null;
            pending.resolve();
        } else {
            this.#attempt(pending);
        }
    }

    /* ------------------------------------------------------------------------- */
    /* Acting                                                                    */
    /* ------------------------------------------------------------------------- */

    #send(message: Pending['message']): Promise<void> {
        const n = this.update?.n ?? 0;
        return new Promise((resolve, reject) => {
            this.#pending = { n, message, resolve, reject };
            this.#attempt(this.#pending);
        });
    }

    #attempt(pending: Pending): void {
        this.request({ ...pending.message, n: pending.n }).then(
            () => this.#settle(pending, null),
            (error: TableError) => error.code !== 'lost' && this.#settle(pending, error),
        );
    }

    #settle(pending: Pending, error: TableError | null): void {
        if (this.#pending !== pending) return;
        this.#pending = null;
        if (error === null) pending.resolve();
        else pending.reject(error);
    }
}
