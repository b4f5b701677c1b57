import type { Play } from '../play.svelte.ts';
import type { Lines, Place, Played, Score, Side, Study } from '../protocol.ts';

const wordsOf = (moves = '') => moves.split(' ').filter(Boolean);

/** Answers for a game of two players in which every word but "bad" is a move, and "end" wins. A position is the moves that led to it. */
export class FakeServer {
  readonly places: Place[] = [];
  readonly analysed: Place[] = [];
  /** What the engine answers with. */
  best = ['p', 'q'];
  score: Score = { cp: 0 };
  /** What is asked fails. */
  down = false;

  readonly client = { request: (type: string, data: Place) => (type === 'study' ? this.study(data) : this.analyse(data)) };

  asPlay(): Play {
    return { boardOf: async () => ({ colours: { x: 'Black', o: 'White' } }), client: this.client } as unknown as Play;
  }

  private async study(place: Place): Promise<Study> {
    this.places.push(place);
    if (this.down) throw new Error('down');
    const before = place.position === 'startpos' ? [] : wordsOf(place.position!.replaceAll('.', ' '));
    const moves = wordsOf(place.moves);
    if (moves.includes('bad')) throw new Error('moves: bad');
    const side = (ply: number): Side => (ply % 2 === 0 ? 'x' : 'o');
    const look = (ply: number) => ({ position: [...before, ...moves.slice(0, ply)].join('.') || 'startpos', cells: '.', hands: [] });
    const history: Played[] = moves.map((text, i) => ({
      text, path: [text], turn: side(before.length + i), ...look(i + 1), next: side(before.length + i + 1),
    }));
    const over = moves.at(-1) === 'end';
    return {
      game: place.game, start: { ...look(0), turn: side(before.length) }, from: 0, history, ...look(moves.length),
      moves: over ? [] : ['a', 'b', 'c'].map((text) => ({ text, path: [text] })),
      result: over ? { winner: side(before.length + moves.length - 1), reason: 'line' } : null,
    };
  }

  private async analyse(place: Place): Promise<Lines> {
    this.analysed.push(place);
    if (this.down) throw new Error('down');
    return { depth: 1, nodes: 1, seconds: 0, lines: [{ score: this.score, moves: this.best }], done: true };
  }
}
