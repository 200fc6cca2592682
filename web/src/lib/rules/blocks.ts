/* blocks.ts: types of a rules page as built. */

/* Something that is drawn: a freight car, a carriage, a wagon, a locomotive. */
export interface Piece {
    kind: 'car' | 'carriage' | 'wagon' | 'locomotive' | 'station' | 'token' | 'back';
    id: string;
}

export interface Line {
    label: string;
    /* Is there a bumper before it? */
    closed: boolean;
    pieces: Piece[];
    note: string;
}

export type Block = { html: string } | { figure: Line[] };
