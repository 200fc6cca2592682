// reviewing.ts: one Worker of a review: works out parts of a game, one at a time and in slices,
// so that messages of the page are handled in between. The module with reviews is its own.
import wasmUrl from 'roundhouse_review.wasm?url';
import type { ReviewBegun, ReviewCommand, ToReviewing } from './review';
import { Module } from './module';
import type { TableError } from './table';

const SLICE_MS = 12;

const loading = Module.load(wasmUrl);
loading.catch(() => undefined); // reported with the first command

const channel = new MessageChannel();
let wake: (() => void) | null = null;
channel.port1.onmessage = () => wake?.();

function handleMessages(): Promise<void> {
    return new Promise((resolve) => {
        wake = resolve;
        channel.port2.postMessage(null);
    });
}

// The part as a line of text.
async function workOut(module: Module, part: number): Promise<string> {
    module.ask({ op: 'review-part', part });
    for (let steps = 16; ; ) {
        const began = performance.now();
        const answer = module.ask<{ done: boolean; line?: string }>({ op: 'review-step', steps });
        if (answer.done) return answer.line ?? '';
        steps = performance.now() - began < SLICE_MS ? Math.min(2 * steps, 4096) : Math.max(1, steps >> 1);
        await handleMessages();
    }
}

async function handle(command: ReviewCommand): Promise<unknown> {
    const module = await loading;
    switch (command.do) {
        case 'begin':
            module.ask({ op: 'load', file: command.save });
            return undefined;
        case 'budget':
            return module.ask<ReviewBegun>({ op: 'review', ...command.budget });
        case 'put':
            for (const line of command.lines) module.ask({ op: 'review-put', line });
            return undefined;
        case 'part':
            return workOut(module, command.part);
        case 'report':
            return module.ask<{ review: unknown }>({ op: 'review-report', lang: command.language }).review;
    }
}

self.onmessage = async (message: MessageEvent<ToReviewing>) => {
    const { id, command } = message.data;
    try {
        postMessage({ id, result: await handle(command) });
    } catch (error) {
        const { code = 'failed', message: text } = error as Partial<TableError> & Error;
        postMessage({ id, code, text });
    }
};
