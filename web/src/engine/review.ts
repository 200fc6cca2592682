// review.ts: a review of a finished game, worked out by several Workers, kept on this device
// part by part, and told again whenever there is more of it. The numbers are those of
// `roundhouse review` with the same budget (docs/analysis.md).
import type { Language } from '../lib/contract';
import { keepLine, keptLines } from './review_kept';
import { TableError } from './table';

export interface ReviewBudget {
    samples: number;
    iterations: number;
    review_seed: number;
}

// What `roundhouse review` calls depth 1.
export const QUICK: ReviewBudget = { samples: 512, iterations: 800, review_seed: 1 };

export type ReviewCommand =
    | { do: 'begin'; save: string }
    | { do: 'budget'; budget: ReviewBudget }
    | { do: 'put'; lines: readonly string[] }
    | { do: 'part'; part: number }
    | { do: 'report'; language: Language };

export interface ToReviewing {
    id: number;
    command: ReviewCommand;
}

export interface ReviewBegun {
    key: string;
    evaluator: number;
    parts: number;
}

type FromReviewing = { id: number; result: unknown } | { id: number; code: string; text: string };

// The page's end of one Worker.
class Reviewing {
    private readonly worker = new Worker(new URL('./reviewing.ts', import.meta.url), { type: 'module' });
    private readonly pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
    private last = 0;

    constructor() {
        this.worker.onmessage = ({ data }: MessageEvent<FromReviewing>) => {
            const asked = this.pending.get(data.id);
            this.pending.delete(data.id);
            if ('result' in data) asked?.resolve(data.result as never);
            else asked?.reject(new TableError(data.code, data.text));
        };
        this.worker.onerror = () => {
            for (const { reject } of this.pending.values()) reject(new TableError('not-loaded', ''));
            this.pending.clear();
        };
    }

    ask<Answer>(command: ReviewCommand): Promise<Answer> {
        const id = ++this.last;
        return new Promise((resolve, reject) => {
            this.pending.set(id, { resolve, reject });
            this.worker.postMessage({ id, command } satisfies ToReviewing);
        });
    }

    close(): void {
        this.worker.terminate();
    }
}

const WORKERS_MOST = 4;
const REPORT_EVERY = 700; // milliseconds

export interface ReviewProgress {
    done: number;
    parts: number;
    depth: number; // times the quick budget
}

export interface ReviewListener<Report> {
    progress: (progress: ReviewProgress) => void;
    report: (report: Report) => void;
    fault: (error: Error) => void;
}

// One Worker tells the report; the others work out the parts.
export class Reviewer<Report> {
    private readonly reporter = new Reviewing();
    private readonly workers: Reviewing[];
    private name = '';
    private parts = 0;
    private depth = 1;
    private readonly budgets = new Map<number, number>(); // the samples of each part
    private waiting: number[] = []; // parts that nobody works on
    private toReport: ReturnType<typeof setTimeout> | null = null;
    private isClosed = false;

    constructor(
        private readonly save: string,
        private language: Language,
        private readonly listener: ReviewListener<Report>,
    ) {
        const count = Math.max(1, Math.min(WORKERS_MOST, navigator.hardwareConcurrency || 1));
        this.workers = Array.from({ length: count }, () => new Reviewing());
        this.begin().catch((error: Error) => this.fail(error));
    }

    setLanguage(language: Language): void {
        this.language = language;
        if (this.parts > 0) void this.report();
    }

    // Works on with so many times the quick budget.
    async deepen(depth: number): Promise<void> {
        this.depth = depth;
        await this.work().catch((error: Error) => this.fail(error));
    }

    close(): void {
        this.isClosed = true;
        if (this.toReport !== null) clearTimeout(this.toReport);
        for (const one of [this.reporter, ...this.workers]) one.close();
    }

    private async begin(): Promise<void> {
        await Promise.all([this.reporter, ...this.workers].map((one) => one.ask({ do: 'begin', save: this.save })));
        const { key, evaluator, parts } = await this.reporter.ask<ReviewBegun>({ do: 'budget', budget: this.budget() });
        this.name = `${evaluator} ${key}`;
        this.parts = parts;
        await this.putKept();
        await this.work();
    }

    private budget(): ReviewBudget {
        return { ...QUICK, samples: QUICK.samples * this.depth, iterations: QUICK.iterations * this.depth };
    }

    // A damaged line is worked out again.
    private async putKept(): Promise<void> {
        for (const line of await keptLines(this.name)) {
            const put = this.reporter.ask({ do: 'put', lines: [line] });
            await put.then(() => this.note(line), () => undefined);
        }
    }

    private note(line: string): void {
        const [, part, samples] = /^(\d+) samples (\d+)/.exec(line) ?? [];
        this.budgets.set(Number(part), Number(samples));
    }

    private async work(): Promise<void> {
        const { samples } = this.budget();
        const all = [...Array(this.parts).keys()];
        this.waiting = all.filter((part) => (this.budgets.get(part) ?? 0) < samples);
        await this.report();
        await Promise.all(this.workers.map((worker) => this.run(worker)));
        if (!this.isClosed) await this.report();
    }

    private async run(worker: Reviewing): Promise<void> {
        await worker.ask({ do: 'budget', budget: this.budget() });
        for (let part = this.waiting.shift(); part !== undefined && !this.isClosed; part = this.waiting.shift()) {
            const line = await worker.ask<string>({ do: 'part', part });
            void keepLine(this.name, part, line);
            await this.reporter.ask({ do: 'put', lines: [line] });
            this.note(line);
            this.toReport ??= setTimeout(() => void this.report(), REPORT_EVERY);
        }
    }

    private async report(): Promise<void> {
        if (this.toReport !== null) clearTimeout(this.toReport);
        this.toReport = null;
        const { samples } = this.budget();
        const done = [...this.budgets.values()].filter((count) => count >= samples).length;
        try {
            const report = await this.reporter.ask<Report>({ do: 'report', language: this.language });
            if (this.isClosed) return;
            this.listener.report(report);
            this.listener.progress({ done, parts: this.parts, depth: this.depth });
        } catch (error) {
            this.fail(error as Error);
        }
    }

    private fail(error: Error): void {
        if (this.isClosed) return;
        this.close();
        this.listener.fault(error);
    }
}
