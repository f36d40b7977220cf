/** The program is killed at random moments of what it writes to an SQLite database. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWriter } from '../../src/service/store/sqlite/connection.ts';
import { REPORT_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { startService } from '../serving/servers.ts';
import type { Fault } from './fault.ts';
import { addKey, contentsOf, createDatabase, newReports, runProgram } from './sqlite-database.ts';

const STORED = 2000;
const IMPORTED = 30_000;

const duringImport: Fault = {
  name: 'sqlite-kill-import',
  must: 'the database opens, and has all of the import or nothing of it; all if it was acknowledged',
  async run(scratch, { moments }) {
    const { file } = await createDatabase(scratch, { name: 'before', reports: STORED });
    const source = join(scratch, 'reports.csv');
    await writeFile(source, csv(IMPORTED));
    return killed(scratch, file, moments, (copy) => ['import', source, '--database', `sqlite:${copy}`], {
      isWhole: ({ reports }, isAcknowledged) =>
        reports === STORED + IMPORTED || (reports === STORED && !isAcknowledged),
    });
  },
};

const duringMigration: Fault = {
  name: 'sqlite-kill-migration',
  must: 'the next migration completes it, and the database opens',
  async run(scratch, { moments }) {
    const folder = join(scratch, 'before');
    await mkdir(folder);
    const file = join(folder, 'reports.sqlite');
    const old = await openWriter(
      { file, synchronous: 'FULL', migrations: REPORT_MIGRATIONS.slice(0, 1) },
      true,
    );
    const add = old.prepare('INSERT INTO report (id, created_at, bucket) VALUES (?, ?, 1)');
    old.exec('BEGIN');
    for (const [index, { createdAt }] of newReports(200_000).entries()) add.run(index + 1, createdAt);
    old.exec('COMMIT');
    old.close();
    return killed(scratch, file, moments, (copy) => ['migrate', '--database', `sqlite:${copy}`], {
      isWhole: ({ reports }) => reports === 200_000,
      look: (copy) => {
        const connection = new DatabaseSync(copy, { readOnly: true });
        const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version']);
        connection.close();
        return `version ${version}`;
      },
    });
  },
};

const duringServing: Fault = {
  name: 'sqlite-kill-serving',
  must: 'the database opens, no acknowledged request is uncounted, and the quota is never exceeded',
  async run(scratch, { moments }) {
    const { file, key: ample, keyId: ampleId } = await createDatabase(scratch, { quota: 1_000_000 });
    // Used up before the last kill.
    const { key: scarce, keyId: scarceId } = await addKey(file, moments);
    const accounts = [
      { key: ample, id: ampleId, quota: 1_000_000, sent: 0, acknowledged: 0 },
      { key: scarce, id: scarceId, quota: moments, sent: 0, acknowledged: 0 },
    ];
    let wrong = 0;
    for (let moment = 0; moment < moments; moment += 1) {
      const service = await startService(file, ['--log-level', 'silent']);
      const clients = Array.from({ length: 8 }, async (_, index) => {
        const account = accounts[index % 2] as (typeof accounts)[number];
        for (;;) {
          account.sent += 1;
          const headers = { Authorization: `Token ${account.key}` };
          const response = await fetch(`${service.url}/api/v1/status`, { headers }).catch(() => null);
          if (response === null) return;
          if (response.status === 200) account.acknowledged += 1;
          await response.arrayBuffer().catch(() => undefined);
        }
      });
      await sleep(Math.random() * 400);
      await service.kill();
      await Promise.all(clients);
      const contents = await contentsOf(file);
      const isRight = accounts.every(({ id, quota, sent, acknowledged }) => {
        const used = contents.used(id);
        return acknowledged <= used && used <= sent && used <= quota;
      });
      if (!isRight || !contents.isSound) wrong += 1;
    }
    const figures = accounts.map(
      ({ quota, sent, acknowledged }) =>
        `${acknowledged} of ${sent} requests allowed with a quota of ${quota}`,
    );
    return {
      passed: wrong === 0,
      figures: `${moments} kills: ${figures.join(', ')}; ${wrong} databases wrong`,
    };
  },
};

export const SQLITE_KILLS: readonly Fault[] = [duringImport, duringServing, duringMigration];

/** Before this part of its time the program only starts. */
const STARTED = 0.3;

/** Runs a command on copies of a database and kills it at random moments of the time that it takes. */
async function killed(
  scratch: string,
  file: string,
  moments: number,
  command: (file: string) => readonly string[],
  check: {
    isWhole(contents: { readonly reports: number }, isAcknowledged: boolean): boolean;
    /** What the kill has left, before the next start; counted. */
    look?(file: string): string;
  },
) {
  const copy = join(scratch, 'copy', 'reports.sqlite');
  const renew = async () => {
    await rm(join(scratch, 'copy'), { recursive: true, force: true });
    await cp(join(file, '..'), join(scratch, 'copy'), { recursive: true });
  };
  await renew();
  const begin = performance.now();
  await runProgram(command(copy));
  const whole = performance.now() - begin;
  const left = new Map<string, number>();
  let wrong = 0;
  for (let moment = 0; moment < moments; moment += 1) {
    await renew();
    const { code } = await runProgram(command(copy), {
      killAfter: (STARTED + Math.random() * (1 - STARTED)) * whole,
    });
    const seen = check.look?.(copy);
    const contents = await contentsOf(copy);
    const what = seen ?? (contents.reports === STORED ? 'nothing added' : 'all added');
    left.set(what, (left.get(what) ?? 0) + 1);
    if (!contents.isSound || !check.isWhole(contents, code === 0)) wrong += 1;
  }
  const outcomes = [...left].toSorted().map(([what, count]) => `${count} × ${what}`);
  return {
    passed: wrong === 0,
    figures: `${moments} kills within ${Math.round(whole)} ms: ${outcomes.join(', ')}; ${wrong} databases wrong`,
  };
}

/** Reports as an export has them, newest first. */
function csv(count: number): string {
  const rows = newReports(count + STORED)
    .slice(STORED)
    .map(({ createdAt }) => `${Temporal.Instant.fromEpochMilliseconds(createdAt / 1000)},1-5,False`);
  return ['timestamp,bucket,has_photo', ...rows, ''].join('\r\n');
}
