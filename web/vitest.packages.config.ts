import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['packages/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } },
});
