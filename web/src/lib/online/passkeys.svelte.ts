/* passkeys.svelte.ts: the other ways into my account: passkeys (WebAuthn) and recovery codes. */
import { TableError } from '../../engine/table';
import { say } from '../words.svelte';
import { request } from './api';
import type { You } from './protocol';
import { who } from './who.svelte';

export interface Passkey {
    passkey: string;
    label: string;
    created: number;
    used: number; /* 0: never */
}

export interface WaysIn {
    password: boolean;
    codes: number; /* that are left */
    passkeys: Passkey[];
}

interface Challenge {
    challenge: string;
    site: string;
}

interface NewChallenge extends Challenge {
    user: string;
    algorithms: number[];
    passkeys: string[];
}

interface SignedIn {
    you: You;
    confirm: string;
}

/* The server takes a confirmation for ten minutes. */
const CONFIRMED_MS = 9 * 60 * 1000;

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

function fromText(text: string): Uint8Array<ArrayBuffer> {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
    const binary = String.fromCharCode(...new Uint8Array(bytes));
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/* ------------------------------------------------------------------------- */
/* Ceremonies                                                                */
/* ------------------------------------------------------------------------- */

const failed = (): TableError => new TableError('no-passkey', say('page.passkey.failed'));

/* What the person cancels, or the device cannot do, is one and the same error to us. */
async function answerOf(ceremony: Promise<Credential | null>): Promise<PublicKeyCredential> {
    const made = await ceremony.catch(() => null);
    if (made === null) throw failed();
    return made as PublicKeyCredential;
}

async function make(asked: NewChallenge, name: string): Promise<object> {
    const made = await answerOf(
        navigator.credentials.create({
            publicKey: {
                challenge: fromText(asked.challenge),
                rp: { id: asked.site, name: 'Roundhouse' },
                user: { id: fromText(asked.user), name, displayName: name },
                pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
                excludeCredentials: asked.passkeys.map((id) => ({ type: 'public-key', id: fromText(id) })),
                authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
                attestation: 'none',
            },
        }),
    );
    const response = made.response as AuthenticatorAttestationResponse;
    return { client: toText(response.clientDataJSON), authenticator: toText(response.getAuthenticatorData()) };
}

async function sign(): Promise<object> {
    const asked = await request<Challenge>('login/challenge', {});
    const made = await answerOf(
        navigator.credentials.get({
            publicKey: { challenge: fromText(asked.challenge), rpId: asked.site, userVerification: 'required' },
        }),
    );
    const response = made.response as AuthenticatorAssertionResponse;
    if (response.userHandle === null) throw failed();
    return {
        passkey: made.id,
        client: toText(response.clientDataJSON),
        authenticator: toText(response.authenticatorData),
        signature: toText(response.signature),
        user: toText(response.userHandle),
    };
}

/* ------------------------------------------------------------------------- */
/* My ways in                                                                */
/* ------------------------------------------------------------------------- */

class Passkeys {
    ways = $state.raw<WaysIn | null>(null);
    /* Where they work; null: nowhere; undefined: not asked yet. */
    #site = $state.raw<{ origin: string } | null>();
    #confirm = $state.raw<{ ticket: string; until: number } | null>(null);

    /* Do server, address and browser have them? */
    get areOffered(): boolean {
        return this.#site?.origin === location.origin && 'PublicKeyCredential' in window;
    }

    /* Asks the server, once. */
    async ask(): Promise<void> {
        if (this.#site !== undefined) return;
        const answer = await request<{ passkeys: { origin: string } | null }>('login').catch(() => undefined);
        this.#site = answer?.passkeys;
    }

    get isConfirmed(): boolean {
        return this.#confirm !== null && this.#confirm.until > performance.now();
    }

    get #ticket(): { confirm?: string } {
        return this.#confirm === null || !this.isConfirmed ? {} : { confirm: this.#confirm.ticket };
    }

    #setConfirm(ticket: string): void {
        this.#confirm = { ticket, until: performance.now() + CONFIRMED_MS };
    }

    /* A request with the confirmation, which ends with its session and with the password. */
    async confirmed<Answer>(path: string, body: object = {}): Promise<Answer> {
        try {
            return await request<Answer>(path, { ...body, ...this.#ticket });
        } catch (error) {
            if (error instanceof TableError && error.code === 'not-confirmed') this.#confirm = null;
            throw error;
        }
    }

    async load(): Promise<void> {
        this.ways = await request<WaysIn>('passkeys');
    }

    /* Nothing of one person is left to the next. */
    forget(): void {
        this.ways = null;
        this.#confirm = null;
    }

    async confirmByPassword(password: string): Promise<void> {
        this.#setConfirm((await request<{ confirm: string }>('confirm', { password })).confirm);
    }

    async confirmByPasskey(): Promise<void> {
        this.#setConfirm((await request<{ confirm: string }>('confirm/passkey', await sign())).confirm);
    }

    /* A guest keeps this name with it. */
    async add(name: string, label: string): Promise<void> {
        const isGuest = who.you?.kind === 'guest';
        const asked = await request<NewChallenge>('passkeys/challenge', isGuest ? { name } : {});
        const made = await make(asked, name);
        await this.confirmed('passkeys', { ...made, label, ...(isGuest ? { name } : {}) });
        await who.load();
        await this.load();
    }

    async rename(passkey: string, label: string): Promise<void> {
        await request('passkeys/rename', { passkey, label });
        await this.load();
    }

    async remove(passkey: string): Promise<void> {
        await this.confirmed('passkeys/delete', { passkey });
        await this.load();
    }

    async makeCodes(): Promise<string[]> {
        const { codes } = await this.confirmed<{ codes: string[] }>('codes');
        await this.load();
        return codes;
    }

    async signIn(): Promise<void> {
        this.#enter(await request<SignedIn>('login/passkey', await sign()));
    }

    async signInWithCode(name: string, code: string): Promise<void> {
        this.#enter(await request<SignedIn>('login/code', { name, code }));
    }

    /* With the old one, or the confirmation in its place, which then ends. */
    async setPassword(password: string, old?: string): Promise<void> {
        if (old === undefined) {
            await this.confirmed('keep', { name: who.you?.name ?? '', password });
            who.enter(who.you); /* in a new session */
        } else await who.changePassword(old, password);
        this.#confirm = null;
        await this.load();
    }

    async deleteAccount(): Promise<void> {
        await this.confirmed('delete');
        who.enter(null);
    }

    #enter({ you, confirm }: SignedIn): void {
        who.enter(you);
        this.#setConfirm(confirm);
    }
}

export const passkeys = new Passkeys();
who.onOther = () => passkeys.forget();
