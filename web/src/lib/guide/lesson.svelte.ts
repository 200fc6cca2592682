/* lesson.svelte.ts: a lesson (tutorial.ts) on a table of this page. The table offers what the step
 * allows; the bots wait while the learner reads. A lesson is no stored game: it is kept by itself,
 * so that a reload comes back to the same step. */
import { untrack } from 'svelte';
import { LocalTable } from '../../engine/local';
import type { SeatSetting, TableSetting } from '../../engine/messages';
import type { Player, Table, TableError } from '../../engine/table';
import type { LogEntry } from '../../engine/types';
import { notation, RULES, type Action, type GameId, type Language, type Update } from '../contract';
import { gameOf } from '../games';
import { botName, ownName } from '../local.svelte';
import { part } from '../part.svelte';
import type { Session } from '../session.svelte';
import { standing } from '../table/digest';
import { language } from '../words.svelte';
import { fits, LEARNER, type Tutorial, type Remark, type Situation, type Step } from './tutorial';
import { forgetLesson, keptLesson, keepLesson, type KeptLesson } from './kept';

function settingOf(game: GameId, { options, seed }: Tutorial): TableSetting {
    const seats: SeatSetting[] = [{ name: ownName() }, { name: botName(1), level: 'easy' }];
    return { game, options: { ...options }, seats, seed };
}

/* The save of a position of the lesson. */
function saveOf({ game, options, seats, seed = '' }: TableSetting, scene: string): string {
    const actions = scene === '' ? [] : scene.split('; ');
    return [
        'roundhouse save 1', `game ${game}`, `rules ${RULES[game]}`, `seats ${seats.length}`,
        ...Object.entries(options).map(([id, value]) => `option ${id} ${value}`),
        `seed ${seed}`,
        ...seats.map(({ name }, seat) => `player ${seat} ${name}`),
        '', ...actions, '', 'unfinished', '',
    ].join('\n');
}

export class Lesson implements Table {
    at = $state(0);
    remark = $state.raw<Remark | null>(null);
    situation = $state.raw<Situation | null>(null);
    readonly steps: readonly Step[];
    readonly step = $derived.by(() => this.steps[this.at]!);
    readonly isLast = $derived.by(() => this.at === this.steps.length - 1);
    readonly #listeners = new Set<(update: Update) => void>();
    #table!: LocalTable;
    #since = 0; /* the number of the update with which the step began */
    #moves = 0; /* those made before the step; a save has no others: it keeps nothing that was taken back */
    #acts: readonly string[] = []; /* the learner's since then, without those undone */
    #begun = ''; /* the save of that position */
    #save = ''; /* the newest */
    #isResumed = false; /* just now: its last report was seen before */
    #isBusy = true; /* going to another step or position */

    private constructor(readonly game: GameId, private readonly setting: TableSetting, tutorial: Tutorial) {
        this.steps = tutorial.steps;
    }

    /* The lesson where it was left, or from the beginning. */
    static async open(game: GameId): Promise<Lesson> {
        const { default: tutorial } = await part(gameOf(game).tutorial());
        const setting = settingOf(game, tutorial);
        const kept = keptLesson(game);
        const at = tutorial.steps.findIndex(({ id }) => id === kept?.step);
        const isGoing = at > 0 && at < tutorial.steps.length - 1;
        if (kept !== null && isGoing) {
            try {
                return await new Lesson(game, setting, tutorial).#takeUp(kept, at);
            } catch {
                forgetLesson(game); /* of other rules, or damaged: the lesson begins again */
            }
        }
        return new Lesson(game, setting, tutorial).#begin(saveOf(setting, ''));
    }

