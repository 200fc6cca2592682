/* index.ts: Take a Train for the page. */
import type { State } from 'generated/take-a-train';
import { say } from '../../words.svelte';
import type { Game } from '../game';
import { roundReport } from './report';
import { isBuying } from './state';

/* Bids, and what one does instead: BidBox. A pass while wagons are coupled is no part of it. */
const isBidding = (word: string, { step }: State): boolean =>
    word === 'bid' || word === 'hold' || (word === 'pass' && step === 'raising');

const game: Game = {
    isMoney: true,
    hasSecrets: true,
    quiet: [],
    results: ['bought', 'replacement', 'revealed', 'collected', 'objective'],
    sounds: { coupled: 'couple', bought: 'gavel', 'round-ended': 'whistle' },
    costly: ['discard', 'replace'],
    settled: { events: ['profit'], term: 'round' },
    isOnBoard: (action, { position }) => isBidding(action.do, position.state as State),
    step: ({ position }) => (isBuying(position.state as State) ? 'buying' : null),
    label: (word, { position }) =>
        word === 'name' && isBuying(position.state as State) ? say('page.take-a-train.buy') : null,
    report: roundReport,
    tutorial: () => import('./tutorial'),
    board: () => import('./Board.svelte'),
    pictures: () => import('./Pictures.svelte'),
};

export default game;
