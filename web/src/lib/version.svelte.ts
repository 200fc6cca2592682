/* version.svelte.ts: a newer build of the page. It is fetched while the old one is used, and
 * waits until the person asks for it (sw.ts): a running page never loses files it still needs. */
class Version {
    isWaiting = $state(false);
}

export const version = new Version();

function container(): ServiceWorkerContainer | undefined {
    return navigator.serviceWorker as ServiceWorkerContainer | undefined;
}

/* A worker beside the active one is a newer build. */
function look(registration: ServiceWorkerRegistration): void {
    version.isWaiting = registration.waiting !== null && registration.active !== null;
}

/* Another tab has asked for the newer build. */
function onChange(): void {
    version.isWaiting = true;
}

/* Returns the function that stops watching. */
export function watchForUpdate(): () => void {
    const workers = container();
    let isGone = false;
    void workers?.ready.then((registration) => {
        if (isGone) return;
        look(registration);
        if (workers.controller !== null) workers.addEventListener('controllerchange', onChange);
        registration.addEventListener('updatefound', () => {
            const coming = registration.installing;
            coming?.addEventListener('statechange', () => look(registration));
        });
    });
    return () => {
        isGone = true;
        workers?.removeEventListener('controllerchange', onChange);
    };
}

/* Lets the newer build take over, and loads it. */
export async function update(): Promise<void> {
    const workers = container();
    const waiting = (await workers?.getRegistration())?.waiting;
    if (!waiting) return location.reload();
    workers?.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take-over');
}
