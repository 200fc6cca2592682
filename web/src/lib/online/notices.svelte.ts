/* notices.svelte.ts: notices by web push: this browser's subscription, and what I want to be told. */
import { TableError } from '../../engine/table';
import { say } from '../words.svelte';
import { request } from './api';

export interface Device {
    device: string;
    label: string;
    created: number;
    current: boolean;
}

export interface Wishes {
    turn: boolean;
    begin: boolean;
    invited: boolean;
    from: number; /* minutes of the day; the same as `to`: no quiet hours */
    to: number;
    zone: string;
}

interface Shown extends Wishes {
    key: string; /* of the server, for the push service */
    devices: Device[];
}

/* What this browser can do; undefined where there is no secure context. */
function canPush(): boolean {
    return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
    const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function subscription(): Promise<PushSubscription | null> {
    const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
    return (await registration?.pushManager.getSubscription()) ?? null;
}

/* ------------------------------------------------------------------------- */
/* For whom this browser is subscribed                                       */
/* ------------------------------------------------------------------------- */

/* Whose subscription it is, and whether the session has it. A subscription that the server does
 * not have although it was sent was stopped elsewhere. */
interface Sent {
    user: string;
    isSent: boolean;
}

const KEY = 'roundhouse.notices';

function sent(): Sent | null {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Sent | null;
    } catch {
        return null;
    }
}

function keepSent(what: Sent | null): void {
    try {
        if (what === null) localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, JSON.stringify(what));
    } catch {
        /* Without storage a new session has no notices. */
    }
}

async function send(one: PushSubscription, user: string): Promise<void> {
    const { endpoint, keys } = one.toJSON();
    await request('notices/device', { endpoint, key: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' });
    keepSent({ user, isSent: true });
}

/* A session has begun. The subscription ended with the one before, and is sent again if it is
 * this person's. */
export async function renew(user: string): Promise<void> {
    if (sent()?.user !== user) return;
    keepSent({ user, isSent: false });
    const found = await subscription();
    if (found !== null && Notification.permission === 'granted') await send(found, user);
}

/* If the server was out of reach then. */
export async function renewIfMissed(): Promise<void> {
    const last = sent();
    if (last?.isSent === false) await renew(last.user);
}

/* Logged out: the next person here is asked first. */
export async function unsubscribe(): Promise<void> {
    keepSent(null);
    await (await subscription())?.unsubscribe();
}

/* ------------------------------------------------------------------------- */
/* My wishes and devices                                                     */
/* ------------------------------------------------------------------------- */

class Notices {
    wishes = $state.raw<Wishes | null>(null);
    devices = $state.raw<Device[]>([]);
    readonly isPossible = canPush();
    #key = '';
    #saved: Wishes | null = null; /* as the server has them */
    #saving: Promise<unknown> = Promise.resolve(); /* one after another */
    #person = 0; /* an answer for the person before is dropped */

    isOn = $derived(this.devices.some(({ current }) => current));

    async load(): Promise<void> {
        const person = this.#person;
        const { key, devices, ...wishes } = await request<Shown>('notices');
        if (person !== this.#person) return;
        this.#key = key;
        this.devices = devices;
        this.wishes = this.#saved = wishes;
        if (!this.isOn && sent()?.isSent) keepSent(null);
    }

    /* Nothing of one person is left to the next. */
    forgetPerson(): void {
        this.#person++;
        this.devices = [];
        this.wishes = this.#saved = null;
    }

    /* Shown at once, and taken back if the server refuses. */
    save(wishes: Wishes): Promise<void> {
        const person = this.#person;
        this.wishes = wishes;
        const next = this.#saving.then(async () => {
            try {
                await request('notices', wishes);
                if (person === this.#person) this.#saved = wishes;
            } catch (error) {
                if (this.wishes === wishes) this.wishes = this.#saved;
                throw error;
            }
        });
        this.#saving = next.catch(() => undefined);
        return next;
    }

    /* Asks the person, then the push service of the browser. */
    async turnOn(user: string): Promise<void> {
        if ((await Notification.requestPermission()) !== 'granted')
            throw new TableError('refused', say('page.account.notices.denied'));
        const registration = await navigator.serviceWorker.ready;
        const options = { userVisibleOnly: true, applicationServerKey: bytesOf(this.#key) };
        await send(await registration.pushManager.subscribe(options), user);
        await this.load();
    }

    /* A device is forgotten by the server; this one also by the push service. */
    async forget({ device, current }: Device): Promise<void> {
        if (current) await unsubscribe();
        await request('notices/forget', { device });
        await this.load();
    }
}

export const notices = new Notices();
