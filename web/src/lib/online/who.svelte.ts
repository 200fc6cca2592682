/* who.svelte.ts: my account on the server. */
import { messageOf } from '../../engine/table';
import { settings } from '../settings.svelte';
import { say } from '../words.svelte';
import { api } from './api';
import { PROTOCOL, type You } from './protocol';
import { link } from './socket.svelte';

class Who {
    you = $state.raw<You | null>(null);
    isAsked = $state(false);
    /* The error if there is no server. */
    problem = $state<string | null>(null);

    async ask(): Promise<void> {
        try {
            const { protocol, you } = await api.hello();
            this.problem = protocol === PROTOCOL ? null : say('page.link.other-version');
            this.#become(you);
        } catch (error) {
            this.problem = messageOf(error);
        }
        this.isAsked = true;
    }

    async guest(name: string): Promise<void> {
        this.#become((await api.guest(name)).you);
        settings.name = name;
        link.again();
    }

    async login(name: string, password: string): Promise<void> {
        this.#become((await api.login(name, password)).you);
        settings.name = name;
        link.again();
    }

    async setPassword(name: string, password: string): Promise<void> {
        await api.setPassword(name, password);
        await this.ask();
        link.again();
    }

    async rename(name: string): Promise<void> {
        await api.rename(name);
        settings.name = name;
        await this.ask();
        link.again();
    }

    async logout(): Promise<void> {
        await api.logout();
        this.#become(null);
        link.again();
    }

    async remove(password?: string): Promise<void> {
        await api.remove(password);
        this.#become(null);
        link.again();
    }

    #become(you: You | null): void {
        this.you = you;
        settings.online = you !== null;
    }
}

export const who = new Who();
