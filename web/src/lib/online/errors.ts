/* errors.ts: the server's errors as sentences of the page. */
import { TableError } from '../../engine/table';
import { say } from '../words.svelte';

/* The server words its errors in the reader's language, except for bad requests: those name the
 * fields of the protocol, in English. */
export function errorOf(code: string, text: string): TableError {
    return new TableError(code, code === 'bad-request' ? say('page.link.not-understood') : text);
}
