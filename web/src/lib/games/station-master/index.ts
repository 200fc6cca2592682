/* index.ts: Station Master for the page. */
import type { Game } from '../game';
import { say, sayIfKnown } from '../../words.svelte';
import { departureReport } from './report';

const game: Game = {
    isMoney: false,
    hasSecrets: true,
    quiet: ['draws'],
    settled: { events: ['scored'], term: 'passengers' },
    results: [],
    sounds: { coupled: 'couple', departed: 'whistle' },
    costly: ['waste'],
    /* A lone card is named: "Transfer for nothing". */
    label: (word, { actions }) => {
        const [wasted, ...others] = actions.filter((action) => action.do === 'waste');
        if (word !== 'waste' || wasted === undefined || others.length > 0) return null;
        const card = sayIfKnown(`page.do.station-master.${String(wasted.card)}`);
        return card && say('page.station-master.waste.card', { card });
    },
    report: departureReport,
    tutorial: () => import('./tutorial'),
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
