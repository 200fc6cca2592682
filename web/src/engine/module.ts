// module.ts: the module of the rules: JSON text in, JSON text out through its memory.
// src/wasm/requests.c has the requests.
import { TableError } from './table';

interface Exports {
    memory: WebAssembly.Memory;
    rh_room(bytes: number): number; // address for a request of this many bytes; 0: out of memory
    rh_ask(bytes: number): number; // address of the reply
    rh_answer_bytes(): number;
}

export type Request = { op: string; [key: string]: unknown };

export class Module {
    private readonly encoder = new TextEncoder();
    private readonly decoder = new TextDecoder();

    private constructor(private readonly exports: Exports) {}

    static async load(url: string): Promise<Module> {
        const response = await fetch(url);
        if (!response.ok) throw new TableError('not-loaded', `${url}: ${response.status}`);
        return Module.of(await response.arrayBuffer());
    }

    static async of(bytes: BufferSource): Promise<Module> {
        const { instance } = await WebAssembly.instantiate(bytes);
        return new Module(instance.exports as unknown as Exports);
    }

    // The reply; throws a TableError with the module's sentence.
    ask<Answer>(request: Request): Answer {
        const bytes = this.encoder.encode(JSON.stringify(request));
        const room = this.exports.rh_room(bytes.length);
        if (room === 0) throw new TableError('no-memory', 'There is no memory left.');
        new Uint8Array(this.exports.memory.buffer).set(bytes, room);
        const at = this.exports.rh_ask(bytes.length);
        const text = new Uint8Array(this.exports.memory.buffer, at, this.exports.rh_answer_bytes());
        const answer = JSON.parse(this.decoder.decode(text)) as { ok: boolean; code: string; error: string };
        if (!answer.ok) throw new TableError(answer.code, answer.error);
        return answer as Answer;
    }
}
