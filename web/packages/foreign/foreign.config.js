import examples from './vite.config.js';

const { build } = examples;
export default { ...examples, build: { ...build, rolldownOptions: { input: [...build.rolldownOptions.input, 'worker.html'] } } };
