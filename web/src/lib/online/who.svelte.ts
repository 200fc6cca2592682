/* who.svelte.ts: my account on the server. */
import { messageOf } from '../../engine/table';
import { router } from '../route.svelte';
import { settings } from '../settings.svelte';
import { say } from '../words.svelte';
import { api } from './api';
import { notices, renew, unsubscribe } from './notices.svelte';
import { PROTOCOL, type You } from './protocol';
import { link } from './socket.svelte';

const INVITATION = 'roundhouse.invitation';

/* Whoever came by an invitation link may look around first: its token is kept in this tab until
 * it is used. */
function invitation(): string | null {
    const token = router.route.at === 'invitation' ? router.route.token : null;
    try {
        if (token === null) return sessionStorage.getItem(INVITATION);
        sessionStorage.setItem(INVITATION, token);
    } catch {
        /* Without storage it is in the address alone. */
    }
    return token;
}

function dropInvitation(): void {
    try {
        sessionStorage.removeItem(INVITATION);
    } catch {
        /* There was none. */
    }
    if (router.route.at === 'invitation') router.go('/online', 'replace');
}

class Who {
    you = $state.raw<You | null>(null);
    isLoaded = $state(false);
    /* Does the server send mail? */
    hasMail = $state(false);
    /* The error if there is no server. */
    problem = $state<string | null>(null);
    /* Called when another person is here, or nobody. */
    onOther: () => void = () => undefined;

    async load(): Promise<void> {
        invitation();
        try {
            const { protocol, you, mail } = await api.hello();
            this.hasMail = mail === true;
            this.problem = protocol === PROTOCOL ? null : say('page.link.other-version');
            this.#set(you);
        } catch (error) {
            this.problem = messageOf(error);
        }
        this.isLoaded = true;
    }

    async guest(name: string): Promise<void> {
        this.enter((await api.guest(name, invitation())).you);
        dropInvitation();
    }

    async login(name: string, password: string): Promise<void> {
        this.enter((await api.login(name, password)).you);
    }

    /* Sets a new password, by a link from the server's operators. */
    async reset(token: string, password: string): Promise<void> {
        this.enter((await api.reset(token, password)).you);
    }

    /* Signed in or out in another way: passkeys.svelte.ts. */
    enter(you: You | null): void {
        this.#set(you);
        if (you !== null) settings.name = you.name;
        this.#follow();
    }

    /* The session is another now, or there is none. */
    #follow(): void {
        (this.you === null ? unsubscribe() : renew(this.you.user)).catch(() => undefined);
        link.reconnect();
    }

    async setPassword(name: string, password: string, old?: string): Promise<void> {
        await api.setPassword(name, password, old);
        await this.load();
        this.#follow();
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
        this.enter(null);
    }

    async remove(password?: string): Promise<void> {
        await api.remove(password);
        this.enter(null);
    }

    /* The server gave me another name: somebody else keeps mine now. */
    renamed(you: You): void {
        if (this.you !== null) this.#set(you);
    }

    #set(you: You | null): void {
        if (you?.user !== this.you?.user) {
            this.onOther();
            notices.forgetPerson();
        }
        this.you = you;
        settings.online = you !== null;
    }
}

export const who = new Who();
link.onYou = (you) => who.renamed(you);
