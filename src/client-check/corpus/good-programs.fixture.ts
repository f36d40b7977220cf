import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RunnableBlock, runnableBlocks } from '../../../tools/docs/runnable-blocks.ts';

/** A program without mistakes. */
export interface GoodProgram {
  readonly style: string;
  readonly words: readonly string[];
  /** The module of Python that it needs. */
  readonly module?: string;
  /** Some of the rules that it must let the check test. */
  readonly tests: readonly string[];
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Programs in other languages, which the check runs as commands. */
export const GOOD_PROGRAMS: readonly GoodProgram[] = [
  {
    style: 'a loop of curl with ETags',
    words: ['env', 'INTERVAL=1', 'bash', file('curl-loop.sh')],
    tests: ['pace.interval', 'pace.if-none-match', 'pace.retry-after-503', 'pace.back-off', 'survives.nulls'],
  },
  {
    style: 'urllib that reads the export',
    words: ['python3', file('urllib-export.py')],
    module: 'urllib',
    tests: ['parameters.dates', 'parameters.range', 'survives.closed', 'survives.empty'],
  },
  {
    style: 'requests that reads all pages',
    words: ['python3', file('requests-pages.py')],
    module: 'requests',
    tests: [
      'paging.opaque-cursor',
      'paging.stops-at-null',
      'key.not-for-other-origins',
      'pace.retry-after-503',
    ],
  },
];

/** Pages that a browser opens. */
export const GOOD_PAGES = ['the explorer', 'the display of the recipes'] as const;

/** The samples of the guides that send requests: all blocks that run, except those that start a service or set variables. */
export const SAMPLES: readonly RunnableBlock[] = [
  'docs/quick-start.md',
  'docs/paging.md',
  'docs/recipes.md',
].flatMap((document) =>
  runnableBlocks(document, readFileSync(file(`../../../${document}`), 'utf8')).filter(
    ({ text }) => text.includes('HEADCOUNT_URL') && !text.includes('export HEADCOUNT_URL='),
  ),
);
