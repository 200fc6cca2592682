// answer_lines.mjs MODULE: the page's requests to the WebAssembly module, a request a
// line in, an answer a line out.
import { readFileSync } from 'node:fs';
import { openModuleText } from './module.mjs';

const ask = openModuleText(process.argv[2]);
const lines = readFileSync(0, 'utf8').split('\n').slice(0, -1);
process.stdout.write(lines.map((line) => ask(line) + '\n').join(''));
