/* alerts.svelte.ts: subscribes to my tables on every screen, once I have played online here. */
import { renewIfMissed } from './notices.svelte';
import { link } from './socket.svelte';

export function listen(): () => void {
    renewIfMissed().catch(() => undefined);
    return link.use(
        () => undefined,
        () => undefined,
    );
}
