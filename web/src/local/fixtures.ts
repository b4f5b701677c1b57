import type { Side } from '../protocol.ts';
import type { Course } from './engine.ts';
import type { Rules } from './match.ts';

/**
 * A game for tests: x and o say "a" or "b" in turn, "c" wins at once, and "A" is another spelling of "a". The position is what was
 * said.
 */
export const sayings: Rules = async ({ game, position, moves }) => {
  if (game !== 'sayings') throw new Error(`variant: there is no game "${game}"`);
  const look = (said: string) => ({ cells: said, hands: [] });
  const side = (ply: number): Side => (ply % 2 === 0 ? 'x' : 'o');
  let said = position === 'startpos' ? '' : position;
  const start = { ...look(said), position: said, turn: 'x' as Side };
  const history: Course['history'] = [];
  for (const [ply, move] of moves.entries()) {
    const text = move.toLowerCase();
    if (!'abc'.includes(text)) throw new Error(`move: "${move}" is not legal`);
    said += text;
    history.push({ text, path: [text], turn: side(ply), position: said, next: side(ply + 1), ...look(said) });
  }
  const over = said.endsWith('c');
  return {
    game,
    start,
    history,
    ...look(said),
    position: said,
    turn: side(moves.length),
    moves: over ? [] : ['a', 'b', 'c'].map((text) => ({ text, path: [text] })),
    result: over ? { winner: history.at(-1)!.turn, reason: 'said' } : null,
  };
};
