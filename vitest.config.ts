import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // No test is about time; a loaded machine shall not fail any
    testTimeout: 30_000,
    hookTimeout: 30_000,
    exclude: ['**/node_modules/**', 'src/stubs/template/**'],
    include: ['{src,tools,conformance,bench,docs-site,mocks,docs}/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'conformance/**/*.ts', 'mocks/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        '**/*.suite.ts',
        '**/*.fixture.ts',
        '**/*.generated.ts',
        'src/stubs/template/**',
      ],
      reporter: ['text-summary', 'html'],
    },
  },
});
