/** Sounds of wood, made here: no file is fetched. */

export type Sound = 'move' | 'turn' | 'end';

/** Of each: pitches in hertz, one after the other, and how long each rings, in seconds. */
const notes: Record<Sound, { pitches: readonly number[]; rings: number }> = {
  move: { pitches: [190], rings: 0.07 },
  turn: { pitches: [190, 285], rings: 0.09 },
  end: { pitches: [262, 330, 392], rings: 0.22 },
};
const loudness = 0.16;
const apart = 0.11;

let context: AudioContext | undefined;

/** Nothing sounds before the page was touched: browsers forbid it. */
export function sound(what: Sound): void {
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  const { pitches, rings } = notes[what];
  pitches.forEach((pitch, i) => knock(context!, pitch, context!.currentTime + i * apart, rings));
}

/** A knock whose pitch falls a little, as of wood on wood. */
function knock(to: AudioContext, pitch: number, at: number, rings: number): void {
  const [tone, volume] = [to.createOscillator(), to.createGain()];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(1.5 * pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.02);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.001, at + rings);
  tone.connect(volume).connect(to.destination);
  tone.start(at);
  tone.stop(at + rings);
}
