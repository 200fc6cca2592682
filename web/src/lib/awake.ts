/* awake.ts: calls back when the page is in sight again after a while: the phone slept, or
 * another app or tab was in front. */

const LEAST = 10_000; /* milliseconds out of sight */

/* Returns the function that unsubscribes. The wall clock goes on while a device sleeps. */
export function onAwake(listener: () => void): () => void {
    let hiddenAt = document.hidden ? Date.now() : Infinity;
    const look = (): void => {
        if (document.hidden) {
            hiddenAt = Math.min(hiddenAt, Date.now());
            return;
        }
        const isLong = Date.now() - hiddenAt >= LEAST;
        hiddenAt = Infinity;
        if (isLong) listener();
    };
    const resume = (): void => listener(); /* the browser had frozen the page */
    document.addEventListener('visibilitychange', look);
    document.addEventListener('resume', resume);
    return () => {
        document.removeEventListener('visibilitychange', look);
        document.removeEventListener('resume', resume);
    };
}
