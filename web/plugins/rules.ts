// rules.ts: the rules of docs/rules, each with its rulings of docs/rulings behind it, as
// modules, made at build time: a list of blocks, which are HTML or figures; `virtual:rules`
// loads them by game and language. Drawings in text become figures of the pieces they name;
// names are those of the catalogues.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Block, Line, Piece } from '../src/lib/rules/blocks';

type Catalogue = Record<string, string>;

// ---------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------

function escape(text: string): string {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

// The rulings stand at the end of the page itself, under the heading of that id.
function link(text: string, to: string): string {
    if (/^https?:/.test(to)) return `<a href="${to}" rel="noreferrer">${text}</a>`;
    if (to.includes('/rulings/')) return `<a href="#${to.endsWith('.fr.md') ? 'decisions' : 'rulings'}">${text}</a>`;
    return text;
}

function inline(text: string): string {
    return escape(text)
        .replace(/`([^`]+)`/g, '<code>$1</code>')
        .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
        .replace(/\*([^*]+)\*/g, '<em>$1</em>')
        .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words: string, to: string) => link(words, to));
}

function slug(text: string): string {
    return text
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
}

// The page has its own title, so a chapter is a second-level heading here too.
function heading(line: string): string {
    const [, signs = '', text = ''] = /^(#+) (.*)$/.exec(line) ?? [];
    return `<h${signs.length} id="${slug(text)}">${inline(text)}</h${signs.length}>`;
}

function cells(row: string): string[] {
    return row
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => inline(cell.trim()));
}

function table(rows: string[]): string {
    const [head = '', , ...body] = rows;
    const cell = (text: string, tag: string) => (text === '' ? '<td></td>' : `<${tag}>${text}</${tag}>`);
    const line = (row: string, tag: string) =>
        `<tr>${cells(row)
            .map((text) => cell(text, tag))
            .join('')}</tr>`;
    const [top, rest] = [line(head, 'th'), body.map((row) => line(row, 'td')).join('')];
    return `<div class="wide" tabindex="0"><table><thead>${top}</thead><tbody>${rest}</tbody></table></div>`;
}

const ITEM = /^( *)(?:-|\d+\.) +(.*)$/;

// Deeper indented items belong to the item before.
function list(lines: string[]): string {
    const first = lines[0] ?? '';
    const isOrdered = /^ *\d/.test(first);
    const indent = ITEM.exec(first)?.[1];
    const items: { text: string; inner: string[] }[] = [];
    for (const line of lines) {
        const [, depth, text = ''] = ITEM.exec(line) ?? [];
        if (depth === indent) items.push({ text, inner: [] });
        else items.at(-1)?.inner.push(line);
    }
    const tag = isOrdered ? 'ol' : 'ul';
    const html = items.map(({ text, inner }) => `<li>${inline(text)}${inner.length > 0 ? list(inner) : ''}</li>`);
    return `<${tag}>${html.join('')}</${tag}>`;
}

// ---------------------------------------------------------------------------
// Figures
// ---------------------------------------------------------------------------

// The names of things in a language, back to the things.
function things(catalogue: Catalogue, prefix: string): Map<string, string> {
    const entries = Object.entries(catalogue).filter(([key]) => key.startsWith(prefix));
    return new Map(entries.map(([key, name]) => [name.toLowerCase(), key.slice(prefix.length)]));
}

class Artist {
    private readonly cars: Map<string, string>;
    private readonly carriages: Map<string, string>;
    private readonly stationLocomotives: Map<string, string>;
    private readonly wagons: Map<string, string>;

    constructor(catalogue: Catalogue) {
        this.cars = things(catalogue, 'freight-train.code.');
        this.carriages = things(catalogue, 'station-master.card.');
        this.stationLocomotives = things(catalogue, 'station-master.locomotive.');
        this.wagons = things(catalogue, 'take-a-train.card.');
    }

    private piece(word: string): Piece | null {
        const name = word.replace(/^\[|\]$/g, '').toLowerCase();
        const find = (kind: Piece['kind'], among: Map<string, string>): Piece | null => {
            const id = among.get(name);
            return id === undefined ? null : { kind, id };
        };
        if (/^\[(1st|1re)\]$/.test(word)) return { kind: 'carriage', id: 'first' };
        if (/^[SDE]\d$/.test(word)) return { kind: 'locomotive', id: word };
        if (word === '##') return { kind: 'back', id: '' };
        if (/^\S+ \?$/.test(word)) return { kind: 'token', id: word.slice(0, 1) };
        if (/^\[/.test(word)) return find('carriage', this.carriages) ?? find('wagon', this.wagons);
        return find('station', this.stationLocomotives) ?? find('car', this.cars);
    }

    private isRowOfCars(words: string): boolean {
        return this.piece(words) === null && this.cars.has((words.split(' ')[0] ?? '').toLowerCase());
    }

    line(text: string): Line {
        const closed = /\]\s/.test(text.slice(0, 18)) && !text.includes('[');
        const words = text.replace(/^(\s*\d+\s+)\]/, '$1 ').match(/\[[^\]]+\]|\S+ \?(?= |$)|[^\s[]+(?: [^\s[]+)*/g);
        const split = (words ?? []).flatMap((word) => (this.isRowOfCars(word) ? word.split(' ') : [word]));
        const pieces = split.map((word) => this.piece(word)).filter((piece) => piece !== null);
        const rest = split.filter((word) => this.piece(word) === null && word !== '>' && word !== '-');
        const label = /^\d+$/.test(rest[0] ?? '') ? (rest.shift() ?? '') : '';
        return { label, closed, pieces, note: rest.join(' · ').replaceAll('= · ', '= ') };
    }

    figure(lines: string[]): Block {
        return { figure: lines.filter((line) => line.trim() !== '').map((line) => this.line(line)) };
    }
}

// ---------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------

export function blocks(text: string, catalogue: Catalogue): Block[] {
    const artist = new Artist(catalogue);
    const lines = text.split('\n');
    const out: Block[] = [];
    // A chapter begins a new block, so that pictures can stand between chapters.
    const html = (piece: string) => {
        const last = out.at(-1);
        if (last !== undefined && 'html' in last && !piece.startsWith('<h2')) last.html += piece;
        else out.push({ html: piece });
    };
    const until = (from: number, isOver: (line: string) => boolean) => {
        let to = from;
        while (to < lines.length && !isOver(lines[to] ?? '')) to++;
        return to;
    };
    for (let i = 0; i < lines.length;) {
        const line = lines[i] ?? '';
        const isAt = (pattern: RegExp) => pattern.test(line);
        let next = i + 1;
        if (isAt(/^```/)) {
            next = until(i + 1, (one) => one.startsWith('```')) + 1;
            out.push(artist.figure(lines.slice(i + 1, next - 1)));
        } else if (isAt(/^#/)) {
            if (!isAt(/^# /)) html(heading(line));
        } else if (isAt(/^\|/)) {
            next = until(i, (one) => !one.startsWith('|'));
            html(table(lines.slice(i, next)));
        } else if (isAt(ITEM)) {
            next = until(i, (one) => !ITEM.test(one));
            html(list(lines.slice(i, next)));
        } else if (line.trim() !== '') {
            html(`<p>${inline(line)}</p>`);
        }
        i = next;
    }
    return out;
}

// For each folder of `games`, its pages in every language.
function loaders(games: string): string {
    const ids = readdirSync(games, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
    const pages = (id: string): string =>
        ['en', 'fr'].map((language) => `${language}: () => import('virtual:rules/${id}.${language}'),`).join(' ');
    return `export const LOADERS = { ${ids.map((id) => `'${id}': { ${pages(id)} },`).join(' ')} };`;
}

export function rules(docs: string, catalogues: string, games: string): Plugin {
    const prefix = '\0virtual:rules/';
    return {
        name: 'roundhouse-rules',
        resolveId: (id) => (id.startsWith('virtual:rules') ? '\0' + id : undefined),
        load(id) {
            if (id === '\0virtual:rules') return loaders(games);
            if (!id.startsWith(prefix)) return undefined;
            const name = id.slice(prefix.length);
            const paths = ['rules', 'rulings'].map((folder) => join(docs, folder, `${name}.md`));
            const words = readFileSync(join(catalogues, `${name.split('.').at(-1)}.json`), 'utf8');
            for (const path of paths) this.addWatchFile(path);
            const text = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
            const page = blocks(text, JSON.parse(words) as Catalogue);
            return `export default ${JSON.stringify(page)};`;
        },
    };
}
