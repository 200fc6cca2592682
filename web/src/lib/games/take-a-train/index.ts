/* index.ts: Take a Train for the page. */
import type { Game } from '../game';
import { roundReport } from './report';

const game: Game = {
    isMoney: true,
    hasSecrets: true,
    quiet: [],
    sounds: { coupled: 'couple', bought: 'gavel', 'round-ended': 'whistle' },
    costly: ['discard', 'replace'],
    onBoard: ['bid'],
    report: roundReport,
    course: () => import('./course'),
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
