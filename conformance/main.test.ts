import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main } from './main.ts';
import { programOutput } from './testing/program.fixture.ts';

const output = programOutput('key');
const printed = () => output.printed.join('\n');

it('shows what it can do when it gets no arguments', async () => {
  expect(await main([])).toBe(2);
  for (const text of [
    '--write-expected <file>',
    '--repeat <n>',
    'judge [options]',
    'compare [options]',
    'Exit codes',
  ])
    expect(printed()).toContain(text);
});

it('rejects two lists of expected failures', async () => {
  const lists = ['--expected-failures', 'a.yaml', '--write-expected', 'b.yaml'];
  expect(await main(['--url', 'http://127.0.0.1:9', '--form', '2', ...lists])).toBe(2);
  expect(printed()).toContain('give only one');
});

it('rejects a folder for the reports that cannot be written, before it sends a request', async () => {
  const file = join(output.folder, 'file');
  writeFileSync(file, '');
  expect(await main(['--url', 'http://127.0.0.1:9', '--form', '2', '--out', join(file, 'reports')])).toBe(2);
  expect(output.printed).toEqual([expect.stringMatching(/^--out .* cannot be written: ENOTDIR/)]);
});

/** A folder with a report of one requirement. */
function reportIn(folder: string, outcome: 'pass' | 'fail'): string {
  mkdirSync(folder, { recursive: true });
  const requirements = [{ id: 'a.b', promise: 'Promise.', outcome }];
  const report = { version: 1, verdict: 'failure', requirements };
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  return folder;
}

it('compares two reports, each a file or its folder', async () => {
  const before = reportIn(join(output.folder, 'before'), 'pass');
  const after = reportIn(join(output.folder, 'after'), 'fail');
  expect(await main(['compare', before, join(after, 'report.json')])).toBe(1);
  expect(printed()).toContain('New failures\n  a.b  Promise.');
  expect(await main(['compare', after, before, '--json'])).toBe(0);
  expect(JSON.parse(output.printed.at(-1) ?? '')).toMatchObject({ fixed: [{ id: 'a.b' }], exitCode: 0 });
  expect(await main(['compare', before, output.folder])).toBe(2);
  expect(await main(['compare', before, join(output.folder, 'none')])).toBe(2);
});

it('compares reports that an editor of Windows has saved', async () => {
  const [before, after] = ['before', 'after'].map((name) => reportIn(join(output.folder, name), 'pass'));
  const summary = join(output.folder, 'summary.json');
  writeFileSync(summary, '\uFEFF{"runs":1}\r\n');
  const report = join(reportIn(join(output.folder, 'run-1'), 'pass'), 'report.json');
  writeFileSync(report, `\uFEFF${readFileSync(report, 'utf8')}\r\n`);
  expect(await main(['compare', String(before), String(after)])).toBe(0);
  expect(await main(['compare', output.folder, report])).toBe(0);
});

it('compares the folders of repeated runs, without the runs that an earlier series left', async () => {
  const repeated = join(output.folder, 'repeated');
  const single = reportIn(join(output.folder, 'single'), 'pass');
  for (const [run, outcome] of (['pass', 'fail', 'fail'] as const).entries())
    reportIn(join(repeated, `run-${run + 1}`), outcome);
  const count = (runs: number) => writeFileSync(join(repeated, 'summary.json'), JSON.stringify({ runs }));
  count(3);
  expect(await main(['compare', single, repeated, '--json'])).toBe(0);
  expect(JSON.parse(output.printed.at(-1) ?? '')).toMatchObject({
    ...{ newFailures: [], flaky: [{ id: 'a.b', before: 'pass', after: 'flaky' }] },
  });
  count(1);
  expect(await main(['compare', single, repeated, '--json'])).toBe(0);
  expect(JSON.parse(output.printed.at(-1) ?? '')).toMatchObject({ flaky: [], same: 1 });
  reportIn(repeated, 'pass');
  expect(await main(['compare', single, repeated])).toBe(2);
  expect(printed()).toContain('use a folder for each');
});
