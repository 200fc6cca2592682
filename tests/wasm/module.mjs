// module.mjs: asking the WebAssembly module in JSON, as the page's Worker does.
import { readFileSync } from 'node:fs';

export function openModule(path) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
    const encoder = new TextEncoder(), decoder = new TextDecoder();
    return (request) => {
        const bytes = encoder.encode(JSON.stringify(request));
        const room = exports.rh_room(bytes.length);
        new Uint8Array(exports.memory.buffer).set(bytes, room);
        const at = exports.rh_ask(bytes.length);
        const answer = new Uint8Array(exports.memory.buffer, at, exports.rh_answer_bytes());
        return JSON.parse(decoder.decode(answer));
    };
}
