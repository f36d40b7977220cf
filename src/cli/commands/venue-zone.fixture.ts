import { expect, it } from 'vitest';
import type { ProgramUnderTest } from './program.fixture.ts';

export const ANGELES = ['--time-zone', 'America/Los_Angeles'];
export const BERLIN = ['--time-zone', 'Europe/Berlin'];

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
  refusing: readonly (readonly string[])[],
): void {
  const { run, serve } = elsewhere(program);

  it('is that of the first service; another is refused until headcount migrate has changed it', async () => {
    const [address, shown] = newDatabase();
    const at = ['--database', address];
    await (await serve(...at, ...ANGELES)).stop();
    const refusal =
      'headcount: --time-zone (HEADCOUNT_TIME_ZONE): the data of the venue are in the time zone America/Los_Angeles, not Europe/Berlin; ' +
      `correct the setting, or stop all services and run \`npx headcount migrate --database ${shown} --time-zone Europe/Berlin\`\n`;
    for (const command of refusing) {
      const { code, stderr } = await run(...command, ...at, ...BERLIN);
      expect([command, code, stderr]).toEqual([command, 1, refusal]);
    }
    const alias = await serve(...at, '--time-zone', 'US/Pacific');
    expect(alias.output()).toContain('The time zone is America/Los_Angeles.');
    await alias.stop();
    // The variable says where the venue is, and moves no venue.
    const plain = await program.run(['migrate', ...at], { env: { HEADCOUNT_TIME_ZONE: 'Europe/Berlin' } });
    expect([plain.code, plain.stdout]).toEqual([0, 'The database is up to date.\n']);
    const moved = await run('migrate', ...at, ...BERLIN);
    expect([moved.code, moved.stdout]).toEqual([
      0,
      'The database is up to date.\nThe time zone of the venue is Europe/Berlin; it was America/Los_Angeles.\n',
    ]);
    const back = await run('serve', '--port', '0', ...at, ...ANGELES);
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('Europe/Berlin, not America/')]);
  });

  it('is the machine’s of the first service if nobody has set it, and goes with a backup', async () => {
    const [from, to] = [newDatabase()[0], newDatabase()[0]];
    for (const [address, options] of [
      [from, []],
      [to, BERLIN],
    ] as const) {
      await (await serve('--database', address, ...options)).stop();
    }
    const file = program.path(`${Math.random()}.backup`);
    await run('backup', '--database', from, '--to', file);
    // A service that has added nothing has left nothing that a restore would lose.
    const restored = await run('restore', '--database', to, '--from', file);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    const refused = await run('serve', '--port', '0', '--database', to, ...BERLIN);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('zone Asia/Tokyo, not Europe'),
    ]);
  });

  it('is decided by the first of two services that start on an empty database', async () => {
    const at = ['--database', newDatabase()[0]];
    const both = await Promise.allSettled([serve(...at, ...ANGELES), serve(...at, ...BERLIN)]);
    const zones = ['America/Los_Angeles', 'Europe/Berlin'];
    const [stored, other] = both[0].status === 'fulfilled' ? zones : zones.toReversed();
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toMatch(
      new RegExp(`exited with code 1: .* in the time zone ${stored}, not ${other};`, 's'),
    );
    const running = both.find((one) => one.status === 'fulfilled');
    expect(running?.value.output()).toContain(`The time zone is ${stored}.`);
    await running?.value.stop();
  });
}
