import { mountBoard, type Cell } from '@tavoliere/board';
import '@tavoliere/board/board.css';

const cells = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y): Cell => ({
  name: `${'abc'[x]}${3 - y}`, centre: [x + 0.5, y + 0.5], outline: [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]],
})));
let stones = '.........', turn = 'x';

const board = mountBoard(document.querySelector<HTMLElement>('#board')!, {
  board: { box: [0, 0, 3, 3], cells, labels: [], colours: { x: 'Black', o: 'White' } },
  onMove({ path }) {
    const at = cells.findIndex(({ name }) => name === path[0]);
    stones = stones.slice(0, at) + turn + stones.slice(at + 1);
    turn = turn === 'x' ? 'o' : 'x';
    show(path);
  },
});
const moves = () => cells.filter((_, i) => stones[i] === '.').map(({ name }) => ({ text: name, path: [name] }));
const show = (last: readonly string[] = []) => board.show({ cells: stones, moves: moves(), last, via: { path: last } });
show();
