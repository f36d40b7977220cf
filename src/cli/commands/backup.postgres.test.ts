import { expect, it } from 'vitest';
import type { PostgresAddress } from '../../service/store/postgres/address.ts';
import { describePostgres, postgresAddresses } from '../../service/store/postgres/server.fixture.ts';
import { programUnderTest } from './program.fixture.ts';
import { responsesTo, served, simulated } from './responses.fixture.ts';

const program = programUnderTest();

describePostgres('headcount backup and restore', () => {
  const newAddress = postgresAddresses();

  it('move a service to PostgreSQL and back, with the same responses', { timeout: 120_000 }, async () => {
    const databases = [`sqlite:${program.path('first.sqlite')}`, named(newAddress()), named(newAddress())];
    databases.push(`sqlite:${program.path('last.sqlite')}`);
    const [first = '', ...others] = databases;
    const key = await simulated(program, first);
    const original = await served(program, first);
    const expected = await responsesTo(key, original);
    await original.stop();
    let before = first;
    for (const [index, database] of others.entries()) {
      const to = `backup-${index}`;
      const backup = await program.run(['backup', '--to', to], { env: { HEADCOUNT_DATABASE: before } });
      expect([backup.code, backup.stderr]).toEqual([0, '']);
      const env = { HEADCOUNT_DATABASE: database };
      const restored = await program.run(['restore', '--from', to], { env });
      expect([restored.code, restored.stderr]).toEqual([0, '']);
      const service = await served(program, database);
      expect(await responsesTo(key, service)).toEqual(expected);
      await service.stop();
      const checked = await program.run(['check', '--json'], { env });
      expect(JSON.parse(checked.stdout)).toMatchObject({
        sound: true,
        problems: [],
        contents: { keys: 1, counters: 1 },
      });
      const again = await program.run(['restore', '--from', to], { env });
      expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/already has reports or keys/)]);
      before = database;
    }
  });
});

/** The address as an operator writes it. */
function named({ url, schema }: PostgresAddress): string {
  const address = new URL(url);
  address.searchParams.set('schema', schema);
  return address.href;
}
