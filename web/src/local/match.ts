import type { GameState, Players, Result, Side, TimeControl } from '../protocol.ts';
import { clockState, deadline, moved, newClock, stopped, turnedBack, type KeptClock } from './clock.ts';
import { otherSide } from '../sides.ts';
import type { Course, Place } from './engine.ts';
import type { GameRecord } from './store.ts';

/** What the rules say of a place. */
export type Rules = (place: Place) => Promise<Course>;

/** A game: its record, and what the rules say of it. A value, as LiveGame is (src/play/live_game.hpp), with the same answers. */
export class Match {
  private constructor(
    readonly record: GameRecord,
    private readonly course: Course,
  ) {}

  static async start(
    rules: Rules, key: string, game: string, position: string, players: Players, control?: TimeControl | null,
  ): Promise<Match> {
    const course = await rules({ game, position, moves: [] });
    const start = course.start.position;
    const { game: spelled, result } = course;
    const clock = control ? { clock: newClock(control) } : {};
    return new Match({ key, version: 1, game: spelled, start, players, moves: [], resigned: null, result, ...clock }, course);
  }

  static async replay(rules: Rules, record: GameRecord): Promise<Match> {
    return new Match(record, await rules(placeOf(record)));
  }

  get ply(): number {
    return this.record.moves.length;
  }

  get turn(): Side {
    return this.course.turn;
  }

  get place(): Place {
    return placeOf(this.record);
  }

  get moves(): GameState['moves'] {
    return this.course.moves;
  }

  get result(): Result | null {
    return resultOf(this.record, this.course);
  }

  get engineIsToMove(): boolean {
    return !this.isPerson(this.turn) && !this.result;
  }

  /** When the player to move will have lost on time. */
  get deadline(): number | undefined {
    const { clock } = this.record;
    return clock && !this.result ? deadline(clock, this.turn) : undefined;
  }

  isTimeUp(now: number): boolean {
    return this.deadline !== undefined && now >= this.deadline;
  }

  async play(rules: Rules, move: string, now: number): Promise<Match> {
    if (this.result) throw new Error(`move: the game is over: ${this.result.reason}`);
    const course = await rules({ ...this.place, moves: [...this.record.moves, move] });
    const moves = course.history.map(({ text }) => text);
    return this.becomes({ moves, ...this.clockAfter((clock) => moved(clock, this.turn, moves.length, now)) }, course, now);
  }

  /** Back to where a person was last to move. A resignation is taken back like a move. */
  async undo(rules: Rules, now: number): Promise<Match> {
    if (this.record.late) throw new Error('undo: a loss on time cannot be taken back');
    let target = this.record.resigned ? this.ply : this.ply - 1;
    while (target >= 0 && !this.isPerson(this.turnAt(target))) --target;
    if (target < 0) throw new Error('undo: there is no earlier position where a person is to move');
    const moves = this.record.moves.slice(0, target);
    const clock = this.clockAfter((running) => turnedBack(running, this.turn, target, now));
    return this.becomes({ moves, resigned: null, ...clock }, await rules({ ...this.place, moves }), now);
  }

  resign(colour: Side, now: number): Match {
    if (this.result) throw new Error(`resign: the game is over: ${this.result.reason}`);
    if (!this.isPerson(colour)) throw new Error(`resign: ${colour} is not played by a person`);
    return this.becomes({ resigned: colour }, this.course, now);
  }

  loseOnTime(now: number): Match {
    return this.becomes({ late: this.turn }, this.course, now);
  }

  seat(players: Players, now: number): Match {
    return this.becomes({ players }, this.course, now);
  }

  /** Was this, in any spelling, the move that was made after so many others? */
  async hasPlayed(rules: Rules, ply: number, move: string): Promise<boolean> {
    const before = this.record.moves.slice(0, ply);
    const played = await rules({ ...this.place, moves: [...before, move] }).catch(() => undefined);
    return played?.history[ply]!.text === this.record.moves[ply];
  }

  /** The `d` of the protocol's state. */
  state(now: number): GameState {
    const { key, version, players, clock } = this.record;
    const { result, engineIsToMove: thinking } = this;
    const moves = result || thinking ? [] : this.course.moves;
    return { ...this.course, key, version, ...players, moves, result, thinking, clock: clock ? clockState(clock, this.turn, now) : null };
  }

  private clockAfter(change: (clock: KeptClock) => KeptClock): Pick<GameRecord, 'clock'> {
    return this.record.clock ? { clock: change(this.record.clock) } : {};
  }

  private turnAt(ply: number): Side {
    return ply === this.ply ? this.turn : this.course.history[ply]!.turn;
  }

  private isPerson(colour: Side): boolean {
    return this.record.players[colour].kind === 'person';
  }

  private becomes(change: Partial<GameRecord>, course: Course, now: number): Match {
    const record = { ...this.record, ...change, version: this.record.version + 1 };
    const result = resultOf(record, course);
    const clock = record.clock && result ? { clock: stopped(record.clock, course.turn, now) } : {};
    return new Match({ ...record, result, ...clock }, course);
  }
}

function resultOf({ resigned, late }: GameRecord, course: Course): Result | null {
  if (late) return { winner: otherSide(late), reason: 'time' };
  return resigned ? { winner: otherSide(resigned), reason: 'resigned' } : course.result;
}

const placeOf = ({ game, start, moves }: GameRecord): Place => ({ game, position: start, moves });
