// harness.mjs: a server for the files of the page, a browser, and pages in it that
// report every error.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createWire } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const webFolder = process.env.ROUNDHOUSE_WEB ?? join(root, 'build/web');
export const program = process.env.ROUNDHOUSE ?? join(root, 'build/roundhouse');
// A future version of the program, with other rules of Freight Train.
export const nextProgram = process.env.ROUNDHOUSE_NEXT ?? join(root, 'build/check/gcc/tests/server/roundhouse_next_rules');

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
};

// ---------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------

// A route of the page serves index.html, as the server does.
async function fileOf(path, folder) {
    const name = normalize(path).replace(/^(\.\.\/)+/, '');
    const file = join(folder, name);
    const isFile = await stat(file).then((found) => found.isFile(), () => false);
    if (isFile) return file;
    return extname(name) === '' ? join(folder, 'index.html') : null;
}

// The file compressed at build time, in the best encoding that the browser accepts.
async function bodyOf(file, accepted) {
    for (const [coding, suffix] of [['br', '.br'], ['gzip', '.gz']]) {
        if (!accepted.includes(coding)) continue;
        const body = await readFile(file + suffix).catch(() => null);
        if (body !== null) return { coding, body };
    }
    return { coding: null, body: await readFile(file) };
}

// Serves build/web, or a copy of it. `sent` gets the path and the compressed bytes of each answer.
export async function serveFiles(folder = webFolder) {
    const sent = [];
    const server = createServer(async (request, response) => {
        const path = new URL(request.url, 'http://localhost').pathname;
        const file = path.startsWith('/api/') ? null : await fileOf(path, folder);
        if (file === null) {
            response.writeHead(404).end();
            return;
        }
        const { coding, body } = await bodyOf(file, request.headers['accept-encoding'] ?? '');
        sent.push({ path, bytes: body.length });
        response.writeHead(200, {
            'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
            'Cache-Control': 'no-cache',
            'Content-Security-Policy':
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
                "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'",
            ...(coding === null ? {} : { 'Content-Encoding': coding }),
        });
        response.end(body);
    });
    server.keepAliveTimeout = 0; // none: a connection is not closed while a request is on its way
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        sent,
        close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
    };
}

// ---------------------------------------------------------------------------
// The server itself
// ---------------------------------------------------------------------------

// Starts `roundhouse serve` on a file or a database, on any free port or on that of `url`.
// `more` are further options; `clock` is a file of two numbers that move its clocks (src/cli/serve.c).
export async function startServer(data, url = 'http://127.0.0.1:0', what = program, { more = [], clock = undefined } = {}) {
    const listen = new URL(url).host;
    const where = data.startsWith('postgres') ? '--store' : '--data';
    const child = spawn(what, ['serve', '--quiet', '--listen', listen, where, data, '--web', webFolder, ...more], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: clock === undefined ? process.env : { ...process.env, ROUNDHOUSE_TEST_CLOCK: clock },
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const address = await new Promise((resolve, reject) => {
        let said = '';
        child.stdout.setEncoding('utf8').on('data', (text) => {
            said += text;
            // localhost may stand for [::1], too, where another program may listen.
            const [, port] = /http:\/\/(?:localhost|[\d.]+):(\d+)/.exec(said) ?? [];
            if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
        });
        void ended.then((status) => reject(new Error(`the server ended with ${status}`)));
    });
    return { url: address, stop: (signal = 'SIGTERM') => (child.kill(signal), ended) };
}

// A PostgreSQL of its own, as long as its standard input is open.
export async function startPostgres() {
    const inner = ['sh', '-c', 'echo "$ROUNDHOUSE_POSTGRES"; exec cat'];
    const child = spawn(join(root, 'tests/store/with_postgres'), inner, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const url = await new Promise((resolve, reject) => {
        child.stdout.setEncoding('utf8').once('data', (line) => resolve(line.trim()));
        void ended.then((status) => reject(new Error(`PostgreSQL ended with ${status}`)));
    });
    return { url, stop: () => (child.stdin.end(), ended) };
}

// Connects to the first of these servers that answers; each time it begins with another.
async function connectTo(urls, turn) {
    for (let i = 0; i < urls.length; i++) {
        const { hostname, port } = new URL(urls[(turn + i) % urls.length]);
        const far = connect({ host: hostname, port: Number(port) });
        const isThere = await new Promise((resolve) => far.once('connect', () => resolve(true)).once('error', () => resolve(false)));
        if (isThere) return far;
    }
    return null;
}

// A TCP proxy to the server, or in turn to several, that can be cut.
export async function layWire(...urls) {
    const open = new Set();
    let isCut = false;
    let turn = 0;
    const wire = createWire(async (near) => {
        near.on('error', () => undefined);
        const far = isCut ? null : await connectTo(urls, turn++);
        if (far === null) return void near.destroy();
        for (const [one, other] of [[near, far], [far, near]]) {
            open.add(one);
            one.pipe(other);
            one.on('error', () => undefined);
            one.on('close', () => (open.delete(one), other.destroy()));
        }
    });
    await new Promise((resolve) => wire.listen(0, '127.0.0.1', resolve));
    wire.unref();
    return {
        url: `http://127.0.0.1:${wire.address().port}`,
        cut: () => ((isCut = true), open.forEach((socket) => socket.destroy())),
        mend: () => (isCut = false),
        lead: (...others) => (urls = others),
        close: () => (open.forEach((socket) => socket.destroy()), wire.close()),
    };
}

// ---------------------------------------------------------------------------
// Browser
// ---------------------------------------------------------------------------

export function openBrowser() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
        args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
        ],
    });
}

