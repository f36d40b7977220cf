import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { reportsIn } from './program.fixture.ts';
import { programHere } from './program-here.fixture.ts';

const { path, run } = programHere();
const AS_OF = '2026-10-16T12:30:00-07:00';
const WHEN = ['--as-of', AS_OF, '--time-zone', 'America/Los_Angeles', '--weeks', '2'];

it('headcount simulate writes the same reports of the weeks up to now to a database, a file and a pipe', async () => {
  const file = path('line.ndjson');
  const into = (name: string) => ['--database', `sqlite:${path(name)}`];
  const { code, stdout } = await run(['simulate', ...into('direct.sqlite'), ...WHEN]);
  const added = Number(/^(\d+) simulated reports added, 0 already there\.\n$/.exec(stdout)?.[1]);
  expect([code, added > 100]).toEqual([0, true]);
  expect((await run(['simulate', '--out', file, ...WHEN])).code).toBe(0);
  const written = readFileSync(file, 'utf8');
  expect(await run(['simulate', '--out', '-', ...WHEN])).toEqual({ code: 0, stdout: written, stderr: '' });
  expect(written.split('\n').length).toBe(added + 1);

  expect((await run(['import', file, ...into('imported.sqlite')])).stdout).toContain(`${added} added`);
  const reports = (await reportsIn(path('direct.sqlite'))) ?? [];
  expect(await reportsIn(path('imported.sqlite'))).toEqual(reports);
  const again = await run(['import', file, ...into('direct.sqlite')]);
  expect(again.stdout).toMatch(new RegExp(`: 0 added, ${added} already there\\.`));

  expect(reports.some(({ photo }) => photo !== null)).toBe(true);
  const time = new LocalTime('America/Los_Angeles');
  const times = reports.map(({ createdAt }) => time.timestamp(createdAt));
  expect(times.every((timestamp) => timestamp >= '2026-10-02' && timestamp <= AS_OF)).toBe(true);
  expect(times[0]).toMatch(/^2026-10-16T/);
  expect(times.at(-1)).toMatch(/^2026-10-02T/);
});
