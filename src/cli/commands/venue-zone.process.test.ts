import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programUnderTest } from './program.fixture.ts';
import { ANGELES, BERLIN, describeZone, elsewhere, refusal } from './venue-zone.fixture.ts';

const program = programUnderTest();
const { run, serve } = elsewhere(program);
let files = 0;

describe('the time zone of an SQLite database', { timeout: 120_000 }, () => {
  const newDatabase = () => {
    const address = `sqlite:zone-${++files}.sqlite`;
    return [address, address] as const;
  };
  describeZone(program, newDatabase);

  it('is the machine’s if nobody has set it, and stays that on another machine', async () => {
    const at = ['--database', newDatabase()[0]];
    await (await serve(...at)).stop();
    const service = await program.start(['serve', '--port', '0', ...at], / {2}docs /, { env: { TZ: 'UTC' } });
    expect(service.output()).toContain('The time zone is Asia/Tokyo.');
    await service.stop();
  });

  it('is also that of a demo and a simulation, and a variable does not change it', async () => {
    const [address] = newDatabase();
    const at = ['--database', address];
    expect((await run('simulate', '--weeks', '1', ...at, ...ANGELES)).code).toBe(0);
    for (const command of [
      ['demo', '--port', '0'],
      ['simulate', '--weeks', '1'],
    ]) {
      const { code, stderr } = await run(...command, ...at, ...BERLIN);
      expect([command, code, stderr]).toEqual([command, 1, refusal(address)]);
    }
    const env = { HEADCOUNT_TIME_ZONE: 'Europe/Berlin' };
    const { code, stdout } = await program.run(['migrate', ...at], { env });
    expect([code, stdout]).toEqual([0, 'The database is up to date.\n']);
  });

  it('is that of each of several venues, which a message names, and the accounts have none', async () => {
    const file = program.path('venues.yaml');
    const write = (zone: string) =>
      writeFileSync(file, `one: {time_zone: ${zone}}\ntwo: {time_zone: Asia/Calcutta}\n`);
    const at = ['--database', 'sqlite:accounts.sqlite', '--venues', file];
    write('Europe/Berlin');
    await (await serve(...at)).stop();
    write('Europe/Paris');
    const refused = await run('serve', '--port', '0', ...at);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'headcount: one.time_zone: the time zone of this venue is Europe/Berlin, not Europe/Paris; correct the setting, or ' +
        `stop all services and run \`npx --no-install headcount migrate --venues ${file} --venue one --time-zone Europe/Paris\`\n`,
    ]);
    const paris = ['--time-zone', 'Europe/Paris'];
    const unnamed = await run('migrate', ...at, ...paris);
    expect([unnamed.code, unnamed.stderr]).toEqual([
      1,
      'headcount: --time-zone: name the venue with --venue; the accounts are in no time zone\n',
    ]);
    expect((await run('migrate', ...at, '--venue', 'one', ...paris)).stdout).toContain(
      'Paris; it was Europe/B',
    );
    // A venue of its own zone, and accounts that were in none.
    await (await serve(...at, ...ANGELES)).stop();
  });
});
