/* alerts.svelte.ts: hears of my tables on any screen, once I have played online here. */
import { link } from './socket.svelte';

export function listen(): () => void {
    return link.use(
        () => undefined,
        () => undefined,
    );
}
