/* socket.svelte.ts: the page's only WebSocket. It reconnects by itself, reports its state, and
 * lets watched tables resume where they were. */
import { untrack } from 'svelte';
import { TableError } from '../../engine/table';
import { onAwake } from '../awake';
import { language, say } from '../words.svelte';
import { errorOf } from './errors';
import { setMine } from './mine.svelte';
import { PROTOCOL, type FromServer, type You } from './protocol';

/* closed: not needed; lost: it was open, and is being retried. */
export type LinkState = 'closed' | 'connecting' | 'open' | 'lost' | 'restarting' | 'other-version';

interface Pending {
    resolve: (message: FromServer) => void;
    reject: (error: TableError) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const LASTING = 5_000; /* open for so long: the next failure starts with the shortest delay again */
const PING = 25_000;
const CONNECT = 10_000; /* until the server's hello */
const PROBE = 4_000; /* for an answer after the device has slept */
const SILENCE = 60_000; /* without a message the connection is dead */

class Link {
    state = $state<LinkState>('closed');
    you = $state.raw<You | null>(null);
    /* Has the server's version changed? Then the page may be old, too. */
    isServerNew = $state(false);
    /* Of the server's operators; empty: none. */
    announcement = $state('');
    /* I have another name. */
    onYou: ((you: You) => void) | null = null;
    #socket: WebSocket | null = null;
    #wait = FIRST_WAIT;
    #timer = 0;
    #pinger = 0;
    #connecting = 0; /* a timer */
    #lasting = 0; /* a timer */
    #receivedAt = 0;
    #server: string | null = null;
    #lastId = 0;
    #users = 0;
    readonly #pending = new Map<number, Pending>();
    readonly #listeners = new Set<(message: FromServer) => void>();
    readonly #openers = new Set<() => void>();

    constructor() {
        window.addEventListener('online', () => this.#retryNow());
        document.addEventListener('visibilitychange', () => document.hidden || this.#retryNow());
        onAwake(() => this.#probe());
    }

    /* Keeps the connection open until the returned function is called. An effect that uses it
     * must not depend on the state of the connection. */
    use(listener: (message: FromServer) => void, onOpen: () => void): () => void {
        return untrack(() => this.#use(listener, onOpen));
    }

    #use(listener: (message: FromServer) => void, onOpen: () => void): () => void {
        this.#listeners.add(listener);
        this.#openers.add(onOpen);
        this.#users += 1;
        if (this.state === 'open') onOpen();
        else if (this.#socket === null) this.#connect();
        return () => {
            this.#listeners.delete(listener);
            this.#openers.delete(onOpen);
            this.#users -= 1;
            if (this.#users === 0) this.#close();
        };
    }

    /* Resolves with the reply of the same id; rejects with the server's error. */
    request(message: { do: string; [key: string]: unknown }): Promise<FromServer> {
        if (this.#socket?.readyState !== WebSocket.OPEN)
            return Promise.reject(new TableError('lost', say('page.link.lost')));
        const id = ++this.#lastId;
        this.#socket.send(JSON.stringify({ ...message, id }));
        return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    }

    /* After signing in or out: reconnects with the new session at once. */
    reconnect(): void {
        this.#wait = 0;
        this.#socket?.close();
    }

    #connect(): void {
        window.clearTimeout(this.#timer);
        this.#timer = 0;
        if (this.state === 'closed') this.state = 'connecting';
        const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
        const socket = new WebSocket(`${scheme}://${location.host}/ws/1`);
        this.#socket = socket;
        socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as FromServer);
        socket.onclose = () => this.#onClose(socket);
        this.#connecting = window.setTimeout(() => this.#giveUp(), CONNECT);
    }

    /* A connection that is dead may never report that it is closed. */
    #giveUp(): void {
        const socket = this.#socket;
        socket?.close();
        if (socket !== null) this.#onClose(socket);
    }

    #retryNow(): void {
        if (this.#timer !== 0 && this.#users > 0) this.#connect();
        else if (this.state === 'open' && performance.now() - this.#receivedAt > PING)
            void this.request({ do: 'ping' }).catch(() => undefined);
    }

    /* After a sleep the connection may be dead and not know it: without an answer soon, another
     * is opened at once. */
    #probe(): void {
        const socket = this.#socket;
        const before = this.#receivedAt;
        if (socket === null || this.state !== 'open') return;
        void this.request({ do: 'ping' }).catch(() => undefined);
        window.setTimeout(() => {
            if (this.#socket !== socket || this.#receivedAt !== before) return;
            this.#wait = 0;
            this.#giveUp();
        }, PROBE);
    }

    #receive(message: FromServer): void {
        this.#receivedAt = performance.now();
        if (message.type === 'hello') return this.#onHello(message.protocol, message.server, message.you);
        if (message.type === 'bye') return this.#onBye(message.again);
        if (message.type === 'you') this.#onYou(message.you);
        if (message.type === 'announcement') this.announcement = message.text;
        if (message.type === 'mine') setMine(message.tables);
        this.#settle(message);
        for (const listener of this.#listeners) listener(message);
    }

    #onHello(protocol: number, server: string, you: You | null): void {
        if (protocol !== PROTOCOL) {
            this.state = 'other-version';
            this.#socket?.close();
            return;
        }
        this.isServerNew ||= this.#server !== null && this.#server !== server;
        this.#server = server;
        this.you = you;
        this.announcement = '';
        this.state = 'open';
        window.clearTimeout(this.#connecting);
        this.#lasting = window.setTimeout(() => (this.#wait = FIRST_WAIT), LASTING);
        this.#pinger = window.setInterval(() => this.#ping(), PING);
        void this.request({ do: 'hello', lang: language() }).catch(() => undefined);
        if (you !== null) void this.request({ do: 'mine' }).catch(() => undefined);
        for (const opened of this.#openers) opened();
    }

    #onYou(you: You): void {
        this.you = you;
        this.onYou?.(you);
    }

    #ping(): void {
        if (performance.now() - this.#receivedAt > SILENCE) this.#giveUp();
        else void this.request({ do: 'ping' }).catch(() => undefined);
    }

    #onBye(again: number): void {
        this.state = 'restarting';
        this.#wait = again * (0.5 + Math.random());
        this.#socket?.close();
    }

    #settle(message: FromServer): void {
        if (!('id' in message) || message.id === undefined) return;
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        if (message.type === 'error') pending?.reject(errorOf(message.code, message.text));
        else pending?.resolve(message);
    }

    #clearTimers(): void {
        window.clearInterval(this.#pinger);
        window.clearTimeout(this.#connecting);
        window.clearTimeout(this.#lasting);
    }

    #onClose(socket: WebSocket): void {
        if (socket !== this.#socket) return;
        this.#socket = null;
        this.#clearTimers();
        for (const { reject } of this.#pending.values()) reject(new TableError('lost', say('page.link.lost')));
        this.#pending.clear();
        if (this.#users === 0 || this.state === 'other-version') return;
        if (this.state !== 'restarting') this.state = 'lost';
        this.#timer = window.setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
        this.#wait = Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, this.#wait * 2));
    }

    #close(): void {
        window.clearTimeout(this.#timer);
        this.#timer = 0;
        const socket = this.#socket;
        this.#socket = null;
        this.#clearTimers();
        socket?.close();
        if (this.state !== 'other-version') this.state = 'closed';
    }
}

export const link = new Link();
