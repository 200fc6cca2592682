/* alerts.svelte.ts: subscribes to my tables on every screen, once I have played online here. */
import { link } from './socket.svelte';

export function listen(): () => void {
    return link.use(
        () => undefined,
        () => undefined,
    );
}
