/** The program is killed while it writes to an SQLite database. */
import { cp, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { issueKey } from '../../../accounts/keys.ts';
import { programUnderTest } from '../../../cli/commands/program.fixture.ts';
import { backUp } from '../backup/back-up.ts';
import { check, checkBackup } from '../backup/check.ts';
import { updateDatabase } from '../migrate.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { descending, NOON } from '../suite/new-report.fixture.ts';
import { openWriter } from './connection.ts';
import { REPORT_MIGRATIONS } from './schema.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** Parts of the time that a command takes. In the first third the program only starts. */
const MOMENTS = [0.35, 0.5, 0.65, 0.8, 0.95];
const DAY = '2026-03-02';
const MADE_AT = '2026-03-02T12:00:00Z';

const program = programUnderTest();
const at = (file: string) => ({ engine: 'sqlite', file }) as const;

/** A database in a folder of its own. */
async function database(
  name: string,
  reports: number,
  fill: (store: Store) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const file = program.path(`${name}/reports.sqlite`);
  const store = await openStore(at(file), { create: true });
  await store.addReports([descending(reports, 1_000_000)]);
  await fill(store);
  await store.close();
  return file;
}

/** Kills a command on copies of a database. The database opens afterwards, and both its files are sound; `expectRight` does the rest. */
async function killed(
  file: string,
  command: (copy: string) => readonly string[],
  expectRight: (copy: string, reports: number | undefined, code: number | null) => Promise<void> | void,
): Promise<void> {
  const copy = program.path('copy/reports.sqlite');
  const renew = async () => {
    await rm(dirname(copy), { recursive: true, force: true });
    await cp(dirname(file), dirname(copy), { recursive: true });
  };
  await renew();
  const begin = performance.now();
  expect(await program.run(command(copy))).toMatchObject({ code: 0 });
  const whole = performance.now() - begin;
  for (const moment of MOMENTS) {
    await renew();
    const running = await program.start(command(copy), /^/);
    await sleep(moment * whole);
    const { code } = await running.stop('SIGKILL');
    await updateDatabase(at(copy));
    await (await openSqliteStore(copy)).close();
    const { problems, counts } = await check(at(copy));
    expect(problems).toEqual([]);
    await expectRight(copy, counts?.report, code);
  }
}

describe('a program that is killed', { timeout: 300_000 }, () => {
  it('in an import has added all of it or nothing, and all if it said so', async () => {
    const file = await database('imported', 2000);
    const source = program.path('reports.csv');
    const rows = Array.from({ length: 30_000 }, (_, n) => {
      const time = Temporal.Instant.fromEpochMilliseconds(NOON / 1000 - (n + 2001) * 1000);
      return `${time},1-5,False`;
    });
    await writeFile(source, ['timestamp,bucket,has_photo', ...rows, ''].join('\r\n'));
    await killed(
      file,
      (copy) => ['import', source, '--database', `sqlite:${copy}`],
      (_, reports, code) => expect(code === 0 ? [32_000] : [2000, 32_000]).toContain(reports),
    );
  });

  it('in a migration leaves it to the next one, which completes it', async () => {
    const file = await database('migrated', 0);
    await rm(file);
    const old = await openWriter(
      { file, synchronous: 'FULL', migrations: REPORT_MIGRATIONS.slice(0, 1) },
      true,
    );
    old.exec(`
      INSERT INTO report (id, created_at, bucket)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      SELECT i, ${NOON} - i * 60000000, 1 FROM n`);
    old.close();
    await killed(
      file,
      (copy) => ['migrate', '--database', `sqlite:${copy}`],
      (_, reports) => expect(reports).toBe(200_000),
    );
  });

  it('in a backup leaves no file under its name or a whole one, and one if it said so', async () => {
    const file = await database('backed-up', 100_000);
    const to = program.path('copy/backup');
    await killed(
      file,
      (copy) => ['backup', '--database', `sqlite:${copy}`, '--to', to],
      async (_, reports, code) => {
        expect(reports).toBe(100_000);
        const { problems } = await checkBackup(to).catch((error: unknown) => ({ problems: [String(error)] }));
        const missing = expect.stringContaining('ENOENT');
        expect(code === 0 ? [[]] : [[], [missing]]).toContainEqual(problems);
      },
    );
  });

  it('in a restore leaves the old database or the restored one, and lowers no counter', async () => {
    const use = (count: number) => async (store: Store) => {
      const key = { hash: new Uint8Array(32), prefix: 'hc_0', email: 'ann@u.edu', createdAt: 0, quota: 9 };
      const { id } = await store.issueKey(key);
      await store.consumeQuota([{ key: id, day: DAY, quota: 100, count }]);
    };
    const backup = program.path('restored.backup');
    const backedUp = at(await database('source', 100_000, use(2)));
    await backUp(backedUp, backup, { force: false, madeAt: MADE_AT, subject: 'service' });
    const file = await database('restored', 2000, use(9));
    await killed(
      file,
      (copy) => ['restore', '--from', backup, '--force', '--database', `sqlite:${copy}`],
      async (copy, reports, code) => {
        expect(code === 0 ? [100_000] : [2000, 100_000]).toContain(reports);
        const store = await openSqliteStore(copy);
        expect(await store.usedQuota(1, DAY)).toBe(9);
        await store.close();
      },
    );
  });

  it('while it serves has counted every request that it allowed, and none beyond the quota', async () => {
    const keys = [
      { id: 1, secret: '', quota: 1_000_000, sent: 0, allowed: 0 },
      { id: 2, secret: '', quota: 40, sent: 0, allowed: 0 },
    ];
    const file = await database('served', 2000, async (store) => {
      for (const key of keys) {
        const { secret } = await issueKey(store, { email: 'ann@u.edu', quota: key.quota, now: 0 });
        key.secret = secret;
      }
    });
    for (const moment of MOMENTS) {
      const args = ['serve', '--port', '0', '--log-level', 'silent', '--database', `sqlite:${file}`];
      const service = await program.start(args, /at http:\S+/);
      const url = /at (http:\S+)/.exec(service.output())?.[1];
      const clients = [...keys, ...keys, ...keys, ...keys].map(async (key) => {
        const headers = { Authorization: `Token ${key.secret}` };
        for (;;) {
          key.sent += 1;
          const response = await fetch(`${url}/api/v1/status`, { headers }).catch(() => null);
          if (response === null) return;
          if (response.status === 200) key.allowed += 1;
          await response.arrayBuffer().catch(() => undefined);
        }
      });
      await sleep(moment * 400);
      await service.stop('SIGKILL');
      await Promise.all(clients);
      const store = await openSqliteStore(file);
      for (const { id, quota, sent, allowed } of keys) {
        const used = (await store.dailyUse(id)).reduce((sum, day) => sum + day.used, 0);
        expect(used).toBeGreaterThanOrEqual(allowed);
        expect(used).toBeLessThanOrEqual(Math.min(sent, quota));
      }
      await store.close();
      expect((await check(at(file))).problems).toEqual([]);
    }
    expect(keys.map(({ allowed }) => allowed > 10)).toEqual([true, true]);
  });
});
