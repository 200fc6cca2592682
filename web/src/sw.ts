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

// A notice of the server: src/server/notify.c.
interface Notice {
    title: string;
    body: string;
    url: string;
    tag: string;
    language: string;
}

const windows = (): Promise<readonly WindowClient[]> =>
    worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

const isAt = (client: WindowClient, url: string): boolean => new URL(client.url).pathname === url;

// Nothing for whoever looks at that table already.
async function show({ title, body, url, tag, language }: Notice): Promise<void> {
    const open = await windows();
    if (open.some((client) => isAt(client, url) && client.visibilityState === 'visible')) return;
    const icon = '/icon-192.png';
    await worker.registration.showNotification(title, { body, tag, icon, badge: icon, lang: language, data: url });
}

// A page that shows the table already comes forward, or a new one opens.
async function openTable(url: string): Promise<void> {
    const there = (await windows()).find((client) => isAt(client, url));
    if (there === undefined) await worker.clients.openWindow(url);
    else await there.focus();
}

// The push service has replaced the subscription of this browser.
async function subscribeAgain(old: PushSubscription | null): Promise<void> {
    if (old === null) return;
    const { endpoint, keys } = (await worker.registration.pushManager.subscribe(old.options)).toJSON();
    await fetch('/api/1/notices/device', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint, key: keys?.['p256dh'], auth: keys?.['auth'] }),
    });
}

worker.addEventListener('push', (event) => {
    if (event.data !== null) event.waitUntil(show(event.data.json() as Notice));
});
worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openTable(event.notification.data as string));
});
worker.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription } = event as ExtendableEvent & { oldSubscription?: PushSubscription | null };
    (event as ExtendableEvent).waitUntil(subscribeAgain(oldSubscription ?? null));
});
worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', ({ data }) => void (data === 'take-over' && worker.skipWaiting()));
worker.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    const isOwn = url.origin === worker.location.origin && event.request.method === 'GET';
    if (isOwn && !/^\/(api|ws|healthz|metrics)(\/|$)/.test(url.pathname)) event.respondWith(answer(event.request));
});
