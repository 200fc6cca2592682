/* index.ts: Take a Train for the page. */
import { did, reached, seedOf, type Game } from '../game';
import { roundReport } from './report';

const game: Game = {
    isMoney: true,
    hasSecrets: true,
    scoring: ['profit', 'objective', 'collected'],
    headings: ['round-ended'],
    report: roundReport,
    course: {
        /* The first auction is the passed one, the simplest. */
        seed: seedOf(0x7a72),
        options: { first: '0' },
        steps: [
            { id: 'welcome', point: 'auction' },
            { id: 'objectives', point: 'objectives' },
            { id: 'name', point: 'auction', until: did(1, 'named') },
            { id: 'bid', point: 'auction', until: did(1, 'bid', 'bought') },
            { id: 'raise', point: 'auction' },
            { id: 'buy', point: 'locomotives', until: reached('coupling') },
            { id: 'market', point: 'market' },
            { id: 'couple', point: 'market', until: did(1, 'coupled', 'collected') },
            { id: 'profit', point: 'locomotives' },
            { id: 'end' },
        ],
    },
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
