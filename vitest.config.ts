import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', 'src/stubs/template/**'],
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'conformance/**/*.test.ts', 'bench/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'conformance/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.suite.ts', '**/*.generated.ts', 'src/stubs/template/**'],
      reporter: ['text-summary', 'html'],
    },
  },
});
