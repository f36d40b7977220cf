import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../service/store/open-store.ts';
import { programUnderTest, reportsIn } from './program.fixture.ts';
import { programHere } from './program-here.fixture.ts';

const program = programUnderTest();
const here = programHere();
const STOP = /stop {2}Ctrl-C/;
const AS_OF = '2026-10-16T12:30:00-07:00';
const ZONE = ['--time-zone', 'America/Los_Angeles'];

/** Starts a demo in this process, or in one of its own; it always starts one that builds the documentation. */
function demo(database: string, asOf = AS_OF, { start } = here) {
  const at = ['--port', '0', '--database', `sqlite:${here.path(database)}`];
  return start(['demo', ...at, '--as-of', asOf, ...ZONE], STOP);
}

/** Sends the request of the printed curl command. */
async function tryPrinted(output: string): Promise<{ key: string; url: string; response: Response }> {
  const [, key = '', url = ''] = /curl -H "Authorization: Token (\S+)" (\S+)/.exec(output) ?? [];
  return { key, url, response: await fetch(url, { headers: { Authorization: `Token ${key}` } }) };
}

const STAFF = /staff {2}(\S+link=(\S+))/;
const secretIn = (output: string) => STAFF.exec(output)?.[2] ?? 'no secret';

/** Opens the printed link of the staff. */
async function openStaffLink(output: string) {
  const { status, headers } = await fetch(STAFF.exec(output)?.[1] ?? '', { redirect: 'manual' });
  return [status, headers.get('location')];
}

/** Time and bucket of each report, oldest first. */
async function reportsOf(database: string): Promise<readonly string[]> {
  const reports = (await reportsIn(here.path(database))) ?? [];
  return reports.map(({ createdAt, bucket }) => `${createdAt} ${bucket}`).toReversed();
}

async function stored(database: string, name: string): Promise<string | null> {
  const store = await openStore({ engine: 'sqlite', file: here.path(database) }, { create: false });
  const value = await store.metadata(name);
  await store.close();
  return value;
}

describe('headcount demo', { timeout: 60_000 }, () => {
  it('fills a new database at the first start, and keeps data and key at the next', async () => {
    const first = await demo('one.sqlite', AS_OF, program);
    const { key, response } = await tryPrinted(first.output());
    expect(response.status).toBe(200);
    const status = await response.json();
    expect(status).toMatchObject({ has_estimate: true, hours: { is_open: true } });
    expect(first.output()).toMatch(new RegExp(`open {2}http://127\\.0\\.0\\.1:\\d+/#key=${key}\n`));
    expect(first.output()).toMatch(/ http:\/\/127\.0\.0\.1:\d+\/report +the page on which people report\n/);
    expect(readFileSync(here.path('one.sqlite.key'), 'utf8')).toBe(`${key}\n`);
    expect(await openStaffLink(first.output())).toEqual([303, 'staff']);
    expect((await first.stop()).code).toBe(0);
    const before = await reportsOf('one.sqlite');
    expect(before.length).toBeGreaterThan(500);

    const second = await demo('one.sqlite', '2026-10-16T14:30:00-07:00');
    const again = await tryPrinted(second.output());
    expect([again.key, again.response.status]).toEqual([key, 200]);
    expect(secretIn(second.output())).toBe(secretIn(first.output()));
    expect(Number(/(\d+) added just now/.exec(second.output())?.[1])).toBeGreaterThan(0);
    await second.stop();
    const after = await reportsOf('one.sqlite');
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.slice(0, before.length)).toEqual(before);

    // The first response of the first start was already that of the learned model.
    const third = await demo('one.sqlite');
    expect(await (await tryPrinted(third.output())).response.json()).toEqual(status);
    await third.stop();
  });

  it("places the venue of a new database, and says where; a later start finds it there, with the venue's time", async () => {
    const database = ['--database', `sqlite:${here.path('placed.sqlite')}`];
    const args = ['demo', '--port', '0', ...database];
    const first = await here.start(args, STOP);
    const zone = await stored('placed.sqlite', 'time-zone');
    const place = /venue is in (.+), where it is/.exec(first.output())?.[1];
    expect(zone?.replaceAll('_', ' ')).toContain(place);
    const { response } = await tryPrinted(first.output());
    const { last_updated, estimate_value } = (await response.json()) as {
      last_updated: string;
      estimate_value: number;
    };
    expect(first.output()).toMatch(/, a busy hour\.$/m);
    expect(estimate_value).toBeGreaterThanOrEqual(5);
    const instant = Temporal.Instant.from(last_updated);
    expect(last_updated).toContain(instant.toZonedDateTimeISO(zone ?? '').offset);
    await first.stop();
    const keys = await here.run(['keys', 'list', ...database]);
    expect(keys.stdout).toContain(`Times are in ${zone}.`);

    const night = Temporal.Now.zonedDateTimeISO(zone ?? '')
      .add({ days: 1 })
      .with({ hour: 4, minute: 10 });
    const second = await here.start([...args, '--as-of', night.toInstant().toString()], STOP);
    expect(second.output()).toMatch(
      new RegExp(`venue is in ${place}, where it is \\w+day 4:10am, closed until \\d+:00am`),
    );
    await second.stop();
  });

  it('prints a key in each of two that start at once with a new database', async () => {
    const both = await Promise.all([
      demo('both.sqlite', AS_OF, program),
      demo('both.sqlite', AS_OF, program),
    ]);
    for (const { output } of both) expect((await tryPrinted(output())).response.status).toBe(200);
    for (const { stop } of both) await stop();
  });

  it('adds nothing to a database that it did not create', async () => {
    const [file, reports] = [here.path('mine.sqlite'), here.path('mine.csv')];
    writeFileSync(reports, 'timestamp,bucket\n2026-10-16T12:00:00-07:00,15\n');
    await here.run(['import', reports, '--database', `sqlite:${file}`]);
    const running = await demo('mine.sqlite');
    expect(running.output()).toContain('not created by the demo');
    expect(running.output()).not.toMatch(/curl|#key=/);
    expect(running.output()).toContain('keys issue');
    await running.stop();
    expect((await reportsOf('mine.sqlite')).length).toBe(1);
    const store = await openStore({ engine: 'sqlite', file }, { create: false });
    expect(await store.listKeys()).toEqual([]);
    await store.close();
  });
});
