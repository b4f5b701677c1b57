// The engine against itself: node match.js ataxx:size=5x5
import { loadGame } from '@tavoliere/engine';

const game = await loadGame(process.argv[2] ?? 'ataxx');
let position = game.start;
while (!position.result) {
  const { lines: [best], depth } = await position.analyse({ nodes: 2000 });
  console.log(`${game.board.colours[position.turn]} ${best.moves[0]}, depth ${depth}`);
  position = position.play(best.moves[0]);
}
console.log(`${position.result.winner}: ${position.result.reason}`);
