import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runnableBlocks } from '../../tools/docs/runnable-blocks.ts';
import { freePort } from '../../tools/testing/free-port.ts';
import { hasPython } from '../../tools/testing/python.ts';
import { checkClient, mockParts } from './check-client.ts';
import { commandClient } from './run-command.ts';

const parts = await mockParts(2);
const CORPUS = fileURLToPath(new URL('corpus', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'good-clients-'));
afterAll(() => rm(folder, { recursive: true }));

/** What is wrong with a command, and the rules that could be tested. */
async function checked(words: readonly string[], milliseconds: number) {
  const client = commandClient(words, milliseconds);
  const { report } = await checkClient({ form: 2, client, interval: 1000 }, parts);
  const ids = (...outcomes: readonly string[]) =>
    report.requirements.filter(({ outcome }) => outcomes.includes(outcome));
  const wrong = ids('fail', 'warn', 'inconclusive').map(({ id, findings }) => [id, findings[0]]);
  return { exitCode: report.exitCode, wrong, tested: ids('pass').map(({ id }) => id) };
}

const PYTHON = hasPython('good clients in Python');
const REQUESTS = hasPython('a good client with requests', 'requests');

const PROGRAMS: readonly (readonly [style: string, words: readonly string[], rules: readonly string[]])[] = [
  [
    'a loop of curl with ETags',
    ['env', 'INTERVAL=1', 'bash', join(CORPUS, 'curl-loop.sh')],
    ['pace.interval', 'pace.if-none-match', 'pace.retry-after-503', 'pace.back-off', 'survives.nulls'],
  ],
  ...(PYTHON
    ? [
        [
          'urllib',
          ['python3', join(CORPUS, 'urllib-export.py')],
          ['parameters.dates', 'parameters.range', 'survives.closed', 'survives.empty'],
        ] as const,
      ]
    : []),
  ...(REQUESTS
    ? [
        [
          'requests that reads all pages',
          ['python3', join(CORPUS, 'requests-pages.py')],
          [
            'paging.opaque-cursor',
            'paging.stops-at-null',
            'key.not-for-other-origins',
            'pace.retry-after-503',
          ],
        ] as const,
      ]
    : []),
];

describe('programs in other languages', { timeout: 180_000 }, () => {
  it.concurrent.each(PROGRAMS)('the check raises nothing for %s', async (_style, words, rules) => {
    const { exitCode, wrong, tested } = await checked(words, 4500);
    expect(wrong).toEqual([]);
    expect(exitCode).toBe(0);
    expect(tested).toEqual(expect.arrayContaining([...rules]));
  });
});

const INTERPRETERS = {
  js: [process.execPath, 'mjs'],
  python: ['python3', 'py'],
  sh: ['bash', 'sh'],
} as const;
const port = await freePort();
const SAMPLES = ['docs/quick-start.md', 'docs/paging.md', 'docs/recipes.md'].flatMap((document) =>
  runnableBlocks(document, readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8'))
    // The others start a service, or set variables.
    .filter(({ text }) => text.includes('HEADCOUNT_URL') && !text.includes('export HEADCOUNT_URL='))
    .filter(({ language }) => language !== 'python' || PYTHON)
    .map(({ line, language, text }) => {
      const [interpreter, extension] = INTERPRETERS[language];
      const file = join(folder, `${document.replaceAll(/\W/g, '-')}-${line}.${extension}`);
      const isServer = text.includes('listen(8080');
      writeFileSync(file, text.replaceAll('8080', String(port)));
      const run = `"${interpreter}" "${file}"`;
      const visit = `for try in 1 2 3 4 5 6 7 8; do curl -s http://127.0.0.1:${port}/ && break; sleep 0.2; done`;
      const script = isServer ? `${run} & ${visit}; wait` : `exec ${run}`;
      return [`${document}, line ${line}`, ['bash', '-c', `cd "${folder}" && ${script}`]] as const;
    }),
);

describe('the samples of our pages', { timeout: 180_000 }, () => {
  it('are all that request something', () => {
    expect(SAMPLES.length).toBeGreaterThanOrEqual(8);
  });

  it.concurrent.each(SAMPLES)('raise nothing: %s', async (_where, words) => {
    const { exitCode, wrong } = await checked(words, 2500);
    expect(wrong).toEqual([]);
    expect(exitCode).toBe(0);
  });
});