    async #takeUp({ since, acts, begun, save }: KeptLesson, at: number): Promise<Lesson> {
        this.#isResumed = true;
        this.#since = this.#moves = since;
        this.#acts = acts;
        this.#begun = begun;
        return this.#begin(save, at);
    }

    async #begin(save: string, at?: number): Promise<Lesson> {
        const { setting } = this;
        const saved = { id: 'lesson', setting, save, seat: LEARNER, over: false, changed: 0 };
        this.#table = await LocalTable.lesson(saved, language(), (newest) => this.#keep(newest));
        this.#table.subscribe(() => this.#publish());
        if (at === undefined) await this.#enter(0);
        else await this.#resume(at);
        return this;
    }

    /* ------------------------------------------------------------------------- */
    /* The table                                                                 */
    /* ------------------------------------------------------------------------- */

    get players(): Player[] { return this.#table.players; }
    get update(): Update | null { return this.#table.update === null ? null : this.#offered(this.#table.update); }
    get failed(): Promise<TableError> { return this.#table.failed; }

    subscribe(listener: (update: Update) => void): () => void {
        this.#listeners.add(listener);
        if (this.update !== null) listener(this.update);
        return () => this.#listeners.delete(listener);
    }

    log(from?: number): Promise<LogEntry[]> { return this.#table.log(from); }
    setLanguage(spoken: Language): Promise<void> { return this.#table.setLanguage(spoken); }
    close(): void { this.#table.close(); }

    act(action: Action): Promise<void> { return this.run([action]); }
    confirm(): Promise<void> { return this.#table.confirm(); }

    async run(actions: readonly Action[]): Promise<void> {
        const before = this.#acts;
        this.#acts = [...before, actions.map(notation).join('; ')]; /* before the update comes */
        await this.#table.run(actions).catch((error: unknown) => {
            this.#acts = before;
            throw error;
        });
    }

    async undo(): Promise<void> {
        this.#acts = this.#acts.slice(0, -1);
        await this.#table.undo();
    }

    #publish(): void {
        const update = untrack(() => this.update);
        if (update !== null) for (const listener of this.#listeners) listener(update);
    }

    /* While the learner reads, nothing is offered. */
    #offered(update: Update): Update {
        const { until } = this.step;
        if (until === undefined || this.remark?.isMistake) return { ...update, actions: [], undo: false };
        const allowed = update.actions.filter((action) => this.#isAllowed(notation(action)));
        const actions = allowed.length > 0 ? allowed : update.actions;
        return { ...update, actions, undo: update.undo && this.#acts.length > 0 };
    }

    #isAllowed(action: string): boolean {
        const { allow, isOnce } = this.step;
        if (isOnce && this.#acts.includes(action)) return false;
        return allow === undefined || allow.some((pattern) => fits(pattern, action));
    }

    /* ------------------------------------------------------------------------- */
    /* Steps                                                                     */
    /* ------------------------------------------------------------------------- */

    /* Answers what is shown, once the learner has seen it. */
    settle(session: Session): void {
        const { shown, log, behind, report, isSending } = session;
        if (this.#isBusy || shown === null) return;
        const own = standing(log).filter(({ n, by }) => n > this.#since && by === LEARNER);
        const situation = { update: shown, own: own.flatMap(({ events }) => [...events]) };
        this.situation = situation;
        if (this.#isResumed && report !== null) session.dismiss();
        this.#isResumed = false;
        if (behind > 0 || report !== null || isSending) return;
        const { step } = this;
        const remark = step.remarks?.find(({ when }) => when(situation)) ?? null;
        if (remark !== this.remark) {
            this.remark = remark;
            return this.#publish();
        }
        if (remark?.isMistake) return;
        if (step.until?.(situation)) return void this.next();
        const isBotNext = shown.position.waiting.some((seat) => seat !== LEARNER);
        if (step.until !== undefined && shown.paused && isBotNext) void this.#table.unpause();
    }

    async next(): Promise<void> {
        if (!this.isLast) await this.#enter(this.at + 1);
    }

    /* Takes the mistake back: to the beginning of the step. */
    async back(): Promise<void> {
        if (this.#isBusy) return;
        this.#isBusy = true;
        this.#acts = [];
        await this.#table.restore(this.#begun);
        this.#since = this.#moves;
        await this.#resume(this.at);
    }

    async again(): Promise<void> {
        this.#isBusy = true;
        await this.#table.restore(saveOf(this.setting, ''));
        await this.#enter(0);
    }

    forget(): void {
        this.#isBusy = true;
        this.#save = '';
        forgetLesson(this.game);
    }

    async #enter(at: number): Promise<void> {
        this.#isBusy = true;
        const { scene } = this.steps[at]!;
        if (scene !== undefined) await this.#table.restore(saveOf(this.setting, scene));
        this.#since = this.#table.update?.n ?? 0;
        this.#moves = standing(await this.#table.log()).length;
        this.#acts = [];
        this.#begun = this.#save;
        await this.#resume(at);
    }

    async #resume(at: number): Promise<void> {
        const log = await this.#table.log();
        const done = standing(log).filter(({ n, by }) => n > this.#since && by !== LEARNER).length;
        await this.#table.setScript(this.steps[at]!.others?.slice(done) ?? []);
        this.at = at;
        this.remark = null;
        this.situation = null; /* until it is shown */
        this.#isBusy = false;
        this.#keep(this.#save);
        this.#publish();
    }

    #keep(save: string): void {
        this.#save = save;
        if (this.#isBusy) return;
        const { step, game } = this;
        keepLesson(game, { step: step.id, since: this.#moves, acts: this.#acts, begun: this.#begun, save });
    }
}
