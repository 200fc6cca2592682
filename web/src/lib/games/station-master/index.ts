/* index.ts: Station Master for the page. */
import type { Game } from '../game';
import { departureReport } from './report';

const game: Game = {
    isMoney: false,
    hasSecrets: true,
    quiet: ['draws'],
    settled: { events: ['scored'], term: 'passengers' },
    sounds: { coupled: 'couple', departed: 'whistle' },
    costly: ['waste'],
    report: departureReport,
    tutorial: () => import('./tutorial'),
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
