import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { programUnderTest, reportsIn } from './program.fixture.ts';

const program = programUnderTest();
const AS_OF = '2026-10-16T12:30:00-07:00';
const PLACE = ['--time-zone', 'America/Los_Angeles'];

function demo(database: string, asOf = AS_OF) {
  return program.start(
    ['demo', '--port', '0', '--database', `sqlite:${database}`, '--as-of', asOf, ...PLACE],
    /stop {2}Ctrl-C/,
  );
}

/** What the printed curl line asks for, asked without curl. */
async function tried(said: string): Promise<{ key: string; url: string; response: Response }> {
  const [, key = '', url = ''] = /curl -H "Authorization: Token (\S+)" (\S+)/.exec(said) ?? [];
  return { key, url, response: await fetch(url, { headers: { Authorization: `Token ${key}` } }) };
}

/** Time and bucket of each report, oldest first. */
async function lineIn(database: string): Promise<readonly string[]> {
  const reports = (await reportsIn(program.path(database))) ?? [];
  return reports.map(({ createdAt, bucket }) => `${createdAt} ${bucket}`).toReversed();
}

describe('the demo', { timeout: 60_000 }, () => {
  it('seeds a database of its own at its first start, and keeps data and key at the next', async () => {
    const first = await demo('one.sqlite');
    const { key, response } = await tried(first.said());
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ has_estimate: true, hours: { is_open: true } });
    expect(first.said()).toMatch(new RegExp(`open {2}http://127\\.0\\.0\\.1:\\d+/#key=${key}\n`));
    const keyFile = program.path('one.sqlite.key');
    expect(readFileSync(keyFile, 'utf8')).toBe(`${key}\n`);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect((await first.stop()).code).toBe(0);
    const before = await lineIn('one.sqlite');
    expect(before.length).toBeGreaterThan(500);

    const second = await demo('one.sqlite', '2026-10-16T14:30:00-07:00');
    const again = await tried(second.said());
    expect([again.key, again.response.status]).toEqual([key, 200]);
    expect(Number(/(\d+) reports added just now/.exec(second.said())?.[1])).toBeGreaterThan(0);
    await second.stop();
    const after = await lineIn('one.sqlite');
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.slice(0, before.length)).toEqual(before);
  });

  it('issues a new key when the old one was revoked or its file is gone', async () => {
    const file = program.path('one.sqlite');
    const old = readFileSync(`${file}.key`, 'utf8').trim();
    const store = await openStore({ engine: 'sqlite', file }, { create: false });
    for (const { id } of await store.listKeys()) await store.revokeKey(id, 1);
    await store.close();
    const running = await demo('one.sqlite', '2026-10-16T14:31:00-07:00');
    const { key, response } = await tried(running.said());
    expect([key === old, response.status]).toEqual([false, 200]);
    expect(readFileSync(`${file}.key`, 'utf8')).toBe(`${key}\n`);
    await running.stop();
  });

  it('leaves a database alone that it did not make', async () => {
    const file = program.path('mine.sqlite');
    writeFileSync(program.path('mine.csv'), 'timestamp,bucket\n2026-10-16T12:00:00-07:00,15\n');
    await program.run(['import', 'mine.csv', '--database', `sqlite:${file}`]);
    const running = await demo('mine.sqlite');
    expect(running.said()).toContain('not made by the demo');
    expect(running.said()).not.toMatch(/curl|#key=/);
    expect(running.said()).toContain('keys issue');
    await running.stop();
    expect((await lineIn('mine.sqlite')).length).toBe(1);
    const store = await openStore({ engine: 'sqlite', file }, { create: false });
    expect(await store.listKeys()).toEqual([]);
    await store.close();
  });

  it('started twice on one new database holds each simulated report once', async () => {
    const both = await Promise.all([demo('two.sqlite'), demo('two.sqlite')]);
    const answers = await Promise.all(both.map((one) => tried(one.said())));
    for (const { response } of answers) expect(response.status).toBe(200);
    await Promise.all(both.map((one) => one.stop()));
    const simulated = await program.run([
      'simulate',
      '--weeks',
      '9',
      '--out',
      '-',
      '--as-of',
      '2026-10-16T13:30:00-07:00',
      ...PLACE,
    ]);
    const expected = simulated.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { created_at: string; bucket: string })
      .map(
        ({ created_at, bucket }) =>
          `${Number(Temporal.Instant.from(created_at).epochNanoseconds / 1000n)} ${bucket}`,
      );
    const line = await lineIn('two.sqlite');
    expect(line.length).toBeGreaterThan(500);
    expect(line).toEqual(expected.slice(0, line.length));
  });
});
