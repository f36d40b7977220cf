/** The files of an SQLite database are locked, replaced, deleted or kept from growing while the service runs. */
import { execFile } from 'node:child_process';
import { appendFile, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { PROJECT, programIn, type Server, startCommand, startService } from '../serving/servers.ts';
import type { Fault, FaultResult } from './fault.ts';
import { addKey, createDatabase, type Database } from './sqlite-database.ts';
import { ms, Watch } from './watch.ts';

/** `/livez` responds within this many milliseconds. */
const LIVEZ = 100;
/** Everything else responds, and recovers, within this many. */
const PROMPT = 2500;
const LOCKED_SECONDS = 10;

const lockedCounters: Fault = {
  name: 'sqlite-locked-counters',
  must: `503 within ${PROMPT} ms while another program locks the counters for ${LOCKED_SECONDS} s, /readyz says no, /livez within ${LIVEZ} ms, recovery, exact counts`,
  run: (scratch) => locked(scratch, '-quota', 503),
};

const lockedReports: Fault = {
  name: 'sqlite-locked-reports',
  must: `200 while another program locks the reports for ${LOCKED_SECONDS} s, /livez within ${LIVEZ} ms, exact counts`,
  run: (scratch) => locked(scratch, '', 200),
};

const replaced: Fault = {
  name: 'sqlite-replaced',
  must: `a database that replaces another is used within a second: keys that are revoked in it do not work, new ones do, /livez within ${LIVEZ} ms`,
  async run(scratch) {
    const before = await createDatabase(scratch);
    const other = join(scratch, 'other.sqlite');
    await copyFile(before.file, other);
    const { key } = await addKey(other, before.quota);
    const store = await openSqliteStore(other);
    await store.revokeKey(before.keyId, 0);
    await store.close();
    const replace = async (watch: Watch) => {
      await rename(other, before.file);
      const revoked = await watch.until(401);
      const accepted = await watch.until(200, key);
      return {
        passed: revoked <= 1000 && accepted <= 1000,
        figures: `the revoked key got 401 after ${ms(revoked)}, the new one 200 after ${ms(revoked + accepted)}`,
      };
    };
    return serving(before, replace, key);
  },
};

const deleted = (suffix: '' | '-quota', what: string): Fault => ({
  name: `sqlite-deleted-${what}`,
  must: `503 and not ready while the file of ${what} is missing, /livez within ${LIVEZ} ms, recovery within ${PROMPT} ms once it is back, exact counts`,
  async run(scratch) {
    const database = await createDatabase(scratch);
    return serving(database, async (watch) => {
      await rename(database.file + suffix, join(scratch, 'away'));
      const noticed = await watch.until(503);
      const ready = await watch.ready();
      await rename(join(scratch, 'away'), database.file + suffix);
      const recovered = await watch.until(200);
      return {
        passed: noticed <= 1000 && ready.startsWith('503') && recovered <= PROMPT,
        figures: `503 after ${ms(noticed)}, /readyz ${ready}, recovery in ${ms(recovered)}`,
      };
    });
  },
});

/** In a namespace of its own the service sees a small disk that nobody else does, and that ends with it. */
export const OWN_DISK = ['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const;

const full: Fault = {
  name: 'sqlite-disk-full',
  must: `503 and not ready while the disk is full, /livez within ${LIVEZ} ms, recovery within ${PROMPT} ms once there is room, exact counts`,
  async run(scratch) {
    const database = await createDatabase(scratch);
    const disk = join(scratch, 'disk');
    const service = await serveOn(disk, database, OWN_DISK, 'mount -t tmpfs -o size=8m tmpfs "$1"');
    // Others reach the disk through the process that has it.
    const filler = `/proc/${service.pid}/root${disk}/filler`;
    return watched(service, database, (watch) =>
      withoutWrites(
        watch,
        () => fill(filler),
        () => rm(filler),
      ),
    );
  },
};

/** A file system with open files cannot be remounted read-only on request; the kernel does so after an error, which root can cause. */
const readOnly: Fault = {
  name: 'sqlite-disk-read-only',
  must: `503 and not ready while the file system is read-only after an error, /livez within ${LIVEZ} ms, recovery within ${PROMPT} ms once the files are on another one, exact counts`,
  async run(scratch) {
    const database = await createDatabase(scratch);
    const disk = join(scratch, 'disk');
    const mount =
      'truncate -s 64m "$1.image" && mkfs.ext4 -q "$1.image" && mount -o loop,errors=remount-ro "$1.image" "$1"';
    const service = await serveOn(disk, database, ['unshare', '--mount', 'sh', '-c'], mount);
    const inNamespace = (script: string) =>
      promisify(execFile)('nsenter', [
        ...['--target', String(service.pid), '--mount'],
        ...['sh', '-ec', script, 'sh', disk],
      ]);
    return watched(service, database, (watch) =>
      withoutWrites(
        watch,
        () =>
          inNamespace(
            'echo fault > "/sys/fs/ext4/$(basename "$(findmnt -no SOURCE "$1")")/trigger_fs_error"',
          ),
        () =>
          inNamespace(
            'mkdir "$1.other" && cp "$1"/reports* "$1.other" && rm "$1.other"/*-shm && umount -l "$1" && mount --bind "$1.other" "$1"',
          ),
      ),
    );
  },
};

export const SQLITE_FILES: readonly Fault[] = [
  full,
  readOnly,
  lockedCounters,
  lockedReports,
  replaced,
  deleted('', 'reports'),
  deleted('-quota', 'counters'),
];

/** Starts a service on a copy of a database, on a disk that `mount` makes at "$1" in a namespace of its own. */
function serveOn(
  disk: string,
  database: Database,
  namespace: readonly [string, ...string[]],
  mount: string,
): Promise<Server> {
  return startCommand([
    ...namespace,
    `mkdir "$1" && ${mount} && cp "$2"* "$1" && shift 2 && exec "$@"`,
    'sh',
    disk,
    database.file,
    process.execPath,
    programIn(PROJECT),
    'serve',
    ...['--port', '0', '--log-level', 'silent', '--database', `sqlite:${join(disk, 'reports.sqlite')}`],
  ]);
}

/** Stops all writes for two seconds. */
async function withoutWrites(
  watch: Watch,
  stop: () => Promise<unknown>,
  resume: () => Promise<unknown>,
): Promise<FaultResult> {
  const served = watch.count(200);
  await stop();
  const noticed = await watch.until(503);
  const ready = await watch.ready();
  await sleep(2000);
  const during = `${watch.count(503)} × 503, ${watch.count(200) - served} × 200`;
  await resume();
  const recovered = await watch.until(200);
  return {
    passed: ready.startsWith('503') && recovered <= PROMPT,
    figures: `503 after ${ms(noticed)} (${during}), /readyz ${ready}, recovery in ${ms(recovered)}`,
  };
}

async function locked(scratch: string, suffix: '' | '-quota', expected: 200 | 503): Promise<FaultResult> {
  const database = await createDatabase(scratch);
  return serving(database, async (watch) => {
    const other = new DatabaseSync(database.file + suffix);
    other.exec('BEGIN IMMEDIATE');
    await sleep((LOCKED_SECONDS * 1000) / 2);
    const status = await watch.status();
    const ready = await watch.ready();
    await sleep((LOCKED_SECONDS * 1000) / 2 - 1100);
    other.close();
    const recovered = await watch.until(200);
    return {
      passed:
        status === expected &&
        ready.startsWith(String(expected)) &&
        watch.slowest <= PROMPT &&
        recovered <= 1000,
      figures: `${status}, the slowest after ${ms(watch.slowest)}, /readyz ${ready}, recovery in ${ms(recovered)}`,
    };
  });
}

/** Serves a database while `cause` causes a fault, and adds what must hold for every fault. */
async function serving(
  database: Database,
  cause: (watch: Watch) => Promise<FaultResult>,
  last?: string,
): Promise<FaultResult> {
  return watched(await startService(database.file, ['--log-level', 'silent']), database, cause, last);
}

async function watched(
  service: Server,
  { key, quota }: Database,
  cause: (watch: Watch) => Promise<FaultResult>,
  last = key,
): Promise<FaultResult> {
  const watch = new Watch(service.url, key);
  try {
    await watch.warm();
    const { passed, figures } = await cause(watch);
    await watch.stop();
    // One more request, when no other is under way.
    await watch.until(200, last);
    const used = quota - (watch.remaining.get(last) ?? 0);
    const served = watch.served.get(last);
    const isExact = used === served;
    return {
      passed: passed && isExact && watch.wrong.length === 0 && watch.slowestLivez <= LIVEZ,
      figures: [
        figures,
        `/livez within ${ms(watch.slowestLivez)} (${ms(watch.usualLivez)} before)`,
        isExact ? 'counts exact' : `${used} counted, ${served} served`,
        ...watch.wrong.slice(0, 1),
      ].join('; '),
    };
  } finally {
    await watch.stop();
    await service.stop();
  }
}

async function fill(file: string): Promise<void> {
  for (const size of [1 << 16, 1 << 12]) {
    try {
      for (;;) await appendFile(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
