import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'conformance/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'conformance/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.suite.ts', '**/*.generated.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
