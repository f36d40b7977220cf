import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../../service/keys/api-key.ts';
import { people } from './people-under-test.fixture.ts';

const NOON = 1_772_452_800_000_000;
const HOUR = 3_600_000_000;
const current = people();

const live = (at: number, reporter: number | null = null) => ({
  createdAt: at,
  bucket: '1-5' as const,
  latitude: null,
  longitude: null,
  replaces: null,
  device: reporter === null ? null : { reporter, request: null },
});

describe('headcount reporters', () => {
  it('adds a device, lists it without its key, and removes it', async () => {
    const { run, store } = current();
    const added = await run('reporters', 'add', 'Counter at the door');
    const key = added.stdout.trim();
    expect(key).toMatch(/^hr_\w{38}$/);
    expect(added.stderr).toContain('Its key can report and nothing else');
    expect(await store.findReporter(hashApiKey(key))).toMatchObject({ name: 'Counter at the door' });
    const list = await run('reporters', 'list');
    expect(list.stdout).toMatch(
      /^Times are in America\/Los_Angeles\.\nID +KEY +ADDED +LAST HEARD +EVERY +NAME\n1 +hr_\w{6}… .* Counter at the door\n$/,
    );
    expect(list.stdout).not.toContain(key);
    expect((await run('reporters', 'remove', '1')).stdout).toContain('reports remove --reporter 1');
    expect((await store.findReporter(hashApiKey(key)))?.removedAt).not.toBeNull();
    expect((await run('reporters', 'list')).stdout).toMatch(
      / Counter at the door\n {4}removed at \d{4}-\d\d-\d\d \d\d:\d\d\n$/,
    );
  });

  it('says when each was last heard, and how often it should be', async () => {
    const { run, json, store } = current();
    const { id } = (await json('reporters', 'add', 'Till', '--every', '5m')) as { id: number };
    await store.addLiveReports([live(NOON, id)]);
    expect((await run('reporters', 'list')).stdout).toMatch(/ 2026-03-02 04:00 +5m +Till$/m);
    const { reporters } = (await json('reporters', 'list')) as { reporters: { id: number }[] };
    expect(reporters.find((one) => one.id === id)).toMatchObject({
      last_heard_at: '2026-03-02T04:00:00-08:00',
      every_seconds: 300,
      removed_at: null,
    });
    await json('reports', 'remove', '--reporter', `${id}`);
  });

  it('prints no name as a terminal could misread it', async () => {
    const { run } = current();
    const { stdout, stderr } = await run('reporters', 'add', 'door \u202enimda');
    expect(stderr).toContain('door \\u{202e}nimda');
    const [{ id } = { id: 0 }] = (await current().store.listReporters()).slice(-1);
    const removed = await run('reporters', 'remove', `${id}`);
    expect(`${stdout}${stderr}${removed.stdout}`).not.toContain('\u202e');
  });

  it('names what is wrong', async () => {
    const { run } = current();
    await run('reporters', 'add', 'till');
    expect(await run('reporters', 'add', 'till')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already is a reporter with the name "till"'),
    });
    expect((await run('reporters', 'remove', '99')).stderr).toContain('there is no reporter 99');
    expect((await run('reporters', 'add', '')).code).toBe(2);
    expect((await run('reporters', 'add', 'lamp', '--every', '5')).stderr).toContain('such as 5m');
  });
});

describe('headcount reports list', () => {
  it('shows id, time, bucket and source, the newest first, of all reports or those that options name', async () => {
    const { json, run, store } = current();
    const { id } = (await json('reporters', 'add', 'Gate')) as { id: number };
    const now = Date.now() * 1000;
    const [old, device, person] = await store.addLiveReports([
      live(now - 2 * HOUR),
      live(now - HOUR / 2, id),
      live(now - HOUR / 4),
    ]);
    const ids = async (...options: readonly string[]) =>
      ((await json('reports', 'list', ...options)) as { reports: { id: number }[] }).reports.map(
        (report) => report.id,
      );
    expect(await ids()).toEqual([person?.id, device?.id, old?.id]);
    expect(await ids('--last', '1h')).toEqual([person?.id, device?.id]);
    expect(await ids('--limit', '1')).toEqual([person?.id]);
    expect(await ids('--reporter', `${id}`)).toEqual([device?.id]);
    const { stdout } = await run('reports', 'list', '--last', '1h');
    expect(stdout).toMatch(
      new RegExp(
        `^Times are in America/Los_Angeles\\.\nID +TIME +BUCKET +SOURCE\n${person?.id} .* 1-5 +a person or an import\n${device?.id} .* 1-5 +device ${id}, Gate\n$`,
      ),
    );
    const dryRun = await run('reports', 'remove', '--last', '1h', '--dry-run');
    expect(dryRun.stdout).toBe(`2 reports would be removed.\n${stdout}`);
    expect(await json('reports', 'remove', '--last', '3h')).toEqual({ removed: 3 });
    expect((await run('reports', 'list')).stdout).toBe('No reports.\n');
    expect((await run('audit', '--limit', '1')).stdout).toMatch(/ reports\.removed 3 reports from \S+Z\n$/);
  });
});

describe('headcount reports remove', () => {
  it('removes by id, time and reporter, after a dry run that changes nothing', async () => {
    const { json, store } = current();
    const { id } = (await json('reporters', 'add', 'camera')) as { id: number };
    await store.addLiveReports([0, 1, 2, 3].map((n) => live(NOON + n * HOUR, n === 3 ? id : null)));
    // In Los Angeles it is eight hours earlier.
    const byTime = ['reports', 'remove', '--from', '2026-03-02T04:30', '--until', '2026-03-02T14:00:00Z'];
    expect(await json(...byTime, '--dry-run')).toEqual({
      matching: 1,
      reports: [
        { id: expect.any(Number), created_at: '2026-03-02T05:00:00-08:00', bucket: '1-5', reporter: null },
      ],
    });
    expect(await json(...byTime)).toEqual({ removed: 1 });
    expect(await json(...byTime)).toEqual({ removed: 0 });
    expect(await json('reports', 'remove', '--reporter', String(id))).toEqual({ removed: 1 });
    const [report] = await store.feed({ now: NOON + 9 * HOUR, limit: 1, from: null });
    expect(await json('reports', 'remove', '--id', String(report?.id))).toEqual({ removed: 1 });
    expect(await store.countReports({ span: { start: 0, end: NOON + 9 * HOUR } })).toBe(1);
    expect((await current().run('audit')).stdout).toContain('reports.removed 1 report of reporter');
  });

  it.each([
    [[], 'say which reports to remove'],
    [['--from', '2026-03-02T12:00:00Z', '--until', '2026-03-02T12:00:00Z'], '--from must be before --until'],
    [['--id', '0'], 'the ID of a report'],
    [['--from', 'noon'], 'a time at the venue'],
    [['--last', '1h', '--until', '2026-03-02T12:00'], "cannot be used with option '--until"],
  ])('refuses %j', async (options, message) => {
    const { run, store } = current();
    const before = await store.countReports({ span: { start: 0, end: 2 * NOON } });
    const { code, stderr } = await run('reports', 'remove', ...options);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(await store.countReports({ span: { start: 0, end: 2 * NOON } })).toBe(before);
  });
});
