import { defineConfig } from 'vitest/config';

// The figures are what one runs it for: the reporter that shows everything a test says.
export default defineConfig({
  test: { include: ['speed/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 60_000, fileParallelism: false, reporters: ['verbose'] },
});
