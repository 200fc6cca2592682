/* index.ts: Freight Train for the page. */
import type { Game } from '../game';
import { say } from '../../words.svelte';
import { dayReport } from './report';
import { makesMixed, rearranges } from './state';

const game: Game = {
    isMoney: false,
    hasSecrets: false,
    quiet: [],
    settled: { events: ['train-scored', 'closed-train-scored', 'yard-scored'], term: 'day' },
    results: [],
    sounds: { coupled: 'couple', switched: 'couple', 'day-ended': 'whistle' },
    costly: ['rearrange', 'pass'],
    spoils: (action, update) => (makesMixed(action, update) ? say('page.freight-train.makes-mixed') : null),
    plans: rearranges,
    step: ({ actions }) => (actions.every((action) => action.do === 'rearrange') ? 'stuck' : null),
    report: dayReport,
    tutorial: () => import('./tutorial'),
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
