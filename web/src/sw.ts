// sw.ts: the service worker: the page offline. All files of a build are fetched when it is first
// opened; after that they come from the cache. A newer build waits until the person asks for it
// (version.svelte.ts), or no page of the old one is open. The files of the build before stay,
// for pages of it in other tabs. The server's own addresses (/api, /ws) always go to the server.
const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `roundhouse-${__VERSION__}`;

async function install(): Promise<void> {
    const cache = await caches.open(CACHE);
    await cache.addAll(__FILES__.map((file) => new Request(file, { cache: 'reload' })));
}

async function activate(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name !== CACHE);
    for (const name of others.slice(0, -1)) await caches.delete(name);
    await worker.clients.claim();
}

// Routes of the page, such as a table's link, get index.html.
async function answer(request: Request): Promise<Response> {
    const cache = await caches.open(CACHE);
    const found = await cache.match(request.mode === 'navigate' ? '/' : request, { ignoreSearch: true });
    return found ?? (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', ({ data }) => void (data === 'take-over' && worker.skipWaiting()));
worker.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    const isOwn = url.origin === worker.location.origin && event.request.method === 'GET';
    if (isOwn && !/^\/(api|ws|healthz|metrics)(\/|$)/.test(url.pathname)) event.respondWith(answer(event.request));
});
