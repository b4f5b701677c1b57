import { mountBoard, type MountedBoard } from '@tavoliere/board';
import '@tavoliere/board/board.css';
import { games, loadGame, type Game, type Position } from '@tavoliere/engine';

const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const [variant, level, says] = [find<HTMLSelectElement>('variant'), find<HTMLInputElement>('level'), find('says')];
for (const { title, presets } of games()) for (const preset of presets) variant.add(new Option(`${title}: ${preset.title.en}`, preset.game));

let game: Game, board: MountedBoard, position: Position, thinking = new AbortController();

async function begin() {
  const loaded = await loadGame(variant.value);
  if (loaded.variant !== variant.value) return; // another one has been chosen meanwhile
  board?.destroy();
  game?.close();
  game = loaded;
  board = mountBoard(find('board'), { board: game.board, onMove: (move) => go(position.play(move)) });
  go(game.start);
}

async function go(next: Position) {
  thinking.abort();
  const { signal } = (thinking = new AbortController());
  const { result, turn } = (position = next);
  const { colours } = game.board;
  if (result) says.textContent = result.winner === 'draw' ? 'A draw' : `${colours[result.winner]} wins`;
  else says.textContent = turn === 'x' ? `Your move, ${colours.x}` : `${colours.o} is thinking`;
  board.show(turn === 'x' ? position : { ...position, moves: [] });
  if (result || turn === 'x') return;
  try {
    const { lines } = await position.analyse({ level: Number(level.value), signal });
    go(position.play(lines[0]!.moves[0]!));
  } catch (error) {
    if (!signal.aborted) says.textContent = (error as Error).message;
  }
}

variant.onchange = begin;
find('back').onclick = () => go(position.turn === 'x' ? position.back().back() : position.back());
begin();
