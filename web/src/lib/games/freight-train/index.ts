/* index.ts: Freight Train for the page. */
import { FACTS } from 'generated/freight-train';
import { did, isMyTurn, seedOf, type Game } from '../game';
import { dayReport } from './report';

const game: Game = {
    isMoney: false,
    hasSecrets: false,
    scoring: ['train-scored', 'closed-train-scored', 'yard-scored'],
    headings: ['day-ended'],
    report: dayReport,
    course: {
        seed: seedOf(0x7a11),
        options: { first: '0' },
        steps: [
            { id: 'welcome', point: 'main' },
            { id: 'yard', point: 'yard' },
            {
                id: 'trains',
                point: 'trains',
                args: { first: FACTS.longestPoints[1], second: FACTS.secondPoints },
            },
            { id: 'take', point: 'main', until: did(3, 'took') },
            { id: 'place', point: 'held', until: did(3, 'coupled', 'stored') },
            { id: 'wait', point: 'dock', until: isMyTurn },
            { id: 'switch', point: 'yard', until: did(1, 'switched') },
            {
                id: 'more',
                point: 'dock',
                until: ({ actions, position }) =>
                    actions.every((action) => action.do !== 'switch') ||
                    (position.state as { stage: string }).stage === 'turn',
            },
            { id: 'leads', point: 'leads' },
            { id: 'deck', point: 'deck' },
            { id: 'yards', point: 'yard' },
            { id: 'end' },
        ],
    },
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
