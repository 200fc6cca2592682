// table.ts: a fixture: a table with the real rules, in this process. Seats play at random, when the
// test says so; the updates are those of one seat.
import { readFileSync } from 'node:fs';
import { Module } from '../src/engine/module';
import type { Player, Table } from '../src/engine/table';
import type { LogEntry } from '../src/engine/types';
import type { Action, GameEvent, GameId, Language, Update } from '../src/lib/contract';

const WASM = process.env.ROUNDHOUSE_WASM ?? '../build/release/src/wasm/roundhouse.wasm';

// Deterministic, so that failures can be reproduced.
function random(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

export class RandomTable implements Table {
    readonly players: Player[] = [];
    readonly acted: Action[] = [];
    update: Update;
    private language: Language = 'en';
    private readonly listeners = new Set<(update: Update) => void>();
    private readonly below: (below: number) => number;

    private constructor(
        private readonly module: Module,
        private readonly seat: number | null,
        seed: number,
    ) {
        this.below = random(seed);
        this.update = this.updateFor(seat);
    }

    static async open(
        game: GameId,
        seats: number,
        seed: number,
        options: Record<string, string> = {},
        seat: number | null = 0,
    ): Promise<RandomTable> {
        const module = await Module.of(readFileSync(WASM));
        const players = Array.from({ length: seats }, (_, i) => `P${i}`);
        module.ask({ op: 'new', game, seats, options, seed: seed.toString(16).padStart(64, '0'), players, bots: [] });
        return new RandomTable(module, seat, seed);
    }

    // The present view of a seat.
    updateFor(seat: number | null): Update {
        return this.module.ask<{ update: Update }>({ op: 'update', seat, lang: this.language }).update;
    }

    // A waiting seat acts.
    step(): Update {
        const by = this.update.position.waiting[0] ?? 0;
        const { actions } = this.updateFor(by);
        const action = actions[this.below(actions.length)];
        if (action === undefined) throw new Error('The game is over.');
        this.module.ask({ op: 'act', seat: by, action });
        return this.publish();
    }

    // Without telling anybody: as if the connection had been lost.
    quietly(act: () => void): void {
        const listeners = [...this.listeners];
        this.listeners.clear();
        act();
        for (const listener of listeners) this.listeners.add(listener);
    }

    publish(): Update {
        this.update = this.updateFor(this.seat);
        for (const listener of this.listeners) listener(this.update);
        return this.update;
    }

    subscribe(listener: (update: Update) => void): () => void {
        this.listeners.add(listener);
        listener(this.update);
        return () => this.listeners.delete(listener);
    }

    async act(action: Action): Promise<void> {
        this.acted.push(action);
        this.module.ask({ op: 'act', seat: this.seat, action });
        this.publish();
    }

    async run(actions: readonly Action[]): Promise<void> {
        for (const action of actions) await this.act(action);
    }

    async confirm(): Promise<void> {
        throw new Error('Nothing awaits its confirmation.');
    }

    async undo(): Promise<void> {
        this.module.ask({ op: 'undo', seat: this.seat });
        this.publish();
    }

    async log(from = 0): Promise<LogEntry[]> {
        const { seat, language: lang } = this;
        return this.module.ask<{ entries: LogEntry[] }>({ op: 'log', from, seat, lang }).entries;
    }

    async setLanguage(language: Language): Promise<void> {
        this.language = language;
        this.publish();
    }

    close(): void {
        this.listeners.clear();
    }
}

// A table of bots that play well enough, always the same.
export class BotTable {
    private n = 0;

    private constructor(private readonly module: Module) {}

    static async open(game: GameId, seats: number, seed: number): Promise<BotTable> {
        const module = await Module.of(readFileSync(WASM));
        const players = Array.from({ length: seats }, (_, i) => `P${i}`);
        const deal = seed.toString(16).padStart(64, '0');
        module.ask({ op: 'new', game, seats, options: {}, seed: deal, players, bots: [] });
        return new BotTable(module);
    }

    private updateFor(seat: number | null): Update {
        return this.module.ask<{ update: Update }>({ op: 'update', seat, lang: 'en' }).update;
    }

    // As the player sees it who must act.
    update(): Update {
        return this.updateFor(this.updateFor(null).position.waiting[0] ?? 0);
    }

    isOver(): boolean {
        return this.updateFor(null).position.over;
    }

    // The next player acts.
    step(): readonly GameEvent[] {
        const { seat } = this.update();
        this.module.ask({ op: 'think', seat, level: 'greedy', search_seed: this.n++ });
        this.module.ask({ op: 'act', seat, action: this.module.ask<{ action: Action }>({ op: 'decide' }).action });
        return this.updateFor(seat).events;
    }
}
