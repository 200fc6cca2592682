// states.ts: the state of each game as docs/formats.md has it, as views show it: what a
// seat cannot know is '?' for a card and null for a number.

// ---------------------------------------------------------------------------
// Freight Train
// ---------------------------------------------------------------------------

export type Car =
    | 'auto-rack' | 'box' | 'coil-steel' | 'container' | 'gondola' | 'hopper'
    | 'ore' | 'piggyback' | 'refrigerator' | 'stock' | 'tank';

export interface FreightTrainState {
    day: number;
    round: number;
    first: number;
    turn: number;
    played: number[];
    passed: number[];
    ending: boolean;
    stage: 'turn' | 'taking' | 'placing' | 'switching' | 'rearranging' | 'over';
    filled: boolean;
    switched: number;
    held: Car[];
    key: string;
    deck: '?'[];
    bottom: number;
    main: Car[][]; // five sidings, each from the bumper to the open end
    players: {
        points: number;
        yard: Car[][]; // two sidings, each from the closed end to the open end
        called: boolean;
        trains: { cars: Car[]; caboose: boolean }[];
    }[];
}

// ---------------------------------------------------------------------------
// Station Master
// ---------------------------------------------------------------------------

export type Carriage =
    | '+1' | '+2' | '+3' | '+4' | '+5' | '+6' | '-1' | '-2' | '-3' | '-4' | '-5' | '-6'
    | 'first' | 'executive';
export type StationSpecial =
    | 'caboose' | 'royal' | 'reassign' | 'repair-3' | 'repair-5' | 'transfer' | 'standing'
    | 'uncouple-1' | 'uncouple-2';
export type StationCard = Carriage | StationSpecial | 'rush-hour';
export type StationLocomotive =
    | 'ordinary-3' | 'ordinary-4' | 'ordinary-5' | 'ordinary-6' | 'ordinary-7' | 'ordinary-8'
    | 'executive-4' | 'executive-5' | 'executive-6' | 'freight-5';

export interface Token {
    seat: number;
    value: number | null;
}

export interface StationTrain {
    locomotive: StationLocomotive;
    carriages: Carriage[]; // from the locomotive to the tail
    royal: number;
    standing: number;
    tokens: Token[];
}

export interface StationMasterState {
    turn: number;
    stage: 'turn' | 'admitting' | 'transferring' | 'over';
    train: number;
    to: number;
    place: number;
    moved: number;
    deck: '?'[];
    discard: StationCard[]; // from the top
    locomotives: '?'[];
    gone: StationLocomotive[];
    station: StationTrain[];
    players: {
        score: number;
        best: number;
        hand: (StationCard | '?')[];
        home: (number | null)[];
    }[];
}

// ---------------------------------------------------------------------------
// Take a Train
// ---------------------------------------------------------------------------

export type Locomotive = `${'S' | 'D' | 'E'}${1 | 2 | 3 | 4 | 5 | 6 | 7}`;
export type WagonType = 'food' | 'cattle' | 'coal' | 'oil' | 'luxury' | 'passenger';
export type Wagon = `${WagonType}-${number}`;
export type TrainSpecial = 'trash' | 'storage' | 'multiplier' | 'bonus' | 'twin';
export type Auction = 'passed' | 'blind' | 'double-blind' | 'pre-empted' | 'open' | 'rotating';
export type Objective =
    | 'two-objectives' | 'special-card' | 'two-passenger' | 'three-each' | 'first-player'
    | 'last-player' | 'ten-wagons' | 'three-oil' | 'two-luxury' | 'three-diesel'
    | 'three-steam' | 'three-electric' | 'one-of-each' | 'fastest' | 'slowest' | 'four-food'
    | 'four-cattle' | 'three-coal';

export interface OwnLocomotive {
    card: Locomotive;
    face_down: boolean;
    multiplier_cards: number;
    wagons: (Wagon | 'twin')[]; // a twin first
}

export interface TakeATrainPlayer {
    money: number | null;
    objectives: (Objective | '?')[];
    achieved: Objective[];
    met?: Objective[];
    bid?: number | null;
    added?: number | null;
    hand?: (Locomotive | '?')[];
    kept?: (Locomotive | '?')[];
    locomotives: OwnLocomotive[];
}

export interface TakeATrainState {
    round: number;
    stage: 'auction' | 'coupling' | 'over';
    auction: Auction;
    auctions: (Auction | '?')[];
    used?: Auction[];
    first: number;
    starter: number;
    pile: '?'[];
    aside: (Locomotive | '?')[];
    drawn: (Locomotive | '?')[];
    up?: Locomotive;
    deck: '?'[];
    discard: (Wagon | TrainSpecial)[];
    market: (Wagon | TrainSpecial)[];
    boxed: TrainSpecial[];
    limit: number;
    order: number[];
    turn: number;
    passes: number;
    players: TakeATrainPlayer[];
    replaced?: boolean;
    marked?: number[];
    step:
        | 'naming' | 'opening' | 'raising' | 'sealed' | 'sealed-again' | 'choosing' | 'picking'
        | 'keeping' | 'turning' | 'replacing' | 'coupling' | 'discarding' | 'over';
    pending?: number[];
}
