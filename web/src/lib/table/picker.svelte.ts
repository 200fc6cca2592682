/* picker.svelte.ts: from a thing to a place. Every table names, for each action, the
 * thing it begins with and the place it goes to; the rest is the same for all: what
 * lights up, pressing one and then the other, dragging, and keys. */
import type { Action } from '../contract';

export interface Mapping {
    /* The thing that is pressed first: "main:2", "held:ore"; null: a button will do. */
    source: (action: Action) => string | null;
    /* Where it goes: "train:0"; null: pressing the thing is all. */
    target: (action: Action) => string | null;
}

export interface Table {
    actions: () => readonly Action[];
    act: (action: Action) => void;
    refuse: (why: string) => void;
}

export class Picker {
    picked = $state<string | null>(null);
    hovered = $state<string | null>(null);
    readonly #mapping: Mapping;
    readonly #table: Table;

    constructor(table: Table, mapping: Mapping) {
        this.#table = table;
        this.#mapping = mapping;
    }

    /* What was picked and is offered no longer is picked no longer. */
    readonly source = $derived.by(() => (this.picked !== null && this.isSource(this.picked) ? this.picked : null));

    #from(source: string): Action[] {
        return this.#table.actions().filter((action) => this.#mapping.source(action) === source);
    }

    isSource(source: string): boolean {
        return this.#table.actions().some((action) => this.#mapping.source(action) === source);
    }

    /* Lit: where the picked thing may go; nothing picked: where something may go. */
    isTarget(target: string): boolean {
        return this.source !== null && this.#find(this.source, target) !== undefined;
    }

    #find(source: string, target: string): Action | undefined {
        return this.#from(source).find((action) => this.#mapping.target(action) === target);
    }

    /* A thing was pressed. `why` says what is wrong with it if nothing is offered. */
    press(source: string, why: string): void {
        const offered = this.#from(source);
        const only = offered[0];
        if (only === undefined) this.#table.refuse(why);
        else if (offered.length === 1 && this.#mapping.target(only) === null) this.#act(only);
        else this.picked = this.picked === source ? null : source;
    }

    /* A place was pressed while something is picked. */
    aim(target: string, why: string): void {
        if (this.source !== null) this.drop(this.source, target, why);
    }

    drop(source: string, target: string, why: string): void {
        const action = this.#find(source, target) ?? this.#lone(source);
        if (action === undefined) this.#table.refuse(why);
        else this.#act(action);
    }

    /* A thing that goes by itself may be dropped anywhere. */
    #lone(source: string): Action | undefined {
        const offered = this.#from(source);
        return offered.length === 1 && offered[0] && this.#mapping.target(offered[0]) === null ? offered[0] : undefined;
    }

    cancel(): void {
        this.picked = null;
        this.hovered = null;
    }

    #act(action: Action): void {
        this.cancel();
        this.#table.act(action);
    }
}
