// socket.test.ts: how the page's WebSocket comes back.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const sockets: FakeSocket[] = [];

class FakeSocket {
    static readonly OPEN = 1;
    readyState = FakeSocket.OPEN;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor() {
        sockets.push(this);
    }
    send(): void {
        /* Nobody answers. */
    }
    close(): void {
        this.onclose?.();
    }
    greet(): void {
        this.onmessage?.({ data: JSON.stringify({ type: 'hello', protocol: 1, server: '1', you: null }) });
    }
}

beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { protocol: 'http:', host: 'club' });
    vi.stubGlobal(
        'window',
        Object.assign(new EventTarget(), { setTimeout, clearTimeout, setInterval, clearInterval }),
    );
});

afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
});

/* The server accepts, stays so long, and hangs up: milliseconds until the page tries again. */
function waitAfter(stays: number): number {
    const count = sockets.length;
    sockets.at(-1)?.greet();
    vi.advanceTimersByTime(stays);
    sockets.at(-1)?.close();
    const closed = Date.now();
    while (sockets.length === count && Date.now() - closed < 60_000) vi.advanceTimersByTime(10);
    return Date.now() - closed;
}

test('whoever is accepted and hung up on at once tries less and less often', async () => {
    const { link } = await import('../src/lib/online/socket.svelte');
    const stop = link.use(
        () => undefined,
        () => undefined,
    );
    for (let i = 0; i < 5; i += 1) waitAfter(0);
    expect(waitAfter(0)).toBeGreaterThan(5_000);
    waitAfter(10_000); /* it lasted */
    expect(waitAfter(10_000)).toBeLessThan(1_000);
    stop();
});
