import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { check, checkBackup } from '../../service/store/backup/check.ts';
import { openStore } from '../../service/store/open-store.ts';
import { NOON, newReport } from '../../service/store/suite/new-report.fixture.ts';
import { databaseWithReports } from './database-with-reports.fixture.ts';
import { programUnderTest } from './program.fixture.ts';

const program = programUnderTest();
const databaseAt = (name: string) => ({ engine: 'sqlite', file: program.path(name) }) as const;

const withReports = (name: string, count: number) => databaseWithReports(program.path(name), count);

describe('headcount backup and restore', { timeout: 120_000 }, () => {
  it('copy one moment of a database that changes all the time', async () => {
    const database = await withReports('busy.sqlite', 20_000);
    const store = await openStore(databaseAt('busy.sqlite'), { create: false });
    const running = program.run(['backup', '--database', database, '--to', 'busy']);
    let ended = false;
    const end = running.then(() => {
      ended = true;
    });
    let added = 0;
    while (!ended) {
      added += await store.advance('pairs', (value) => {
        const pairs = Number(value ?? 0) + 1;
        return {
          value: String(pairs),
          reports: [1, 2].map((n) => newReport({ createdAt: NOON - 1_000_000 * pairs, line: n })),
        };
      });
      await sleep(1);
    }
    await end;
    expect((await running).stderr).toBe('');
    await store.close();
    expect(added).toBeGreaterThan(50);
    await program.run(['restore', '--from', 'busy', '--database', `sqlite:${program.path('calm.sqlite')}`]);
    const copy = await openStore(databaseAt('calm.sqlite'), { create: false });
    const pairs = Number(await copy.metadata('pairs'));
    expect(await copy.observations({ start: 0, end: NOON })).toHaveLength(2 * pairs);
    await copy.close();
    expect((await checkBackup(program.path('busy'))).problems).toEqual([]);
  });

  it('leave nothing half done, and no temporary file, when SIGTERM ends them', async () => {
    const database = await withReports('full.sqlite', 100_000);
    await program.run(['backup', '--database', database, '--to', 'whole']);
    const outcomes = new Set<number | null>();
    for (const milliseconds of [0, 20, 80]) {
      const to = `ended-${milliseconds}`;
      outcomes.add(await endedAfter(['backup', '--database', database, '--to', to], milliseconds));
      if (existsSync(program.path(to))) expect((await checkBackup(program.path(to))).problems).toEqual([]);
      const target = databaseAt(`${to}.sqlite`);
      await withReports(`${to}.sqlite`, 1);
      const restore = ['restore', '--from', 'whole', '--force', '--database', `sqlite:${target.file}`];
      outcomes.add(await endedAfter(restore, milliseconds));
      const { problems, counts } = await check(target);
      expect(problems).toEqual([]);
      expect([1, 100_000]).toContain(counts?.report);
    }
    expect(outcomes).toContain(143);
    expect(partial()).toEqual([]);
  });

  /** Sends SIGTERM some time after the program has created its temporary file. Returns its exit code. */
  async function endedAfter(args: readonly string[], milliseconds: number): Promise<number | null> {
    const running = await program.start(args, /^/);
    const deadline = performance.now() + 20_000;
    while (partial().length === 0 && performance.now() < deadline) await sleep(1);
    await sleep(milliseconds);
    return (await running.stop('SIGTERM')).code;
  }

  function partial(): readonly string[] {
    return readdirSync(program.path('.')).filter((name) => name.endsWith('.partial'));
  }
});
