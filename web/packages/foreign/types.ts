// What must be refused by the types is marked: an error that is not there is one.
import { mountBoard, aspect, type Scene } from '@tavoliere/board';
import { games, loadGame, type Lines, type Position, type Score } from '@tavoliere/engine';

export async function use(host: HTMLElement): Promise<Score | undefined> {
  const names: string[] = games().map(({ game, title }) => `${game} ${title}`);
  const game = await loadGame(names[0]!, { position: 'startpos', moves: ['a2'] });
  const position: Position = game.start.play(game.start.moves[0]!);
  const scene: Scene = position;
  mountBoard(host, { board: game.board, onMove: ({ text }) => void position.play(text) }).show({ ...scene, moves: [] });
  const lines: Lines = await position.analyse({ seconds: 1, signal: new AbortController().signal, onReport: ({ depth }) => void depth.toFixed() });
  const ratio: number = aspect(game.board);
  position.diagram({ style: 'print', turned: ratio > 1 });

  // @ts-expect-error: a limit that there is not
  await position.analyse({ second: 1 });
  // @ts-expect-error: positions are values
  position.turn = 'x';
  // @ts-expect-error: a style that there is not
  position.diagram({ style: 'paper' });
  // @ts-expect-error: a board is wanted
  mountBoard(host, {});
  return lines.lines[0]?.score;
}
