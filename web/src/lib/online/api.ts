/* api.ts: the HTTP requests to the server. */
import { TableError } from '../../engine/table';
import { language, say } from '../words.svelte';
import { errorOf } from './errors';
import type { Hello, Invitation, NewTable, Sessions, TableInfo, You } from './protocol';

const PATIENCE = 20_000; /* milliseconds for an answer */

interface Refusal {
    error: { code: string; text: string };
}

export async function request<Answer>(path: string, body?: object): Promise<Answer> {
    const mark = path.includes('?') ? '&' : '?';
    const init: RequestInit =
        body === undefined
            ? {}
            : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    let response: Response;
    try {
        const signal = AbortSignal.timeout(PATIENCE);
        response = await fetch(`/api/1/${path}${mark}lang=${language()}`, { ...init, cache: 'no-store', signal });
    } catch {
        throw new TableError('no-server', say('page.server.none'));
    }
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (!isJson) throw new TableError('no-server', say('page.server.none'));
    const answer = (await response.json()) as Answer | Refusal;
    if (response.ok) return answer as Answer;
    const { code, text } = (answer as Refusal).error;
    throw errorOf(code, text);
}

export const api = {
    hello: (): Promise<Hello> => request('hello'),
    guest: (name: string, invitation: string | null): Promise<{ you: You }> =>
        request('guest', invitation === null ? { name } : { name, invitation }),
    reset: (token: string, password: string): Promise<{ you: You }> => request('reset', { token, password }),
    setPassword: (name: string, password: string, old?: string): Promise<{ you?: You }> =>
        request('keep', old === undefined ? { name, password } : { name, password, old }),
    login: (name: string, password: string): Promise<{ you: You }> => request('login', { name, password }),
    logout: (everywhere: boolean): Promise<object> => request('logout', everywhere ? { everywhere } : {}),
    sessions: (): Promise<Sessions> => request('sessions'),
    endSession: (session: string): Promise<object> => request('sessions/end', { session }),
    removeProgram: (user: string): Promise<object> => request('programs/delete', { user }),
    rename: (name: string): Promise<object> => request('rename', { name }),
    remove: (password?: string): Promise<object> => request('delete', password === undefined ? {} : { password }),
    tables: async (): Promise<TableInfo[]> => (await request<{ tables: TableInfo[] }>('tables')).tables,
    mine: async (): Promise<TableInfo[]> => (await request<{ tables: TableInfo[] }>('tables?mine=1')).tables,
    table: (code: string): Promise<TableInfo> => request(`tables/${encodeURIComponent(code)}`),
    invitation: (code: string): Promise<Invitation> => request(`tables/${encodeURIComponent(code)}/invitation`),
    open: (table: NewTable): Promise<{ table: string; link: string }> => request('tables', table),
    save: async (code: string): Promise<string> => {
        const response = await fetch(`/api/1/tables/${encodeURIComponent(code)}/save`);
        if (!response.ok) throw new TableError('not-over', say('page.server.no-save'));
        return response.text();
    },
};
