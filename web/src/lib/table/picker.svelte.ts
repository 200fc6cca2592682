/* picker.svelte.ts: selecting an action by a thing and a target. Every board names both for
 * each action; the rest is the same for all games: highlights, pressing one and then the other,
 * dragging, and keys. */
import type { Action, Update } from '../contract';
import { say } from '../words.svelte';

/* Why nothing can be done now. */
export function whyNotNow({ confirm }: Update): string {
    return say(confirm ? 'page.why.confirm' : 'page.why.not-now');
}

export interface Mapping {
    /* The thing to press first: "main:2", "held:ore"; null: only a button. */
    source(action: Action): string | null;
    /* The target: "train:0"; null: pressing the thing is enough. */
    target(action: Action): string | null;
}

/* The offered actions, and the callback that performs one. */
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

    /* Deselects a thing that is no longer offered. If only one thing has targets, it is
     * selected at once. */
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

    /* Is this a target of the picked thing? */
    isTarget(target: string): boolean {
        return this.source !== null && this.#find(this.source, target) !== undefined;
    }

    /* What the picked thing would do there. */
    actionTo(target: string): Action | undefined {
        return this.source === null ? undefined : this.#find(this.source, target);
    }

    #find(source: string, target: string): Action | undefined {
        return this.#from(source).find((action) => this.#mapping.target(action) === target);
    }

    /* A thing was pressed. `why` is the reason if it is not offered. */
    press(source: string, why: string): void {
        const offered = this.#from(source);
        const only = offered[0];
        if (only === undefined) this.#offers.refuse(why);
        else if (offered.length === 1 && this.#mapping.target(only) === null) this.#act(only);
        else this.picked = this.picked === source ? null : source;
    }

    /* A target was pressed. Without a picked thing it works if only one thing can go there. */
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

    /* A thing without a target may be dropped anywhere. */
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
