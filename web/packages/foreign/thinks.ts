import { loadGame } from '@tavoliere/engine';

// No await by itself: Vite makes a classic script of a worker where it is told nothing else.
loadGame('ataxx').then(async ({ start }) => {
  const { depth, nodes, lines } = await start.analyse({ nodes: 20_000 });
  postMessage({ depth, nodes, lines });
});
