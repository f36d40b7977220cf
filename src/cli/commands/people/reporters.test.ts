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
      /^Times are in America\/Los_Angeles\.\nID +KEY +ADDED +REMOVED +NAME\n1 +hr_\w{6}… .* Counter at the door\n$/,
    );
    expect(list.stdout).not.toContain(key);
    expect((await run('reporters', 'remove', '1')).stdout).toContain('reports remove --reporter 1');
    expect((await store.findReporter(hashApiKey(key)))?.removedAt).not.toBeNull();
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
  });
});

describe('headcount reports remove', () => {
  it('removes by id, time and reporter, after a dry run that changes nothing', async () => {
    const { json, store } = current();
    const { id } = (await json('reporters', 'add', 'camera')) as { id: number };
    await store.addLiveReports([0, 1, 2, 3].map((n) => live(NOON + n * HOUR, n === 3 ? id : null)));
    const byTime = ['reports', 'remove', '--from', '2026-03-02T12:30:00Z', '--until', '2026-03-02T14:00:00Z'];
    expect(await json(...byTime, '--dry-run')).toEqual({ matching: 1 });
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
    [['--from', 'noon'], 'a time with a UTC offset'],
  ])('refuses %j', async (options, message) => {
    const { run, store } = current();
    const before = await store.countReports({ span: { start: 0, end: 2 * NOON } });
    const { code, stderr } = await run('reports', 'remove', ...options);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(await store.countReports({ span: { start: 0, end: 2 * NOON } })).toBe(before);
  });
});
