/* mail.svelte.ts: the address that mail of the server goes to, and how often. */
import { request } from './api';
import { passkeys } from './passkeys.svelte';

export interface Mailbox {
    address: string; /* confirmed; empty: none */
    pending: string; /* waits for its confirmation; empty: none */
    every: number; /* hours between digests; 0: none */
    refused: boolean; /* the mail server does not take mail for it any more */
}

class Mail {
    box = $state.raw<Mailbox | null>(null);

    async load(): Promise<void> {
        this.box = await request<Mailbox>('mail');
    }

    /* An address is a way in: the identity was confirmed before. */
    async ask(address: string, every: number): Promise<void> {
        await passkeys.confirmed('mail', { address, every });
        await this.load();
    }

    async set(every: number): Promise<void> {
        await request('mail/settings', { every });
        await this.load();
    }

    async remove(): Promise<void> {
        await request('mail/remove', {});
        await this.load();
    }
}

export const mail = new Mail();

/* By links in mails; nobody need be signed in. */
export async function confirmAddress(token: string): Promise<void> {
    await request('mail/confirm', { token });
}

export async function unsubscribe(token: string): Promise<void> {
    await request(`mail/unsubscribe/${encodeURIComponent(token)}`, {});
}

/* The answer is the same whoever it is. */
export async function recover(who: string): Promise<void> {
    await request('recover', { who });
}
