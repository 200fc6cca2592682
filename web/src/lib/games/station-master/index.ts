/* index.ts: Station Master for the page. */
import { did, isMyTurn, seedOf, type Game } from '../game';
import { departureReport } from './report';

const game: Game = {
    isMoney: false,
    hasSecrets: true,
    scoring: ['scored'],
    headings: [],
    report: departureReport,
    course: {
        seed: seedOf(0x5ae3),
        options: { first: '0' },
        steps: [
            { id: 'welcome', point: 'station' },
            { id: 'tokens', point: 'tokens' },
            { id: 'board', point: 'tokens', until: did(1, 'boarded') },
            { id: 'wait', point: 'dock', until: isMyTurn },
            { id: 'hand', point: 'hand' },
            { id: 'couple', point: 'hand', until: did(1, 'coupled', 'played', 'wasted') },
            { id: 'leave', point: 'station' },
            { id: 'specials', point: 'hand' },
            { id: 'end' },
        ],
    },
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
