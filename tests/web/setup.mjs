// setup.mjs: what a file of tests needs around it: a browser, and the files of the page or a
// server of its own. The values are set before the first test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { openBrowser, serveFiles, startServer } from './harness.mjs';

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

// Starts the stopped server again, at its address.
export async function restartServer() {
    server = await startServer(join(folder, 'tables.db'), server.url);
}
