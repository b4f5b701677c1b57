import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['looks/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } },
});
