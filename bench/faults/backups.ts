/** Backups and restores are killed, and run out of disk. */
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp } from '../../src/service/store/backup/back-up.ts';
import { check, checkBackup } from '../../src/service/store/backup/check.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import type { Fault } from './fault.ts';
import { contentsOf, createDatabase, runProgram } from './sqlite-database.ts';

const STORED = 100_000;
/** In a namespace of its own a command sees a small disk that nobody else does, and that ends with it. */
const OWN_DISK = ['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const;
/** Before this part of its time the program only starts. */
const STARTED = 0.3;

const killedBackup: Fault = {
  name: 'backup-kill',
  must: 'no file under its name, or a whole one; all if it was acknowledged; the database is as before',
  async run(scratch, { moments }) {
    const { file } = await createDatabase(scratch, { reports: STORED });
    const command = (to: string) => ['backup', '--database', `sqlite:${file}`, '--to', to];
    const whole = await durationOf(command(join(scratch, 'first')));
    let [written, wrong] = [0, 0];
    for (let moment = 0; moment < moments; moment += 1) {
      const to = join(scratch, `backup-${moment}`);
      const { code } = await runProgram(command(to), { killAfter: randomMoment(whole) });
      const isThere = (await readdir(scratch)).includes(`backup-${moment}`);
      const isSound = !isThere || (await checkBackup(to)).problems.length === 0;
      if (isThere) written += 1;
      if (!isSound || (code === 0 && !isThere)) wrong += 1;
      for (const name of await readdir(scratch)) if (name.endsWith('.partial')) await rm(join(scratch, name));
    }
    const { isSound, reports } = await contentsOf(file);
    return {
      passed: wrong === 0 && isSound && reports === STORED,
      figures: `${moments} kills within ${Math.round(whole)} ms: ${written} × whole, ${moments - written} × none; ${wrong} wrong`,
    };
  },
};

const killedRestore: Fault = {
  name: 'backup-kill-restore',
  must: 'the database is the old one or the restored one, sound, and no counter is lower',
  async run(scratch, { moments }) {
    const { file, keyId } = await createDatabase(scratch, { reports: STORED });
    const backup = join(scratch, 'backup');
    await backUp({ engine: 'sqlite', file }, backup, { force: false, madeAt: '2026-01-01T00:00:00Z' });
    const old = await createDatabase(scratch, { name: 'old', reports: 2000 });
    const store = await openSqliteStore(old.file);
    await store.consumeQuota([{ key: keyId, day: '2026-01-01', quota: 100, count: 9 }]);
    await store.close();
    const copy = join(scratch, 'copy', 'reports.sqlite');
    const command = ['restore', '--from', backup, '--force', '--database', `sqlite:${copy}`];
    const renew = async () => {
      await rm(join(scratch, 'copy'), { recursive: true, force: true });
      await cp(join(scratch, 'old'), join(scratch, 'copy'), { recursive: true });
    };
    await renew();
    const whole = await durationOf(command);
    let [restored, wrong] = [0, 0];
    for (let moment = 0; moment < moments; moment += 1) {
      await renew();
      const { code } = await runProgram(command, { killAfter: randomMoment(whole) });
      const { problems, counts } = await check({ engine: 'sqlite', file: copy });
      const isNew = counts?.report === STORED;
      const isOld = counts?.report === 2000 && code !== 0;
      const used = (await contentsOf(copy)).used(keyId);
      if (isNew) restored += 1;
      if (problems.length > 0 || used !== 9 || !(isNew || isOld)) wrong += 1;
    }
    return {
      passed: wrong === 0,
      figures: `${moments} kills within ${Math.round(whole)} ms: ${restored} × restored, ${moments - restored} × as before; ${wrong} wrong`,
    };
  },
};

const full: Fault = {
  name: 'backup-disk-full',
  must: 'one line that says so and exit 1, nothing written, and a backup that is there stays',
  async run(scratch) {
    const { file } = await createDatabase(scratch, { reports: STORED });
    const disk = join(scratch, 'disk');
    await mkdir(disk);
    const onDisk = [
      ...OWN_DISK,
      'mount -t tmpfs -o size=2m tmpfs "$1" && echo old > "$1/backup" && shift && "$@"; code=$?; echo "left: $(ls "$0")"; exit $code',
      disk,
      disk,
    ];
    const backup = ['backup', '--force', '--database', `sqlite:${file}`, '--to', join(disk, 'backup')];
    const backedUp = await runProgram(backup, { through: onDisk });
    const from = join(scratch, 'backup');
    await backUp({ engine: 'sqlite', file }, from, { force: false, madeAt: '2026-01-01T00:00:00Z' });
    const restore = ['restore', '--from', from, '--database', `sqlite:${join(disk, 'new.sqlite')}`];
    const restored = await runProgram(restore, { through: onDisk });
    const line = /^headcount: .*(full|no space left).*$/m;
    const isRight = (code: number | null, output: string) =>
      code === 1 && line.test(output) && !output.includes('partial') && /^left: backup\b/m.test(output);
    return {
      passed:
        isRight(backedUp.code, backedUp.output) &&
        isRight(restored.code, restored.output) &&
        !/new\.sqlite$/m.test(restored.output),
      figures: [backedUp, restored]
        .map(({ code, output }) => `exit ${code}, “${line.exec(output)?.[0].replaceAll(scratch, '')}”`)
        .join('; '),
    };
  },
};

export const BACKUP_KILLS: readonly Fault[] = [killedBackup, killedRestore];
export const BACKUPS: readonly Fault[] = [...BACKUP_KILLS, full];

async function durationOf(command: readonly string[]): Promise<number> {
  const begin = performance.now();
  const { code, output } = await runProgram(command);
  if (code !== 0) throw new Error(output);
  return performance.now() - begin;
}

function randomMoment(whole: number): number {
  return (STARTED + Math.random() * (1 - STARTED)) * whole;
}
