/* who.svelte.ts: my account on the server. */
import { messageOf } from '../../engine/table';
import { settings } from '../settings.svelte';
import { say } from '../words.svelte';
import { api } from './api';
import { PROTOCOL, type You } from './protocol';
import { link } from './socket.svelte';

class Who {
    you = $state.raw<You | null>(null);
    isLoaded = $state(false);
    /* The error if there is no server. */
    problem = $state<string | null>(null);
    /* Called when another person is here, or nobody. */
    onOther: () => void = () => undefined;

    async load(): Promise<void> {
        try {
            const { protocol, you } = await api.hello();
            this.problem = protocol === PROTOCOL ? null : say('page.link.other-version');
            this.#set(you);
        } catch (error) {
            this.problem = messageOf(error);
        }
        this.isLoaded = true;
    }

    async guest(name: string): Promise<void> {
        this.#set((await api.guest(name)).you);
        settings.name = name;
        link.reconnect();
    }

    async login(name: string, password: string): Promise<void> {
        this.#set((await api.login(name, password)).you);
        settings.name = name;
        link.reconnect();
    }

    /* Signed in or out in another way: passkeys.svelte.ts. */
    enter(you: You | null): void {
        this.#set(you);
        if (you !== null) settings.name = you.name;
        link.reconnect();
    }

    async setPassword(name: string, password: string, old?: string): Promise<void> {
        await api.setPassword(name, password, old);
        await this.load();
        link.reconnect();
    }

    async changePassword(old: string, password: string): Promise<void> {
        await this.setPassword(this.you?.name ?? '', password, old);
    }

    async rename(name: string): Promise<void> {
        await api.rename(name);
        settings.name = name;
        await this.load();
        link.reconnect();
    }

    async logout(everywhere = false): Promise<void> {
        await api.logout(everywhere);
        this.#set(null);
        link.reconnect();
    }

    async remove(password?: string): Promise<void> {
        await api.remove(password);
        this.#set(null);
        link.reconnect();
    }

    /* The server gave me another name: somebody else keeps mine now. */
    renamed(you: You): void {
        if (this.you !== null) this.#set(you);
    }

    #set(you: You | null): void {
        if (you?.user !== this.you?.user) this.onOther();
        this.you = you;
        settings.online = you !== null;
    }
}

export const who = new Who();
link.onYou = (you) => who.renamed(you);
