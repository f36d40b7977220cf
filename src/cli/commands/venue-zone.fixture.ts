import { expect, it } from 'vitest';
import type { ProgramUnderTest } from './program.fixture.ts';

export const ANGELES = ['--time-zone', 'America/Los_Angeles'];
export const BERLIN = ['--time-zone', 'Europe/Berlin'];

/** Why a service in Berlin does not start on data from Los Angeles. */
export function refusal(shown: string): string {
  return (
    'headcount: --time-zone (HEADCOUNT_TIME_ZONE): the time zone of this venue is America/Los_Angeles, not Europe/Berlin; ' +
    `correct the setting, or stop all services and run \`npx --no-install headcount migrate --database ${shown} --time-zone Europe/Berlin\`\n`
  );
}

/** The program on a machine that is where no venue is. */
export function elsewhere(program: ProgramUnderTest) {
  const env = { TZ: 'Asia/Tokyo' };
  return {
    run: (...args: readonly string[]) => program.run(args, { env }),
    serve: (...args: readonly string[]) =>
      program.start(['serve', '--port', '0', ...args], / {2}docs |Serving \d/, { env }),
  };
}

/** What both engines do with the zone of a database; `shown` is its address in messages. */
export function describeZone(
  program: ProgramUnderTest,
  newDatabase: () => readonly [address: string, shown: string],
): void {
  const { run, serve } = elsewhere(program);

  it('is that of the first service; another is refused until headcount migrate has changed it', async () => {
    const [address, shown] = newDatabase();
    const at = ['--database', address];
    await (await serve(...at, ...ANGELES)).stop();
    const refused = await run('serve', '--port', '0', ...at, ...BERLIN);
    expect([refused.code, refused.stderr]).toEqual([1, refusal(shown)]);
    const moved = await run('migrate', ...at, ...BERLIN);
    expect([moved.code, moved.stdout]).toEqual([
      0,
      'The database is up to date.\nThe time zone of the venue is Europe/Berlin; it was America/Los_Angeles.\n',
    ]);
    const back = await run('serve', '--port', '0', ...at, ...ANGELES);
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('Europe/Berlin, not America/')]);
  });

  it('is decided by the first of two services that start on an empty database', async () => {
    const at = ['--database', newDatabase()[0]];
    const both = await Promise.allSettled([serve(...at, ...ANGELES), serve(...at, ...BERLIN)]);
    const zones = ['America/Los_Angeles', 'Europe/Berlin'];
    const [stored, other] = both[0].status === 'fulfilled' ? zones : zones.toReversed();
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toMatch(
      new RegExp(`exited with code 1: .* the time zone of this venue is ${stored}, not ${other};`, 's'),
    );
    const running = both.find((one) => one.status === 'fulfilled');
    expect(running?.value.output()).toContain(`The time zone is ${stored}.`);
    await running?.value.stop();
  });
}
