// module.mjs: asking the WebAssembly module in JSON, as the page's Worker does.
import { readFileSync } from 'node:fs';

// From the text of a request to the text of its answer.
export function openModuleText(path) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
    const encoder = new TextEncoder(), decoder = new TextDecoder();
    return (request) => {
        const bytes = encoder.encode(request);
        const room = exports.rh_room(bytes.length);
        new Uint8Array(exports.memory.buffer).set(bytes, room);
        const at = exports.rh_ask(bytes.length);
        return decoder.decode(new Uint8Array(exports.memory.buffer, at, exports.rh_answer_bytes()));
    };
}

export function openModule(path) {
    const ask = openModuleText(path);
    return (request) => JSON.parse(ask(JSON.stringify(request)));
}
