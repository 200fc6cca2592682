/* route.svelte.ts: the router: one address for each screen. */
import { isGame, type GameId } from './contract';

export type Route =
    | { at: 'start' }
    | { at: 'new'; game: GameId }
    | { at: 'learn'; game: GameId }
    | { at: 'rules'; game: GameId }
    | { at: 'game'; id: string }
    | { at: 'replay'; id: string }
    | { at: 'table-replay'; code: string }
    | { at: 'review'; id: string; isOnline: boolean }
    | { at: 'online' }
    | { at: 'daily'; date: string | null }
    | { at: 'open'; game: GameId | null }
    | { at: 'table'; code: string }
    | { at: 'person'; name: string }
    | { at: 'finished'; code: string }
    | { at: 'reset'; token: string }
    | { at: 'invitation'; token: string }
    | { at: 'mail'; token: string }
    | { at: 'unsubscribe'; token: string }
    | { at: 'order' }
    | { at: 'nowhere' };

/* A part of an address that a person may have typed. */
function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/* Tokens are in the fragment, which no server gets to see. */
function read(address: string): Route {
    const [path = '', token = ''] = address.split('#');
    const [room, name, more] = path.split('/').filter((part) => part !== '');
    if (room === undefined) return { at: 'start' };
    if (room === 'online' || room === 'order') return { at: room };
    if (room === 'reset' || room === 'invitation' || room === 'mail') return { at: room, token };
    if (room === 'daily') return { at: room, date: /^\d{4}-\d\d-\d\d$/.test(name ?? '') ? (name ?? null) : null };
    if (room === 'open') return { at: 'open', game: name !== undefined && isGame(name) ? name : null };
    if (name === undefined) return { at: 'nowhere' };
    if (room === 'unsubscribe') return { at: room, token: name };
    if (room === 'u') return { at: 'person', name: decoded(name) };
    if (room === 'review' || more === 'review') return { at: 'review', id: name, isOnline: room !== 'review' };
    if (room === 'g') return { at: more === 'replay' ? 'table-replay' : 'finished', code: name };
    if (room === 't') return { at: more === 'replay' ? 'table-replay' : 'table', code: name };
    if (room === 'game' || room === 'replay') return { at: room, id: name };
    if ((room === 'new' || room === 'learn' || room === 'rules') && isGame(name)) return { at: room, game: name };
    return { at: 'nowhere' };
}

class Router {
    route = $state.raw<Route>(read(location.pathname + location.hash));

    constructor() {
        window.addEventListener('popstate', () => this.follow());
    }

    /* A link to a heading of the same page keeps the route, and with it the page. */
    private follow(): void {
        const route = read(location.pathname + location.hash);
        if (JSON.stringify(route) !== JSON.stringify(this.route)) this.route = route;
    }

    go(path: string, how: 'push' | 'replace' = 'push'): void {
        if (how === 'push') history.pushState(null, '', path);
        else history.replaceState(null, '', path);
        this.route = read(path);
        window.scrollTo(0, 0);
    }
}

export const router = new Router();

/* Click handler for links of the page; the browser's own ways (new tab, save) still work. */
export function onLinkClick(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey ||
        event.defaultPrevented
    )
        return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    router.go(link.pathname + link.hash);
}
