// deal.ts: deals that can be checked (docs/fair-deals.md): what this device has kept of a
// deal, and the check of a save by the module of the rules, here in the page.
import type { Language, Position } from '../lib/contract';
import { rules } from './games';

export interface Share {
    seat: number;
    commitment: string;
}

// As the module reads it: src/wire/deal_json.h.
export interface Kept {
    table: string;
    commitment: string; // of the server, as it was first seen
    seats?: Share[]; // the list, as it was when this device revealed
    seat?: number;
    bytes?: string;
    acknowledged?: boolean;
    first?: Position;
    last?: Position;
}

interface StoredDeal {
    id: string;
    own: string; // the commitment to the bytes
    kept: Kept;
}

export interface DealStep {
    step: string;
    holds: boolean;
    text: string;
}

export interface DealCheck {
    verdict: string;
    text: string;
    steps: DealStep[];
}

const KEY = 'roundhouse.deals';
const MOST = 30;

// Where storage is forbidden or full, a reload forgets what was kept.
let inMemory: StoredDeal[] = [];
let isStored = true;

function storedDeals(): StoredDeal[] {
    if (!isStored) return inMemory;
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '[]') as StoredDeal[];
    } catch {
        return inMemory;
    }
}

export function storedDeal(id: string): StoredDeal | null {
    return storedDeals().find((deal) => deal.id === id) ?? null;
}

// The newest last.
export function storeDeal(deal: StoredDeal): void {
    inMemory = [...storedDeals().filter(({ id }) => id !== deal.id), deal].slice(-MOST);
    try {
        localStorage.setItem(KEY, JSON.stringify(inMemory));
        isStored = true;
    } catch {
        isStored = false;
    }
}

export async function shareCommitment(table: string, server: string, seat: number, bytes: string): Promise<string> {
    return (await rules()).ask<{ commitment: string }>({ op: 'deal-commit', table, server, seat, bytes }).commitment;
}

export async function checkDeal(file: string, id: string, lang: Language): Promise<DealCheck> {
    const kept = storedDeal(id)?.kept;
    return (await rules()).ask<DealCheck>({ op: 'deal-check', file, ...(kept === undefined ? {} : { kept }), lang });
}
