/** What is said of what is asked, as it stands: by a puzzle, by a lesson. */
import { speech } from '../language.svelte.ts';
import type { BoardInfo } from '../protocol.ts';
import { otherSide } from '../sides.ts';
import { colourName, pieceName, resultSentence } from '../texts.ts';
import type { Lesson } from './lessons.ts';
import type { Challenge, Puzzle } from './puzzles.ts';
import type { Solver } from './solver.svelte.ts';
import { verdict } from './verdict.ts';
import { words } from './words.ts';

export interface Said {
  status: string;
  /** Empty where there is nothing to add. */
  comment: string;
}

const moverOf = ({ walk }: Solver) => walk.study?.start.turn ?? 'x';

function statusOf({ walk, phase, puzzle, tried, winsToo }: Solver, board: BoardInfo, asks: string, solved: string): string {
  const t = words();
  if (walk.halfMade) return speech.t.choose(colourName(speech.t, board.colours, walk.study?.start.turn ?? 'x'));
  if (phase === 'checking') return t.checking(tried);
  if (phase === 'wrong') return verdict(t, puzzle, tried, winsToo);
  if (phase === 'solved') return solved;
  return phase === 'shown' ? t.shown : asks;
}

/** How a wrong move was answered, or how the game ended by it. */
function answerTo(solver: Solver, board: BoardInfo): string {
  const { walk, found } = solver;
  const mover = moverOf(solver);
  const answer = walk.history[2 * found + 1]?.text;
  if (answer) return words().answered(colourName(speech.t, board.colours, otherSide(mover)), answer);
  return walk.study?.result ? resultSentence(speech.t, board.colours, walk.study.result, mover) : '';
}

/** Where the move that is asked for begins, once that was asked. */
function hintOf({ hint }: Solver, board: BoardInfo): string {
  const named = hint.map((step) => (step.startsWith('@') ? pieceName(speech.t, board.colours, step[1]!, board.pieces) : step));
  return named.length > 0 ? words().begins(named.join(', ')) : '';
}

export function puzzleSays(solver: Solver<Puzzle>, board: BoardInfo): Said {
  const t = words();
  const { puzzle, phase, found, over, other, winsToo } = solver;
  const nameOf = (side: 'x' | 'o') => colourName(speech.t, board.colours, side);
  const mover = moverOf(solver);
  const status = statusOf(solver, board, t.task[puzzle.goal](nameOf(mover)), t.solved);
  if (phase === 'wrong') return { status, comment: winsToo ? t.winsTooHelp : answerTo(solver, board) };
  if (over && other) return { status, comment: t.asGood(other, puzzle.line[0]!) };
  if (over) return { status, comment: [t.rightWas(puzzle.line[0]!), puzzle.goal === 'win' && puzzle.plies ? t.within(puzzle.plies) : ''].join(' ') };
  const before = found > 0 ? [t.goesOn(puzzle.line[2 * found - 2]!), t.answered(nameOf(otherSide(mover)), puzzle.line[2 * found - 1]!)] : [];
  const own = puzzle.played ? t.played(puzzle.played) : '';
  return { status, comment: [own, ...before, hintOf(solver, board)].join(' ').trim() };
}

export function lessonSays(solver: Solver<Lesson>, board: BoardInfo): Said {
  const { puzzle: lesson, phase, over, other } = solver;
  const status = statusOf(solver, board, speech.say(lesson.asks), words().wasIt(other || lesson.line[0]!));
  if (phase === 'wrong') return { status, comment: answerTo(solver, board) };
  return { status, comment: over ? speech.say(lesson.says) : hintOf(solver, board) };
}

/** What is read aloud: what is asked or said, and each move that is shown. */
export function aloud({ walk, open }: Solver<Challenge>, board: BoardInfo, said: readonly string[]): string {
  const played = walk.history[walk.ply - 1];
  const move = open && played ? speech.t.moved(colourName(speech.t, board.colours, played.turn), played.text) : '';
  return [...said, move].filter(Boolean).map((words) => (/[.…]$/.test(words) ? words : `${words}.`)).join(' ');
}
