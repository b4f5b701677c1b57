import type { GameState, Players, Result, Side } from '../protocol.ts';
import type { Course, Place } from './engine.ts';
import type { GameRecord } from './store.ts';

/** What the rules say of a place. */
export type Rules = (place: Place) => Promise<Course>;

/** A game: its record, and what the rules say of it. A value, as the server's Match is, with the same answers. */
export class Match {
  private constructor(
    readonly record: GameRecord,
    private readonly course: Course,
  ) {}

  static async start(rules: Rules, key: string, game: string, position: string, players: Players): Promise<Match> {
    const course = await rules({ game, position, moves: [] });
    const start = course.start.position;
    const { game: spelled, result } = course;
    return new Match({ key, version: 1, game: spelled, start, players, moves: [], resigned: null, result }, course);
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

  async play(rules: Rules, move: string): Promise<Match> {
    if (this.result) throw new Error(`move: the game is over: ${this.result.reason}`);
    const course = await rules({ ...this.place, moves: [...this.record.moves, move] });
    return this.becomes({ moves: course.history.map(({ text }) => text) }, course);
  }

  /** Back to where a person was last to move. A resignation is taken back like a move. */
  async undo(rules: Rules): Promise<Match> {
    let target = this.record.resigned ? this.ply : this.ply - 1;
    while (target >= 0 && !this.isPerson(this.turnAt(target))) --target;
    if (target < 0) throw new Error('undo: there is no earlier position where a person is to move');
    const moves = this.record.moves.slice(0, target);
    return this.becomes({ moves, resigned: null }, await rules({ ...this.place, moves }));
  }

  resign(colour: Side): Match {
    if (this.result) throw new Error(`resign: the game is over: ${this.result.reason}`);
    if (!this.isPerson(colour)) throw new Error(`resign: ${colour} is not played by a person`);
    return this.becomes({ resigned: colour });
  }

  seat(players: Players): Match {
    return this.becomes({ players });
  }

  /** Was this, in any spelling, the move that was made after so many others? */
  async hasPlayed(rules: Rules, ply: number, move: string): Promise<boolean> {
    const before = this.record.moves.slice(0, ply);
    const played = await rules({ ...this.place, moves: [...before, move] }).catch(() => undefined);
    return played?.history[ply]!.text === this.record.moves[ply];
  }

  /** The `d` of the protocol's state. */
  state(): GameState {
    const { key, version, players } = this.record;
    const { result, engineIsToMove: thinking } = this;
    const moves = result || thinking ? [] : this.course.moves;
    return { ...this.course, key, version, ...players, moves, result, thinking };
  }

  private turnAt(ply: number): Side {
    return ply === this.ply ? this.turn : this.course.history[ply]!.turn;
  }

  private isPerson(colour: Side): boolean {
    return this.record.players[colour].kind === 'person';
  }

  private becomes(change: Partial<GameRecord>, course = this.course): Match {
    const record = { ...this.record, ...change, version: this.record.version + 1 };
    return new Match({ ...record, result: resultOf(record, course) }, course);
  }
}

const resultOf = ({ resigned }: GameRecord, course: Course): Result | null =>
  resigned ? { winner: resigned === 'x' ? 'o' : 'x', reason: 'resigned' } : course.result;

const placeOf = ({ game, start, moves }: GameRecord): Place => ({ game, position: start, moves });
