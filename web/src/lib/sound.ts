/* sound.ts: the sounds of the table, made by Web Audio. Loaded with the first of them. */

export type Sound = 'turn' | 'couple' | 'whistle' | 'gavel' | 'tick';

/* Tones: from a second on, for so long, at a pitch in hertz; `to` is the pitch at its end. */
interface Tone {
    readonly at: number;
    readonly seconds: number;
    readonly pitch: number;
    readonly to?: number;
    readonly form?: OscillatorType;
    readonly volume: number;
}

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
    turn: [
        { at: 0, seconds: 0.25, pitch: 523, volume: 0.08 },
        { at: 0.13, seconds: 0.4, pitch: 784, volume: 0.08 },
    ],
    couple: [
        { at: 0, seconds: 0.07, pitch: 190, to: 90, form: 'triangle', volume: 0.18 },
        { at: 0.06, seconds: 0.09, pitch: 140, to: 60, form: 'triangle', volume: 0.14 },
    ],
    whistle: [
        { at: 0, seconds: 0.7, pitch: 587, to: 572, form: 'triangle', volume: 0.05 },
        { at: 0, seconds: 0.7, pitch: 740, to: 722, form: 'triangle', volume: 0.05 },
        { at: 0, seconds: 0.7, pitch: 880, to: 858, form: 'triangle', volume: 0.04 },
    ],
    gavel: [
        { at: 0, seconds: 0.06, pitch: 320, to: 120, form: 'square', volume: 0.06 },
        { at: 0.16, seconds: 0.08, pitch: 300, to: 100, form: 'square', volume: 0.06 },
    ],
    tick: [{ at: 0, seconds: 0.04, pitch: 1200, volume: 0.05 }],
};

let context: AudioContext | null = null;

/* Sounds fade in and out, so that they do not click. */
function sound(audio: AudioContext, after: number, wanted: Tone): void {
    const { at, seconds, pitch, to = pitch, form = 'sine', volume } = wanted;
    const begin = audio.currentTime + after + at;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = form;
    tone.frequency.setValueAtTime(pitch, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + seconds);
    gain.gain.setValueAtTime(0.0001, begin);
    gain.gain.exponentialRampToValueAtTime(volume, begin + Math.min(0.02, seconds / 3));
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + seconds);
}

const lengthOf = (name: Sound): number => Math.max(...SOUNDS[name].map(({ at, seconds }) => at + seconds));

/* One after the other. A phone that slept has suspended the sounds of its pages. */
export async function make(names: readonly Sound[]): Promise<void> {
    context ??= new AudioContext();
    if (context.state !== 'running') await context.resume();
    let after = 0;
    for (const name of names) {
        for (const tone of SOUNDS[name]) sound(context, after, tone);
        after += lengthOf(name);
    }
}
