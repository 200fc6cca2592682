// setup.mjs: what a file of tests needs around it: a browser, and the files of the page or a
// server of its own. The values are set before the first test.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { openBrowser, program, serveFiles, startServer } from './harness.mjs';

export let browser, files, folder, server;

function useBrowser() {
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser?.close());
}

// The page without a server: `files`.
export function useFiles() {
    useBrowser();
    before(async () => {
        files = await serveFiles();
    });
    after(() => files?.close());
}

// A folder of its own: `folder`.
export function useFolder() {
    before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'roundhouse-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));
}

// The page at a server with a database of its own: `server`, in `folder`.
export function useServer() {
    useBrowser();
    before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'roundhouse-'));
        server = await startServer(join(folder, 'tables.db'));
    });
    after(async () => {
        await server?.stop();
        await rm(folder, { recursive: true, force: true });
    });
}

// The same, with a clock that begins at noon of the next day, so that no day ends by itself.
export function useServerOfDays() {
    useBrowser();
    before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'roundhouse-'));
        await passDays(0);
        server = await startServer(join(folder, 'tables.db'), undefined, undefined, { clock: join(folder, 'clock') });
    });
    after(async () => {
        await server?.stop();
        await rm(folder, { recursive: true, force: true });
    });
}

const DAY = 86400000;
const untilNoon = DAY - (Date.now() % DAY) + DAY / 2;

// So many days have passed at the server.
export function passDays(days) {
    return writeFile(join(folder, 'clock'), new BigInt64Array([0n, BigInt(untilNoon + days * DAY)]), { flag: days === 0 ? 'w' : 'r+' });
}

// Starts the stopped server again, at its address, maybe with more options.
export async function restartServer(...more) {
    server = await startServer(join(folder, 'tables.db'), server.url, program, { more });
}
