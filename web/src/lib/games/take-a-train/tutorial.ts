/* tutorial.ts: the lesson of Take a Train: a lot of an auction, coupling, and the profit of a round. */
import { FACTS, type Locomotive, type State, type Term } from 'generated/take-a-train';
import { did, isMyTurn, LEARNER, seedOf, type Tutorial, type Numbers, type Situation } from '../../guide/tutorial';
import { profitOf } from './state';

/* The same game once everybody has three locomotives, and when the learner has three coal wagons. */
const COUPLING =
    '0 name E4; 0 bid 600; 1 bid 700; 0 bid 800; 1 pass; 1 name E5; 1 bid 700; 0 bid 850; 1 bid 900; ' +
    '0 bid 1000; 1 bid 1150; 0 bid 1200; 1 bid 1250; 0 bid 1300; 1 pass; 0 name D1; 0 bid 100; ' +
    '1 pass; 1 name S4; 1 name D3; 1 name S3';
const THREE_COAL =
    COUPLING +
    '; 0 couple coal-200 1; 1 couple coal-150 0; 0 couple passenger-400 0; 1 couple food-150 1; ' +
    '0 discard 0; 0 discard 1; 0 discard 2; 0 replace; 0 couple coal-250 1; 1 couple luxury-350 2; ' +
    '0 couple coal-200 1; 1 couple coal-150 0';

/* E5 among the learner's locomotives, in the order in which they were bought. */
const E5 = 1;

/* As much as the coach thinks an E4 is worth here. */
const ENOUGH = 1200;

const stateOf = ({ update }: Situation): State => update.position.state as State;
const termsOf = (terms: Situation['update']['terms']): readonly Term[] => (terms ?? []) as readonly Term[];

const round = (terms: Situation['update']['terms'], seat: number): Term | undefined =>
    termsOf(terms).find((term) => term.term === 'round' && term.seat === seat);

const bid = ({ own }: Situation): number => Number(own.find((event) => event.event === 'bid')?.amount ?? 0);

/* The locomotive to which the learner has coupled a wagon. */
const coupledTo = ({ own }: Situation): Locomotive | undefined =>
    own.find((event) => event.event === 'coupled')?.locomotive as Locomotive | undefined;

function power(situation: Situation, seat: number): number {
    const all = stateOf(situation).players[seat]?.locomotives ?? [];
    return all.reduce((sum, { card }) => sum + FACTS.locomotives[card].power, 0);
}

/* What the wagon pays where it is, and what it would pay behind this locomotive. */
function compared(situation: Situation, value: number, better: Locomotive): Numbers {
    const there = coupledTo(situation);
    const profit = there === undefined ? undefined : profitOf(termsOf(situation.update.terms), LEARNER, there);
    return { pays: profit?.amount ?? 0, best: value * FACTS.locomotives[better].multiplier };
}

const earnings = (terms: Situation['update']['terms']): Numbers => ({
    mine: round(terms, LEARNER)?.amount ?? 0,
    theirs: round(terms, 1)?.amount ?? 0,
});

const tutorial: Tutorial = {
    seed: seedOf(93),
    options: { first: '0' },
    steps: [
        { id: 'welcome', point: 'auction' },
        { id: 'cards', point: 'auction' },
        { id: 'objectives', point: 'objectives' },
        {
            id: 'name',
            point: 'auction',
            numbers: () => ({ multiplier: FACTS.locomotives.E4.multiplier }),
            allow: ['name E4'],
            until: did(1, 'named'),
        },
        {
            id: 'bid',
            point: 'auction',
            numbers: () => ({ price: FACTS.locomotives.E4.power }),
            allow: ['bid *'],
            until: did(1, 'bid'),
            remarks: [
                {
                    id: 'high',
                    when: (situation) => bid(situation) > FACTS.locomotives.E4.power,
                    numbers: (situation) => ({ amount: bid(situation), price: FACTS.locomotives.E4.power }),
                    isMistake: true,
                },
            ],
        },
        { id: 'ask', point: 'auction', others: ['bid 700'], until: isMyTurn },
        {
            id: 'raise',
            point: 'auction',
            allow: ['bid *', 'pass'],
            until: did(1, 'bid'),
            remarks: [
                { id: 'dropped', when: did(1, 'dropped-out'), isMistake: true },
                {
                    id: 'much',
                    when: (situation) => bid(situation) > ENOUGH,
                    numbers: (situation) => ({ amount: bid(situation) }),
                    isMistake: true,
                },
            ],
        },
        { id: 'wait', point: 'auction', others: ['pass', 'name E5', 'bid 700'], until: isMyTurn },
        {
            id: 'bought',
            point: 'locomotives',
            numbers: (situation) => ({ left: stateOf(situation).players[LEARNER]?.money ?? 0 }),
        },
        {
            id: 'order',
            scene: COUPLING,
            point: 'locomotives',
            numbers: (situation) => ({ mine: power(situation, LEARNER), theirs: power(situation, 1) }),
        },
        { id: 'market', point: 'market' },
        {
            id: 'couple',
            point: 'market',
            allow: ['couple coal-200 *'],
            until: did(1, 'coupled'),
            remarks: [
                {
                    id: 'weak',
                    when: (situation) => did(1, 'coupled')(situation) && coupledTo(situation) !== 'E5',
                    numbers: (situation) => compared(situation, 200, 'E5'),
                    isMistake: true,
                },
            ],
        },
        {
            id: 'coupled',
            point: 'locomotives',
            others: ['couple coal-150 0'],
            numbers: ({ update }) => earnings(update.terms),
            until: isMyTurn,
        },
        {
            id: 'second',
            point: 'market',
            allow: ['couple passenger-400 *'],
            until: did(1, 'coupled'),
            remarks: [
                {
                    id: 'weak-second',
                    when: (situation) => did(1, 'coupled')(situation) && coupledTo(situation) !== 'E4',
                    numbers: (situation) => compared(situation, 400, 'E4'),
                    isMistake: true,
                },
            ],
        },
        {
            id: 'later',
            scene: THREE_COAL,
            point: 'locomotives',
            numbers: (situation) => ({ limit: stateOf(situation).limit }),
        },
        { id: 'fourth', point: 'market', allow: [`couple coal-150 ${E5}`], until: did(1, 'coupled') },
        { id: 'bonus', point: 'market', others: ['collect'], until: isMyTurn },
        {
            id: 'fifth',
            point: 'market',
            numbers: ({ update }) => earnings(update.terms),
            allow: [`couple coal-150 ${E5}`],
            until: (situation) => stateOf(situation).round === 2,
        },
        {
            id: 'result',
            numbers: ({ update }) => {
                const { value = 0, amount = 0, multiplier = 0 } = locomotive(update.paid, 'E5') ?? {};
                return { value, amount, multiplier, ...earnings(update.paid) };
            },
        },
        { id: 'next-round', point: 'objectives' },
        { id: 'end' },
    ],
};

/* The profit of one of the learner's locomotives. */
function locomotive(
    paid: Situation['update']['terms'],
    card: Locomotive,
): Extract<Term, { term: 'locomotive' }> | undefined {
    const parts = round(paid, LEARNER)?.of ?? [];
    return parts.filter((part) => part.term === 'locomotive').find((part) => part.locomotive === card);
}

export default tutorial;
