/* tutorial.ts: the lesson of Freight Train: two turns of the first day, and its end. */
import { FACTS, type State, type Term } from 'generated/freight-train';
import { did, isMyTurn, LEARNER, seedOf, type Tutorial, type Remark, type Situation } from '../../guide/tutorial';
import { kindOf } from './state';

/* The same game, later that day: the end-of-day card is among the next cards. */
const END_OF_DAY =
    '0 take 0; 0 take 2; 0 take 1; 0 couple box 0; 0 couple box 0; 0 couple ore 1; 1 take 4; ' +
    '1 take 1; 1 take 1; 1 couple refrigerator 0; 1 couple stock 1; 1 couple tank 2; 1 take 0; ' +
    '1 take 0; 1 take 2; 1 couple auto-rack 3; 1 couple box 4; 1 couple coil-steel 5; 0 switch 1 0; ' +
    '0 switch 0 1; 0 switch 0 2; 0 switch 1 2; 0 take 0; 0 take 1; 0 take 2; 0 couple box 3; ' +
    '0 couple hopper 4; 0 couple piggyback 5; 1 take 2; 1 take 4; 1 take 4; 1 couple refrigerator 4; ' +
    '1 couple tank 4; 1 couple gondola 4; 1 take 0; 1 take 2; 1 take 4; 1 store refrigerator 0; ' +
    '1 couple container 4; 1 couple ore 6; 0 fill 0; 0 take 4; 0 take 3; 0 take 1; ' +
    '0 store auto-rack 0; 0 store box 0; 0 couple stock 6; 0 fill 1; 0 take 3; 0 take 3; 0 take 0; ' +
    '0 store coil-steel 0; 0 store ore 0; 0 store stock 1; 1 fill 2; 1 call; 1 take 2; 1 take 1; ' +
    '1 take 1; 1 couple gondola 7; 1 store box 1; 1 store container 1; 0 call; 0 take 0; 0 take 0; ' +
    '0 take 1; 0 store container 1; 0 store container 1; 0 couple coil-steel 7; 1 take 0; 1 take 0; ' +
    '1 take 1; 1 store refrigerator 0; 1 couple coil-steel 5; 1 couple tank 2; 1 take 1; 1 take 3; ' +
    '1 take 3; 1 couple ore 6; 1 couple ore 6; 1 couple refrigerator 0; 0 fill 0; 0 take 2; ' +
    '0 take 2; 0 take 2; 0 couple coil-steel 3; 0 couple gondola 3; 0 couple tank 3; 0 fill 1; ' +
    '0 take 1; 0 take 1; 0 take 0; 0 couple hopper 3; 0 couple piggyback 3; 0 couple ore 1; ' +
    '1 fill 3; 1 take 0; 1 take 2; 1 take 3; 1 couple gondola 7; 1 couple piggyback 4; ' +
    '1 couple tank 2';

const stateOf = ({ update }: Situation): State => update.position.state as State;

function day(terms: Situation['update']['terms'], seat: number): Extract<Term, { term: 'day' }> | undefined {
    return ((terms ?? []) as readonly Term[]).filter((term) => term.term === 'day').find((term) => term.seat === seat);
}

const trainOf = (situation: Situation, type: string): number =>
    stateOf(situation).players[LEARNER]?.trains.filter((train) => kindOf(train)?.type === type)[0]?.cars.length ?? 0;

const hasSwitched = ({ own }: Situation, car: string): boolean =>
    own.some((event) => event.event === 'switched' && event.car === car);

const [, alone, two] = FACTS.longestPoints;

const mixed: Remark = {
    id: 'mixed',
    when: (situation) => trainOf(situation, 'mixed') > 0,
    isMistake: true,
};

const tutorial: Tutorial = {
    seed: seedOf(294),
    options: { first: '0' },
    steps: [
        { id: 'welcome', point: 'main' },
        { id: 'yard', point: 'yard', numbers: () => ({ room: FACTS.yardRoom }) },
        { id: 'trains', point: 'trains', numbers: () => ({ first: alone, second: FACTS.secondPoints }) },
        {
            id: 'take',
            point: 'main',
            numbers: () => ({ count: FACTS.taken }),
            allow: ['take 0', 'take 1', 'take 2'],
            isOnce: true,
            until: did(FACTS.taken, 'took'),
        },
        {
            id: 'place',
            point: 'held',
            allow: ['couple * *'],
            until: did(FACTS.taken, 'coupled'),
            remarks: [mixed],
        },
        {
            id: 'wait',
            point: 'others',
            others: [
                'take 4', 'take 1', 'take 1', 'couple refrigerator 0', 'couple stock 1', 'couple tank 2',
                'take 0', 'take 0', 'take 2', 'couple auto-rack 3', 'couple box 4', 'couple coil-steel 5',
            ],
            until: isMyTurn,
        },
        { id: 'order', point: 'others' },
        {
            id: 'switch',
            point: 'yard',
            allow: ['switch * *'],
            until: did(4, 'switched'),
            remarks: [mixed],
        },
        {
            id: 'leads',
            point: 'leads',
            numbers: ({ update }) => ({ points: day(update.terms, LEARNER)?.amount ?? 0 }),
        },
        {
            id: 'later',
            scene: END_OF_DAY,
            point: 'deck',
            numbers: (situation) => ({ cards: stateOf(situation).bottom }),
        },
        {
            id: 'fill',
            point: 'deck',
            others: ['fill 2', 'switch 0 0', 'switch 0 0', 'switch 0 1', 'switch 0 4'],
            until: isMyTurn,
        },
        { id: 'ending', point: 'deck' },
        {
            id: 'tie',
            point: 'yard',
            numbers: (situation) => ({ length: trainOf(situation, 'ore'), first: alone, two }),
            allow: ['switch 0 1', 'switch 1 2', 'done'],
            until: (situation) => stateOf(situation).day === 2,
            remarks: [
                {
                    id: 'shared',
                    when: (situation) => stateOf(situation).day === 2 && !hasSwitched(situation, 'ore'),
                    numbers: () => ({ first: alone, two }),
                    isMistake: true,
                },
                {
                    id: 'leads-alone',
                    when: (situation) => stateOf(situation).day === 1 && hasSwitched(situation, 'ore'),
                    numbers: (situation) => ({ length: trainOf(situation, 'ore') }),
                },
                {
                    id: 'still-tied',
                    when: (situation) => stateOf(situation).day === 1 && did(1, 'switched')(situation),
                },
            ],
        },
        {
            id: 'result',
            numbers: ({ update }) => ({
                mine: day(update.paid, LEARNER)?.amount ?? 0,
                theirs: day(update.paid, 1)?.amount ?? 0,
            }),
        },
        {
            id: 'yards',
            numbers: ({ update }) => {
                const parts = day(update.paid, LEARNER)?.of ?? [];
                const yard = parts.filter((part) => part.term === 'yard')[0];
                return { cars: yard?.length ?? 0, points: yard?.amount ?? 0 };
            },
        },
        { id: 'end', numbers: () => ({ days: FACTS.days }) },
    ],
};

export default tutorial;
