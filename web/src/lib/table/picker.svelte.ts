/* picker.svelte.ts: from a thing to a place. Every table names, for each action, the
 * thing it begins with and the place it goes to; the rest is the same for all: what
 * lights up, pressing one and then the other, dragging, and keys. */
import type { Action } from '../contract';
import { say } from '../words.svelte';

export interface Mapping {
    /* The thing that is pressed first: "main:2", "held:ore"; null: a button will do. */
    source(action: Action): string | null;
    /* Where it goes: "train:0"; null: pressing the thing is all. */
    target(action: Action): string | null;
}

/* What can be done, and who does it. */
export interface Offers {
    actions: () => readonly Action[];
    act: (action: Action) => void;
    refuse: (why: string) => void;
}

export class Picker {
    picked = $state<string | null>(null);
    hovered = $state<string | null>(null);
    readonly #mapping: Mapping;
    readonly #offers: Offers;

    constructor(offers: Offers, mapping: Mapping) {
        this.#offers = offers;
        this.#mapping = mapping;
    }

    /* What was picked and is offered no longer is picked no longer. Where one thing
     * alone can go anywhere it is picked already. */
    readonly source = $derived.by(() =>
        this.picked !== null && this.isSource(this.picked) ? this.picked : this.#onlySource(),
    );

    #onlySource(): string | null {
        const going = this.#offers.actions().filter((action) => this.#mapping.target(action) !== null);
        const sources = new Set(
            this.#offers
                .actions()
                .map((action) => this.#mapping.source(action))
                .filter((one) => one !== null),
        );
        const first = going[0];
        return first !== undefined && sources.size === 1 ? this.#mapping.source(first) : null;
    }

    #from(source: string): Action[] {
        return this.#offers.actions().filter((action) => this.#mapping.source(action) === source);
    }

    isSource(source: string): boolean {
        return this.#offers.actions().some((action) => this.#mapping.source(action) === source);
    }

    /* May the picked thing go there? */
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
        if (only === undefined) this.#offers.refuse(why);
        else if (offered.length === 1 && this.#mapping.target(only) === null) this.#act(only);
        else this.picked = this.picked === source ? null : source;
    }

    /* A place was pressed. With nothing picked it will do if one thing alone can go there. */
    aim(target: string, why: string): void {
        if (this.source !== null) return this.drop(this.source, target, why);
        const coming = this.#offers.actions().filter((action) => this.#mapping.target(action) === target);
        const only = coming[0];
        if (coming.length === 1 && only) this.#act(only);
        else this.#offers.refuse(coming.length > 1 ? say('page.why.pick-first') : why);
    }

    drop(source: string, target: string, why: string): void {
        const action = this.#find(source, target) ?? this.#lone(source);
        if (action === undefined) this.#offers.refuse(why);
        else this.#act(action);
    }

    /* A thing that goes by itself may be dropped anywhere. */
    #lone(source: string): Action | undefined {
        const offered = this.#from(source);
        return offered.length === 1 && offered[0] && this.#mapping.target(offered[0]) === null
            ? offered[0]
            : undefined;
    }

    cancel(): void {
        this.picked = null;
        this.hovered = null;
    }

    #act(action: Action): void {
        this.cancel();
        this.#offers.act(action);
    }
}