// Runs in the page and, in front of the rules, in its Worker: random bytes that depend on the
// seed alone, so that a deal does not decide whether a test passes.
function makeRepeatable(seed) {
    let state = Math.imul(seed, 0x9e3779b1) >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let bits = Math.imul(state ^ (state >>> 15), state | 1);
        bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
        return (bits ^ (bits >>> 14)) >>> 0;
    };
    crypto.getRandomValues = (values) => values.map(next);
}

// Runs in the page. Each load has bytes of its own: games of one person have different names.
function seedLoad(makeRepeatable, seed) {
    let load = 0;
    try {
        load = Number(localStorage['test.loads'] ?? 0);
        localStorage['test.loads'] = load + 1;
    } catch {
        // Storage is forbidden: every load is the first one.
    }
    makeRepeatable(seed + 1000 * load);
}

// ROUNDHOUSE_SEED, 1 by default, selects the deals of a run; "random": others in each run.
const { ROUNDHOUSE_SEED = '1' } = process.env;
const firstSeed = ROUNDHOUSE_SEED === 'random' ? Date.now() % 1000000 : Number(ROUNDHOUSE_SEED);
let people = 0;
let workers = 0;

async function seed(context) {
    const seed = firstSeed * 7919 + ++people;
    await context.addInitScript({ content: `(${seedLoad})(${makeRepeatable}, ${seed})` });
    const repeatable = async (route) => {
        const answer = await route.fetch({ maxRetries: 3 }); // a kept connection may just be closed
        await route.fulfill({ response: answer, body: `(${makeRepeatable})(${seed + 100 * ++workers});\n${await answer.text()}` });
    };
    // Without an answer the page would wait for ever; one that was closed meanwhile needs none.
    const give = (route) => repeatable(route).catch(() => route.abort().catch(() => undefined));
    await context.route(/\/worker-[^/]*\.js$/, give);
}

// ROUNDHOUSE_SLOW, 1 by default: the pages compute so many times slower, and each reply of
// a server takes 20 ms more for each. What a busy machine does now and then, this does always.
const slowness = Number(process.env.ROUNDHOUSE_SLOW ?? 1);

async function slowDown(page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 20 * slowness,
        downloadThroughput: -1,
        uploadThroughput: -1,
    });
}

// Repeats a check until it holds: what was done may not be drawn yet.
export async function eventually(check, patience = 60000) {
    const end = Date.now() + patience;
    for (;;) {
        try {
            return await check();
        } catch (error) {
            if (Date.now() > end) throw error;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }
}

// How many there are, and what they say, once the page is drawn.
export const expectCount = (locator, count) => eventually(async () => assert.equal(await locator.count(), count));
export const expectText = (locator, text) => eventually(async () => assert.match(await locator.innerText(), text));

export const QUICK = { pace: 'instant', motion: 'off', confirm: false };

// A new person's browser. `settings` are those of the page; `faults` collects what no
// page should do: errors, and requests to other hosts.
export async function newPerson(browser, url, { settings = QUICK, ...options } = {}) {
    const context = await browser.newContext({ baseURL: url, locale: 'en-GB', serviceWorkers: 'block', ...options });
    await context.addInitScript((kept) => {
        localStorage['roundhouse.settings'] ??= JSON.stringify(kept);
    }, settings);
    if (options.serviceWorkers !== 'allow') await seed(context);
    const faults = [];
    context.on('request', (request) => {
        const address = new URL(request.url());
        if (address.protocol.startsWith('http') && address.origin !== url) faults.push(`asked ${request.url()}`);
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60000);
    if (slowness > 1) await slowDown(page);
    page.on('pageerror', (error) => faults.push(`threw ${error.stack}`));
    page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`said ${message.text()}`);
    });
    return { context, page, faults, close: () => context.close() };
}
