import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../tools/testing/free-port.ts';
import { hasPython } from '../../tools/testing/start-program.ts';
import { checkClient, mockParts } from './check-client.ts';
import { GOOD_PROGRAMS, SAMPLES } from './corpus/good-programs.fixture.ts';
import { commandClient } from './run-command.ts';

const parts = await mockParts(2);
const folder = mkdtempSync(join(tmpdir(), 'good-clients-'));
afterAll(() => rm(folder, { recursive: true }));

/** The findings about a command, and the rules that could be tested. */
async function checked(words: readonly string[], milliseconds: number) {
  const client = commandClient(words, milliseconds);
  const { report } = await checkClient({ form: 2, client, interval: 1000 }, parts);
  const having = (...outcomes: readonly string[]) =>
    report.requirements.filter(({ outcome }) => outcomes.includes(outcome));
  const wrong = having('fail', 'warn', 'inconclusive').map(({ id, findings }) => [id, findings[0]]);
  return { exitCode: report.exitCode, wrong, tested: having('pass').map(({ id }) => id) };
}

describe('programs in other languages', { timeout: 180_000 }, () => {
  const programs = GOOD_PROGRAMS.filter(
    ({ style, module }) => module === undefined || hasPython(`a good client, ${style}`, module),
  );

  it.concurrent.each(programs)('raise nothing: $style', async ({ words, tests }) => {
    const { exitCode, wrong, tested } = await checked(words, 4500);
    expect(wrong).toEqual([]);
    expect(exitCode).toBe(0);
    expect(tested).toEqual(expect.arrayContaining([...tests]));
  });
});

const INTERPRETERS = {
  js: [process.execPath, 'mjs'],
  python: ['python3', 'py'],
  sh: ['bash', 'sh'],
} as const;

describe('the samples of the guides', { timeout: 180_000 }, () => {
  const samples = SAMPLES.filter(({ language }) => language !== 'python' || hasPython('samples in Python'));

  it.concurrent.each(samples)(
    'raise nothing: $document, line $line',
    async ({ document, line, language, text, isLoop }) => {
      const [interpreter, extension] = INTERPRETERS[language];
      const file = join(folder, `${document.replaceAll(/\W/g, '-')}-${line}.${extension}`);
      const port = await freePort();
      writeFileSync(file, text.replaceAll('8080', String(port)));
      const run = `"${interpreter}" "${file}"`;
      // A server sends requests for its visitors.
      const visit = `for try in 1 2 3 4 5 6 7 8; do curl -s http://127.0.0.1:${port}/ && break; sleep 0.2; done`;
      const script = text.includes('listen(8080') ? `${run} & ${visit}; wait` : `exec ${run}`;
      const words = ['env', 'INTERVAL=1', 'bash', '-c', `cd "${folder}" && ${script}`];
      const { exitCode, wrong, tested } = await checked(words, 3500);
      expect(wrong).toEqual([]);
      expect(exitCode).toBe(0);
      if (isLoop && !text.includes('listen(8080'))
        expect(tested).toEqual(expect.arrayContaining(['pace.interval', 'pace.if-none-match']));
    },
  );
});
