import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { issueKey } from '../../../accounts/keys.ts';
import { programUnderTest } from '../../../cli/commands/program.fixture.ts';
import { backUp } from '../backup/back-up.ts';
import { descending } from '../suite/new-report.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const PROGRAM = fileURLToPath(new URL('../../../cli/commands/headcount.mjs', import.meta.url));

/** The command after it runs where it can mount a disk that only it sees. */
const ALONE = ['--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...ALONE, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0;

/** The program with a disk of a few megabytes at `disk`, which begins with what is in the folder. `run` runs it. */
function programOn(disk: () => string, megabytes: number, run: string) {
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0/disk" && cp "$0"/full/* "$0/disk" && ${run}`;
  return programUnderTest(() => ['unshare', ...ALONE, 'sh', '-c', script, disk(), process.execPath, PROGRAM]);
}

let folder = '';
const listing = programOn(() => folder, 2, '"$@"; code=$?; echo "left: $(ls "$0/disk")"; exit $code');
const serving = programOn(() => folder, 8, 'echo "process $$" && exec "$@"');

/** A folder for a disk, with a database of this many reports beside it. */
async function withDatabase(reports: number) {
  folder = path('folder');
  for (const name of ['', '/disk', '/full']) mkdirSync(folder + name);
  const file = `${folder}/reports.db`;
  const store = await openSqliteStore(file, { create: true });
  await store.addReports([descending(reports, 1_000_000)]);
  const { secret } = await issueKey(store, { email: 'ann@u.edu', quota: 1_000_000, now: 0 });
  await store.close();
  return { file, secret };
}

it.skipIf(!canMount)('a full disk is 503 for the clients of a service, until there is room', async () => {
  const { file, secret } = await withDatabase(100);
  for (const suffix of ['', '-quota']) spawnSync('cp', [file + suffix, `${folder}/full`]);
  const database = `sqlite:${folder}/disk/reports.db`;
  const args = ['serve', '--port', '0', '--log-level', 'silent', '--database', database];
  const service = await serving.start(args, /at http:\S+/);
  const [, id] = /process (\d+)/.exec(service.output()) ?? [];
  const [, url] = /at (http:\S+)/.exec(service.output()) ?? [];
  const status = async () => {
    const response = await fetch(`${url}/api/v1/status`, { headers: { Authorization: `Token ${secret}` } });
    await response.arrayBuffer();
    return [response.status, response.headers.has('Retry-After')];
  };
  expect(await status()).toEqual([200, false]);
  const filler = `/proc/${id}/root${folder}/disk/filler`;
  expect(() => {
    for (;;) appendFileSync(filler, Buffer.alloc(4096));
  }).toThrow('ENOSPC');
  // The last page of the log may have room.
  await expect.poll(status).toEqual([503, true]);
  rmSync(filler);
  await expect.poll(status).toEqual([200, false]);
  await service.stop();
});

it.skipIf(!canMount)(
  'a full disk ends a backup and a restore in a line, and leaves what is there',
  async () => {
    const { file } = await withDatabase(100_000);
    const backup = `${folder}/backup`;
    await backUp({ engine: 'sqlite', file }, backup, {
      force: false,
      madeAt: '2026-03-02T12:00:00Z',
      subject: 'service',
    });
    writeFileSync(`${folder}/full/old`, 'old');
    for (const args of [
      ['backup', '--force', '--database', `sqlite:${file}`, '--to', `${folder}/disk/old`],
      ['restore', '--from', backup, '--database', `sqlite:${folder}/disk/new.db`],
    ]) {
      const { code, stdout, stderr } = await listing.run(args);
      expect([code, stdout]).toEqual([1, 'left: old\n']);
      expect(stderr).toMatch(/^headcount: .*(full|no space left).*\n$/);
    }
  },
);

it.skipIf(!canMount)('a full disk rejects requests, and none is lost once there is room', () => {
  const disk = path('disk');
  const module = new URL('./sqlite-store.ts', import.meta.url).href;
  const script = `
    import { appendFileSync, rmSync } from 'node:fs';
    import { openSqliteStore } from ${JSON.stringify(module)};
    const store = await openSqliteStore(${JSON.stringify(`${disk}/reports.db`)}, { create: true });
    const request = { key: 1, day: '2026-03-02', quota: 1e9, count: 1 };
    const consume = () => store.consumeQuota([request]).then(() => 'allowed', (error) => error.code);
    const ping = () => store.ping().then(() => 'ready', (error) => error.code);
    let allowed = 0;
    const send = async (times) => {
      const seen = new Set();
      for (let n = 0; n < times; n += 1) {
        const result = await consume();
        if (result === 'allowed') allowed += 1;
        seen.add(result);
      }
      return [...seen].sort();
    };
    const filler = ${JSON.stringify(`${disk}/filler`)};
    const before = await send(10);
    for (const size of [65536, 4096]) {
      try { for (;;) appendFileSync(filler, Buffer.alloc(size)); } catch {}
    }
    // The last page of the log may have room.
    await send(20);
    const during = [...await send(10), await ping()];
    rmSync(filler);
    const after = [await ping(), ...await send(10)];
    console.log(JSON.stringify({ before, during, after, lost: allowed - await store.usedQuota(1, request.day) }));
    await store.close();`;
  const { stdout, stderr } = spawnSync('unshare', [
    ...ALONE,
    'sh',
    '-c',
    'mkdir "$1" && mount -t tmpfs -o size=4m tmpfs "$1" && shift && exec "$@"',
    'sh',
    disk,
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
  ]);
  expect(stderr.toString()).toBe('');
  expect(JSON.parse(stdout.toString())).toEqual({
    before: ['allowed'],
    during: ['full', 'full'],
    after: ['ready', 'allowed'],
    lost: 0,
  });
});
