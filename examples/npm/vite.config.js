// Vite's server would bundle the engine by itself, away from its worker and modules.
export default {
  optimizeDeps: { exclude: ['@tavoliere/engine'] },
  build: { target: 'es2023', rolldownOptions: { input: ['index.html', 'board.html', 'game.html'] } },
};
