import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { programUnderTest, type Result, reportsIn } from './program.fixture.ts';

const program = programUnderTest();
const AS_OF = '2026-10-16T12:30:00-07:00';
const WHEN = ['--as-of', AS_OF, '--time-zone', 'America/Los_Angeles', '--weeks', '2'];

describe('headcount simulate', { timeout: 60_000 }, () => {
  let direct: Result;
  let file: Result;
  let piped: Result;
  beforeAll(async () => {
    [direct, file, piped] = await Promise.all([
      program.run(['simulate', '--database', 'sqlite:direct.sqlite', ...WHEN]),
      program.run(['simulate', '--out', 'line.ndjson', ...WHEN]),
      program.run(['simulate', '--out', '-', ...WHEN]),
    ]);
  });
  const written = () => readFileSync(program.path('line.ndjson'), 'utf8');

  it('writes the same reports to a database, a file and a pipe', async () => {
    expect([direct.code, file.code, piped.code]).toEqual([0, 0, 0]);
    const added = Number(/^(\d+) simulated reports added, 0 already there\.\n$/.exec(direct.stdout)?.[1]);
    expect(added).toBeGreaterThan(100);
    expect(written()).toBe(piped.stdout);
    expect(written().split('\n').length).toBe(added + 1);

    const imported = await program.run(['import', 'line.ndjson', '--database', 'sqlite:imported.sqlite']);
    expect(imported.stdout).toContain(`${added} added`);
    const reports = await reportsIn(program.path('direct.sqlite'));
    expect(await reportsIn(program.path('imported.sqlite'))).toEqual(reports);
    const again = await program.run(['import', 'line.ndjson', '--database', 'sqlite:direct.sqlite']);
    expect(again.stdout).toMatch(new RegExp(`: 0 added, ${added} already there\\.`));
    expect(reports?.some(({ photo }) => photo !== null)).toBe(true);
  });

  it('covers the weeks up to now', async () => {
    const reports = (await reportsIn(program.path('direct.sqlite'))) ?? [];
    const time = new LocalTime('America/Los_Angeles');
    const times = reports.map(({ createdAt }) => time.timestamp(createdAt));
    expect(times.every((timestamp) => timestamp >= '2026-10-02' && timestamp <= AS_OF)).toBe(true);
    expect(times[0]?.startsWith('2026-10-16T')).toBe(true);
    expect(times.at(-1)?.startsWith('2026-10-02T')).toBe(true);
  });
});
