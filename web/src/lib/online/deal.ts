/* deal.ts: this device's part in the deal of a server's table: it commits to random bytes
 * when its player sits there, and shows them when the list is fixed. Nobody has to press
 * anything. */
import { shareCommitment, storeDeal, storedDeal } from '../../engine/deal';
import { randomHex } from '../../engine/random';
import type { Update } from '../contract';
import type { DealInfo, FromServer, TableInfo } from './protocol';

type Request = (message: { do: string; [key: string]: unknown }) => Promise<FromServer>;

export class DealPart {
    #committed: number | null = null; /* the seat for which it has committed since the page was loaded */
    #isBusy = false;
    #latest: TableInfo | null = null;

    constructor(
        private readonly code: string,
        private readonly request: Request,
    ) {}

    /* One description after the other; only the latest counts. */
    see(info: TableInfo): void {
        this.#latest = info;
        if (!this.#isBusy) void this.#work();
    }

    /* The first and the last position, as this device was shown them. */
    seeUpdate(update: Update): void {
        const deal = storedDeal(this.code);
        if (deal === null || deal.kept.seat !== update.seat) return;
        if (update.n === 0 && deal.kept.first === undefined)
            storeDeal({ ...deal, kept: { ...deal.kept, first: update.position } });
        if (update.position?.over)
            storeDeal({ ...deal, kept: { ...deal.kept, last: update.position } });
    }

    async #work(): Promise<void> {
        this.#isBusy = true;
        while (this.#latest !== null) {
            const { deal, you } = this.#latest;
            this.#latest = null;
            if (deal === undefined || you === null) continue;
            await this.#takePart(deal, you).catch(() => {
                /* The connection is lost, or the time is over: the next description of the table decides. */
            });
        }
        this.#isBusy = false;
    }

    async #takePart(deal: DealInfo, seat: number): Promise<void> {
        if (deal.stage === 'open' && this.#committed !== seat) await this.#commit(deal, seat);
        if (deal.stage === 'revealing') await this.#reveal(deal, seat);
    }

    async #commit(deal: DealInfo, seat: number): Promise<void> {
        let stored = storedDeal(this.code);
        /* A server that changes its commitment gets nothing: the check will say so. */
        if (stored !== null && stored.kept.commitment !== deal.commitment) return;
        if (stored === null || stored.kept.seat !== seat) {
            const bytes = randomHex(32);
            const own = await shareCommitment(this.code, deal.commitment, seat, bytes);
            stored = { id: this.code, own, kept: { table: this.code, commitment: deal.commitment, seat, bytes } };
            storeDeal(stored);
        }
        const isThere = deal.seats.some((one) => one.seat === seat && one.commitment === stored.own);
        if (!isThere) await this.request({ do: 'commit', commitment: stored.own });
        this.#committed = seat;
    }

    async #reveal(deal: DealInfo, seat: number): Promise<void> {
        const stored = storedDeal(this.code);
        const isOwn = deal.seats.some((one) => one.seat === seat && one.commitment === stored?.own);
        if (stored === null || !isOwn || stored.kept.seat !== seat || stored.kept.acknowledged) return;
        if (stored.kept.commitment !== deal.commitment) return;
        const seats = stored.kept.seats ?? deal.seats.map(({ seat: at, commitment }) => ({ seat: at, commitment }));
        storeDeal({ ...stored, kept: { ...stored.kept, seats } });
        await this.request({ do: 'reveal', bytes: stored.kept.bytes });
        /* The first position may have come meanwhile. */
        const now = storedDeal(this.code);
        if (now !== null) storeDeal({ ...now, kept: { ...now.kept, acknowledged: true } });
    }
}
