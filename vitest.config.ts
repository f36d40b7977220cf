import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/testing/memory-folder.ts';

const TESTS = '{src,tools,conformance,bench,docs-site,mocks,docs}/**/*';
const NEVER = ['**/node_modules/**', 'src/cli/stubs/template/**', 'docs-site/dist*/**'];

const NO_PROCESSES = 'tools/testing/no-processes.setup.ts';

/** Tests that take long by nature, which `npm run test:all` runs: their file names end in `.long.<project>.test.ts`. */
const LONG = '**/*.long.*.test.ts';

const POSTGRES = 'tools/testing/postgres.global.ts';
const DEPLOYMENTS = 'tools/testing/browser/shared-deployments.global.ts';

/** The tests whose file names end in `.<name>.test.ts`. */
const suffixed = (name: string) => ({
  name,
  include: [`${TESTS}.${name}.test.ts`],
  exclude: [...NEVER, LONG],
});

/** Those of them that take long. */
const long = (name: string) => ({
  name: `long-${name}`,
  include: [`${TESTS}.long.${name}.test.ts`],
  exclude: NEVER,
});

keepTemporaryFilesInMemory();

export default defineConfig({
  test: {
    // No test measures time, so a loaded machine must not make one fail.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Files share a worker's modules, because loading them for each file took longer than running all tests.
    isolate: false,
    // One more than there are cores: tests of pages and processes wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${TESTS}.test.ts`],
          exclude: [...NEVER, '**/*.{http,process,browser,postgres}.test.ts', 'src/service/http/**'],
          setupFiles: [NO_PROCESSES],
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: [`${TESTS}.http.test.ts`, 'src/service/http/**/*.test.ts'],
          exclude: [...NEVER, LONG, '**/*.{process,browser,postgres}.test.ts'],
          setupFiles: [NO_PROCESSES],
          pool: 'threads',
        },
      },
      { extends: true, test: suffixed('process') },
      { extends: true, test: { ...suffixed('browser'), globalSetup: [DEPLOYMENTS] } },
      { extends: true, test: { ...suffixed('postgres'), globalSetup: [POSTGRES] } },
      { extends: true, test: { ...long('http'), setupFiles: [NO_PROCESSES], pool: 'threads' } },
      { extends: true, test: long('process') },
      { extends: true, test: { ...long('browser'), globalSetup: [DEPLOYMENTS] } },
      { extends: true, test: { ...long('postgres'), globalSetup: [POSTGRES] } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'conformance/**/*.ts', 'mocks/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        '**/*.suite.ts',
        '**/*.fixture.ts',
        '**/*.generated.ts',
        'src/cli/stubs/template/**',
      ],
      reporter: ['text-summary', 'html'],
    },
  },
});
