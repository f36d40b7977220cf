import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { TIME_ZONE } from '../../service/store/store.ts';
import { programHere } from '../commands/program-here.fixture.ts';
import { ANGELES, BERLIN, describeZone, refusal, SERVES } from './venue-zone.fixture.ts';
import { inVenueZone } from './venue-zone.ts';

const file = temporaryFiles();
const program = programHere();
const { path, run, start } = program;

describe('the time zone of a venue', () => {
  describeZone(program, () => {
    const address = { engine: 'sqlite', file: file('zone.sqlite') } as const;
    const setting = `sqlite:${address.file}`;
    return { address, setting, shown: setting };
  });

  it.each([
    ['Asia/Kolkata', 'Asia/Calcutta', true],
    ['UTC', 'Etc/GMT', true],
    ['Europe/Kyiv', 'Europe/Kiev', true],
    ['America/New_York', null, true],
    ['Europe/Berlin', 'Europe/Vienna', false],
  ])('%s may be called %s: %s', async (first, timeZone, may) => {
    const database = { engine: 'sqlite', file: file('zone.sqlite') } as const;
    const store = await openStore(database, { create: true });
    onTestFinished(() => store.close());
    await inVenueZone({ database, timeZone: first }, store);
    const later = inVenueZone({ database, timeZone }, store, 'timeZone');
    if (may) expect(await later).toEqual({ database, timeZone: first });
    else await expect(later).rejects.toThrow(/^timeZone: the time zone of this venue is Europe\/Berlin, not/);
  });

  it('is refused in one sentence if this program does not know it', async () => {
    const database = { engine: 'sqlite', file: file('zone.sqlite') } as const;
    const store = await openStore(database, { create: true });
    await store.advance(TIME_ZONE, () => ({ value: 'Mars/Olympus', reports: [] }));
    await store.close();
    const { code, stderr } = await run(['simulate', '--database', `sqlite:${database.file}`]);
    expect([code, stderr]).toEqual([
      1,
      "headcount: this program does not know the time zone Mars/Olympus of the venue's data\n",
    ]);
  });

  it('is the one in which counts are imported, unless the command names that of the file', async () => {
    const database = ['--database', `sqlite:${file('counts.sqlite')}`];
    await run(['simulate', '--weeks', '1', '--time-zone', 'Asia/Dubai', ...database]);
    const counts = file('counts.csv');
    writeFileSync(counts, 'at,n\n2026-10-16 12:30,4\n');
    const read = async (...options: readonly string[]) =>
      (
        await run([
          'import',
          counts,
          '--counts',
          '--time-column',
          'at',
          '--count-column',
          'n',
          '--dry-run',
          ...database,
          ...options,
        ])
      ).stdout;
    expect(await read()).toContain('2026-10-16T12:30:00+04:00');
    expect(await read()).toContain('\nTimes without an offset are read in Asia/Dubai.\n');
    expect(await read('--time-zone', 'UTC')).toContain(' are read in UTC; the venue is in Asia/Dubai.\n');
  });

  it('is also that of a simulation, and a variable does not change it', async () => {
    const address = `sqlite:${file('zone.sqlite')}`;
    const at = ['--database', address];
    const simulate = ['simulate', '--weeks', '1', ...at];
    expect((await run([...simulate, ...ANGELES])).code).toBe(0);
    expect(await run([...simulate, ...BERLIN])).toEqual({ code: 1, stdout: '', stderr: refusal(address) });
    const env = { HEADCOUNT_TIME_ZONE: 'Europe/Berlin' };
    const { code, stdout } = await run(['migrate', ...at], { env });
    expect([code, stdout]).toEqual([0, 'The database is up to date.\n']);
  });

  it('is that of each of several venues, which a message names, and the accounts have none', async () => {
    const venues = path('venues.yaml');
    const write = (zone: string) =>
      writeFileSync(venues, `one: {time_zone: ${zone}}\ntwo: {time_zone: Asia/Calcutta}\n`);
    const at = ['--database', `sqlite:${path('accounts.sqlite')}`, '--venues', venues];
    const serve = ['serve', '--port', '0', ...at];
    write('Europe/Berlin');
    await (await start(serve, SERVES)).stop();
    write('Europe/Paris');
    const refused = await run(serve);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'headcount: one.time_zone: the time zone of this venue is Europe/Berlin, not Europe/Paris; correct the setting, or ' +
        `stop all services and run \`npx --no-install headcount migrate --venues ${venues} --venue one --time-zone Europe/Paris\`\n`,
    ]);
    const paris = ['--time-zone', 'Europe/Paris'];
    const unnamed = await run(['migrate', ...at, ...paris]);
    expect([unnamed.code, unnamed.stderr]).toEqual([
      1,
      'headcount: --time-zone: name the venue with --venue; the accounts are in no time zone\n',
    ]);
    expect((await run(['migrate', ...at, '--venue', 'one', ...paris])).stdout).toContain(
      'Paris; it was Europe/B',
    );
    // A venue of its own zone, and accounts that were in none.
    await (await start([...serve, ...ANGELES], SERVES)).stop();
  });
});
