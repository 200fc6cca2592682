/* tutorial.ts: the lesson of Station Master: from the first token to the first departure. */
import { type State, type Term } from 'generated/station-master';
import { did, isMyTurn, LEARNER, seedOf, type Tutorial, type Remark, type Situation } from '../../guide/tutorial';
import { worthOf } from './state';

/* The places of the trains: an executive one, and the ordinary one on which the token goes. */
const EXECUTIVE = 0;
const OWN = 1;

const termsOf = (terms: Situation['update']['terms']): readonly Term[] => (terms ?? []) as readonly Term[];

type Passengers = Extract<Term, { term: 'passengers' }>;

const passengers = (terms: Situation['update']['terms'], seat: number): Passengers | undefined =>
    termsOf(terms).filter((term) => term.term === 'passengers').find((term) => term.seat === seat);

/* What the own train is worth, and what it would bring. */
function worth({ update }: Situation): { worth: number; points: number } {
    const points = passengers(update.terms, LEARNER)?.amount ?? 0;
    return { worth: worthOf(termsOf(update.terms), OWN).train?.amount ?? 0, points };
}

const coupled = ({ own }: Situation, train: number, isFirst: boolean): boolean =>
    own.some((one) => one.event === 'coupled' && one.train === train && (one.card === 'first') === isFirst);

const REMARKS: readonly Remark[] = [
    { id: 'class', when: (situation) => coupled(situation, OWN, true), isMistake: true },
    {
        id: 'elsewhere',
        when: (situation) => coupled(situation, EXECUTIVE, true) || coupled(situation, EXECUTIVE, false),
        isMistake: true,
    },
];

const tutorial: Tutorial = {
    seed: seedOf(8732),
    options: { first: '0' },
    steps: [
        { id: 'welcome', point: 'station' },
        { id: 'tokens', point: 'tokens' },
        { id: 'board', point: 'tokens', allow: [`board * ${OWN}`], until: did(1, 'boarded') },
        { id: 'wait', point: 'station', others: [`couple -3 ${OWN}`], until: isMyTurn },
        { id: 'harm', point: 'station', numbers: worth },
        { id: 'couple', point: 'hand', allow: ['couple * *'], until: did(1, 'coupled'), remarks: REMARKS },
        { id: 'better', point: 'station', numbers: worth },
        { id: 'ride', point: 'station', others: [`board 1 ${OWN}`], until: isMyTurn },
        { id: 'along', point: 'station' },
        { id: 'last', point: 'hand', allow: ['couple * *'], until: did(1, 'departed'), remarks: REMARKS },
        {
            id: 'result',
            point: 'station',
            numbers: ({ update }) => ({
                worth: passengers(update.paid, LEARNER)?.worth ?? 0,
                passengers: passengers(update.paid, LEARNER)?.passengers ?? 0,
                points: passengers(update.paid, LEARNER)?.amount ?? 0,
                theirs: passengers(update.paid, 1)?.amount ?? 0,
            }),
        },
        {
            id: 'next-train',
            point: 'station',
            numbers: ({ update }) => ({ cards: (update.position.state as State).players[LEARNER]?.hand.length ?? 0 }),
        },
        { id: 'specials', point: 'hand' },
        { id: 'end' },
    ],
};

export default tutorial;
