// draft.test.ts: a turn at a server that is not confirmed yet, while others act.
import { beforeEach, expect, test, vi } from 'vitest';
import { TableError } from '../src/engine/table';
import type { Action, Update } from '../src/lib/contract';
import { OnlineTable } from '../src/lib/online/table.svelte';

interface Request {
    readonly message: { do: string; n?: number; actions?: unknown; action?: unknown };
    readonly answer: (message: object) => Promise<void>;
    readonly refuse: (code: string) => Promise<void>;
}

const server = vi.hoisted(() => ({
    requests: [] as Request[],
    receive: (_message: object): void => undefined,
}));

vi.mock('../src/lib/settings.svelte', () => ({ settings: { confirm: true } }));
vi.mock('../src/lib/online/socket.svelte', () => ({
    link: {
        state: 'open',
        use: (receive: (message: object) => void) => ((server.receive = receive), () => undefined),
        request: (message: Request['message']) =>
            new Promise((resolve, reject) => {
                const settle = (call: () => void): Promise<void> => (call(), new Promise((done) => setTimeout(done)));
                server.requests.push({
                    message,
                    answer: (reply) => settle(() => resolve(reply)),
                    refuse: (code) => settle(() => reject(new TableError(code, code))),
                });
            }),
    },
}));

const TURN: Action = { do: 'turn', card: 'D6', text: 'Turn D6' };

function position(n: number, by: number, events: object[] = []): object {
    const state = { waiting: [0, 1], over: false };
    return { table: 'K7QX2M9PRT', seat: 0, n, by, events, position: state, actions: [TURN], undo: false };
}

const update = (n: number, by: number): object => ({ type: 'update', ...position(n, by, [{ event: 'turned', n }]) });
const preview = (n: number, by: number): object => ({ type: 'preview', reveals: true, ...position(n, by) });

let table: OnlineTable;
let shown: Update[];

beforeEach(() => {
    server.requests.length = 0;
    table = new OnlineTable('K7QX2M9PRT');
    shown = [];
    table.subscribe((one) => shown.push(one));
    server.receive(update(6, 1));
});

function lastRequest(): Request {
    const request = server.requests.at(-1);
    if (request === undefined) throw new Error('nothing was asked');
    return request;
}

test('a press is not lost when the same position comes again meanwhile', async () => {
    const press = table.act(TURN);
    server.receive(update(6, 1));
    await lastRequest().answer(preview(6, 1));
    await press;
    expect(shown.at(-1)).toMatchObject({ n: 6, draft: 1, confirm: true });
});

test('a press is shown in the position that another has made meanwhile', async () => {
    const press = table.act(TURN);
    server.receive(update(7, 1));
    await lastRequest().refuse('stale');
    expect(lastRequest().message).toMatchObject({ do: 'preview', n: 7 });
    await lastRequest().answer(preview(7, 1));
    await press;
    expect(shown.at(-1)).toMatchObject({ n: 7, draft: 1, confirm: true });
});

test('what others do while a turn is not confirmed is in the log', async () => {
    const press = table.act(TURN);
    await lastRequest().answer(preview(6, 1));
    await press;
    server.receive(update(7, 1));
    expect(lastRequest().message).toMatchObject({ do: 'preview', n: 7 });
    await lastRequest().answer(preview(7, 1));
    expect(shown.at(-1)).toMatchObject({ n: 7, by: 1, draft: 1, events: [{ event: 'turned', n: 7 }] });
});

test('a turn is confirmed for the position that it was shown with', async () => {
    const press = table.act(TURN);
    await lastRequest().answer(preview(6, 1));
    await press;
    server.receive(update(7, 1)); /* the preview of it is on its way */
    const refused = expect(table.confirm()).rejects.toThrow('stale');
    expect(lastRequest().message).toMatchObject({ do: 'act', n: 6 });
    await lastRequest().refuse('stale');
    await refused;
    expect(shown.at(-1)).toMatchObject({ n: 7, events: [{ event: 'turned', n: 7 }] });
    expect(shown.at(-1)?.draft).toBeUndefined();
});

test('a turn that is not confirmed is said in a language that is chosen meanwhile', async () => {
    const CARD: Action = { do: 'card', card: 'D1', text: 'Card D1' };
    const inFrench = { actions: [CARD, { ...TURN, text: 'Retourner D6' }] };
    const run = table.run([CARD, TURN]);
    await lastRequest().answer(preview(6, 1));
    await run;
    expect(shown.at(-1)).toMatchObject({ draft: 1, intended: 'Turn D6' });
    const change = table.setLanguage('fr');
    await lastRequest().answer({});
    server.receive({ ...update(6, 1), ...inFrench });
    await lastRequest().answer({ ...preview(6, 1), ...inFrench });
    expect(lastRequest().message).toMatchObject({ do: 'preview', actions: [{ do: 'card', card: 'D1' }] });
    await lastRequest().answer({ ...preview(6, 1), ...inFrench });
    expect(shown.at(-1)).toMatchObject({ draft: 1, intended: 'Retourner D6' });
    for (const { message, answer } of server.requests) if (message.do === 'watch') await answer({});
    await change;
});

test('a turn that is no longer possible is dropped', async () => {
    const press = table.act(TURN);
    await lastRequest().answer(preview(6, 1));
    await press;
    server.receive(update(7, 1));
    await lastRequest().refuse('illegal');
    expect(shown.at(-1)).toMatchObject({ n: 7 });
    expect(shown.at(-1)?.draft).toBeUndefined();
});
