/* names.ts: names of players and codes of tables, and whether the server takes them. */
import { say } from '../words.svelte';
import type { SeatInfo } from './protocol';

const NAME_MOST = 32;
const PASSWORD_LEAST = 8;
const PASSWORD_MOST = 256; /* bytes */
/* Control characters, and marks that turn the direction of writing. */
const HARMFUL = /[\p{Cc}\p{Bidi_Control}]/u;
/* What does not show; the server leaves it out. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/* Ten letters and digits, without those that look alike. */
const CODE = /^[2-9A-HJKMNP-TV-Z]{10}$/;

/* The name of a seat. Deleted accounts have an empty name; they are called as in the log. */
export function nameOf(seat: SeatInfo, number: number): string {
    if (seat.who === 'person') return seat.name || say('page.person', { number });
    if (seat.who === 'open') return say('page.seat.open');
    return say('page.bot', { number });
}

/* Why the server would refuse this name; null: it would not. */
export function nameFault(name: string): string | null {
    const length = [...name.replace(HIDDEN, '').trim()].length;
    const isSound = length >= 1 && length <= NAME_MOST && !HARMFUL.test(name);
    return isSound ? null : say('page.signin.bad-name', { most: NAME_MOST });
}

export function passwordFault(password: string): string | null {
    const length = new TextEncoder().encode(password).length;
    if (length < PASSWORD_LEAST) return say('page.signin.short-password', { least: PASSWORD_LEAST });
    return length > PASSWORD_MOST ? say('page.signin.long-password') : null;
}

/* The code of a table from what a person typed or pasted: the code, or the link. Null: there
 * cannot be such a table. */
export function codeIn(text: string): string | null {
    const code = (/\/t\/([^/?#\s]+)/.exec(text)?.[1] ?? text).trim().toUpperCase();
    return CODE.test(code) ? code : null;
}
