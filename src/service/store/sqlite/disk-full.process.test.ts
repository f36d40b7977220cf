import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();

/** The command after it runs where it can mount a disk that only it sees. */
const ALONE = ['--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...ALONE, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0;

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
