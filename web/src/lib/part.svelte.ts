/* part.svelte.ts: parts of the page that are loaded when they are needed. One that cannot be
 * loaded, for want of a net or because a newer build has replaced it, is reported above the
 * screen (App.svelte); the rest goes on. */
class Parts {
    isMissing = $state(false);
}

export const parts = new Parts();

/* Rejects if `loading` does: the caller shows nothing then. */
export async function part<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
    try {
        return await loading;
    } catch (error) {
        parts.isMissing = true;
        throw error;
    }
}
