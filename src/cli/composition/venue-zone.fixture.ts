import { expect, it } from 'vitest';
import { type DatabaseAddress, openStore } from '../../service/store/open-store.ts';
import type { ProgramUnderTest } from '../commands/program.fixture.ts';
import { inVenueZone } from './venue-zone.ts';

export const ANGELES = ['--time-zone', 'America/Los_Angeles'];
export const BERLIN = ['--time-zone', 'Europe/Berlin'];
export const SERVES = / {2}docs |Serving \d/;

/** Why a service in Berlin does not start on data from Los Angeles. */
export function refusal(shown: string): string {
  return (
    'headcount: --time-zone (HEADCOUNT_TIME_ZONE): the time zone of this venue is America/Los_Angeles, not Europe/Berlin; ' +
    `correct the setting, or stop all services and run \`npx --no-install headcount migrate --database ${shown} --time-zone Europe/Berlin\`\n`
  );
}

/** A new database: its address as a setting, and as messages show it. */
interface NewDatabase {
  readonly address: DatabaseAddress;
  readonly setting: string;
  readonly shown: string;
}

/** Describes how both engines treat the zone of a database. */
export function describeZone({ run, start }: ProgramUnderTest, newDatabase: () => NewDatabase): void {
  it('is that of the first service; another is refused until headcount migrate has changed it', async () => {
    const { setting, shown } = newDatabase();
    const at = ['--database', setting];
    const serve = ['serve', '--port', '0', ...at];
    await (await start([...serve, ...ANGELES], SERVES)).stop();
    const refused = await run([...serve, ...BERLIN]);
    expect([refused.code, refused.stderr]).toEqual([1, refusal(shown)]);
    const moved = await run(['migrate', ...at, ...BERLIN]);
    expect([moved.code, moved.stdout]).toEqual([
      0,
      'The database is up to date.\nThe time zone of the venue is Europe/Berlin; it was America/Los_Angeles.\n',
    ]);
    const back = await run([...serve, ...ANGELES]);
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('Europe/Berlin, not America/')]);
  });

  it('is decided by the first of two services that start on an empty database', async () => {
    const { address: database } = newDatabase();
    const first = await openStore(database, { create: true });
    const second = await openStore(database, { create: false });
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
    /** Reads before the first has decided, and goes on after that. */
    const late = {
      async metadata(name: string) {
        const value = await second.metadata(name);
        await decided;
        return value;
      },
      advance: second.advance.bind(second),
    };
    const refused = expect(inVenueZone({ database, timeZone: 'Europe/Berlin' }, late)).rejects.toThrow(
      'the time zone of this venue is America/Los_Angeles, not Europe/Berlin;',
    );
    await inVenueZone({ database, timeZone: 'America/Los_Angeles' }, first);
    decide();
    await refused;
    await first.close();
    await second.close();
  });
}
