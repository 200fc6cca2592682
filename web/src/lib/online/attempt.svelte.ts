/* attempt.svelte.ts: one request of a form: whether it runs, and why it failed. */
import { messageOf } from '../../engine/table';

export class Attempt {
    problem = $state<string | null>(null);
    isBusy = $state(false);

    /* `fault`: what the page itself finds wrong, in its own language; then nothing is asked. */
    async run(fault: string | null, what: () => Promise<void>, done?: () => void): Promise<void> {
        this.problem = fault;
        if (fault !== null) return;
        this.isBusy = true;
        try {
            await what();
            done?.();
        } catch (error) {
            this.problem = messageOf(error);
        } finally {
            this.isBusy = false;
        }
    }
}
