import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sampleReports } from '../../src/service/http/sample-data.fixture.ts';
import { services, shared } from '../../src/service/http/service-under-test.fixture.ts';
import { hasPython } from '../testing/start-program.ts';
import type { Sample } from './bundle.ts';
import { PROJECT } from './redocly.ts';

/** How to run the samples of a language in one process, to save time, with no name that one of them leaves to the next. */
interface Runner {
  readonly command: readonly [program: string, ...given: string[]];
  /** The program's input, which prints SEPARATOR after each sample. */
  readonly input: (sources: readonly string[]) => string;
}

const SEPARATOR = '~~~~';
const PYTHON = `import json, sys
for source in json.load(sys.stdin):
    exec(source, {"__name__": "__main__"})
    print("${SEPARATOR}")`;
const RUNNERS: Readonly<Record<string, Runner>> = {
  curl: {
    command: ['bash', '-euo', 'pipefail'],
    input: (sources) =>
      sources
        .map(
          (source) => `(${source}\n)\nif [ -e reports.csv ]; then cat reports.csv; fi\necho '${SEPARATOR}'`,
        )
        .join('\n'),
  },
  JavaScript: {
    command: [process.execPath, '--input-type=module'],
    input: (sources) => sources.map((source) => `{${source}}\nconsole.log('${SEPARATOR}');`).join('\n'),
  },
  Python: { command: ['python3', '-c', PYTHON], input: (sources) => JSON.stringify(sources) },
};
/** Text that the samples of an operation print, and only the right response contains. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  getStatus: /\d+-\d+/,
  getChart: /2026-10-16T12:15:00-07:00\W+(value\W+)?\d/,
  getPatterns: /12(:00|,"value":) ?\d/,
  listReports: /2026-10-16T12:.*\s.*\?limit=3&cursor=\w+|\?limit=3&cursor=\w+.*2026-10-16T12:/,
  getHighlights: /2026-10-1\d.*(lunch.*\/photos\/|\/photos\/.*lunch)/,
  exportReports: /2026-10-16T12:\S+[ ,]\d+/,
};

const start = services();
const root = mkdtempSync(join(tmpdir(), 'samples-'));
afterAll(() => rmSync(root, { recursive: true }));
const languages = hasPython('samples in Python') ? ['curl', 'JavaScript', 'Python'] : ['curl', 'JavaScript'];

/** Runs samples of one language as a reader would, in an empty folder. Returns what each of them prints or saves. */
function run(label: string, sources: readonly string[], key: string): Promise<readonly string[]> {
  const { command, input } = RUNNERS[label] as Runner;
  const [program, ...rest] = command;
  const options = {
    cwd: mkdtempSync(join(root, 'run-')),
    env: { PATH: process.env['PATH'], HEADCOUNT_API_KEY: key },
  };
  return new Promise((resolve, reject) => {
    const child = execFile(program, rest, options, (error, stdout) => {
      if (error === null) resolve(stdout.split(SEPARATOR).slice(0, -1));
      else reject(error);
    });
    child.stdin?.end(input(sources));
  });
}

interface Operation {
  readonly operationId: string;
  readonly 'x-codeSamples': readonly Sample[];
}

describe.each([1, 2] as const)('the samples of Form %i', (form) => {
  const service = shared(start, { form, reports: sampleReports() });
  const document = parse(readFileSync(join(PROJECT, `openapi/form-${form}.yaml`), 'utf8'));
  const operations = Object.values<{ get: Operation }>(document.paths).map(({ get }) => get);
  const server: string = document.servers[0].url;
  const sourcesIn = (language: string) =>
    operations.map(
      (operation) => operation['x-codeSamples'].find(({ label }) => label === language)?.source ?? '',
    );

  it('exist in three languages, and name the default server once', () => {
    for (const language of ['curl', 'JavaScript', 'Python']) {
      for (const source of sourcesIn(language)) {
        expect(source.match(/https?:\/\/[^/]*/g), source).toEqual([server]);
      }
    }
  });

  it.each(languages)('print what the operations return, in %s', async (language) => {
    const { url, key } = service();
    const sources = sourcesIn(language).map((source) => source.replace(server, url));
    const printed = await run(language, sources, key);
    expect(printed.length).toBe(operations.length);
    operations.forEach(({ operationId }, at) => {
      expect(printed[at], operationId).toMatch(PRINTED[operationId] as RegExp);
    });
    await expect(run(language, sources.slice(0, 1), 'wrong')).rejects.toThrow('Command failed');
  });
});
