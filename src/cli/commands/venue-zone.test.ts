import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { TIME_ZONE } from '../../service/store/store.ts';
import { programHere } from './program-here.fixture.ts';
import { inVenueZone } from './venue-zone.ts';

const file = temporaryFiles();
const { run } = programHere();

describe('the time zone of a venue', () => {
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
});
