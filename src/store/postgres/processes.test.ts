/** What holds between real processes that share one database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { PostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { asOperator, describePostgres, postgresAddresses } from './server.suite.ts';

const DAY = '2026-03-02';

describePostgres('several processes on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('may all be the first to open a database', async () => {
    const address = newAddress();
    const outputs = await Promise.all(
      Array.from({ length: 4 }, () => run(address, `console.log(await store.fact('x'));`)),
    );
    expect(outputs).toEqual(Array.from({ length: 4 }, () => 'null\n'));
  });

  it('never take more than the quota together, and all of it', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    // Several keys at once, in different orders, would make statements wait for each other if rows were locked as they come.
    const taking = `
      let granted = 0;
      let refused = 0;
      const takes = [
        { key: 1, day: '${DAY}', quota: 1500, count: 1 },
        { key: 2, day: '${DAY}', quota: 4000, count: 3 },
        { key: 3, day: '${DAY}', quota: 2501, count: 2 },
      ];
      const take = async (order) => {
        for (let open = true; open; ) {
          const grants = await store.takeQuota(order);
          open = grants.some((grant) => grant.granted > 0);
          for (const grant of grants) {
            granted += grant.granted;
            if (grant.granted === 0) refused += 1;
          }
        }
      };
      await Promise.all([take(takes), take(takes.toReversed()), take([takes[1], takes[0], takes[2]])]);
      console.log(granted, refused);`;
    const outputs = await Promise.all([1, 2, 3, 4].map(() => run(address, taking)));
    const granted = outputs.map((output) => Number(output.split(' ')[0]));
    expect(granted.reduce((sum, one) => sum + one, 0)).toBe(1500 + 4000 + 2501);
    // Otherwise they came one after the other, and nothing has been shown.
    expect(granted.filter((one) => one > 0).length).toBeGreaterThan(1);
    const rows = await asOperator(address, 'SELECT key_id, used::integer FROM request_count ORDER BY key_id');
    expect(rows).toEqual([
      { key_id: 1, used: 1500 },
      { key_id: 2, used: 4000 },
      { key_id: 3, used: 2501 },
    ]);
  });
});

describePostgres('counters on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it("go 35 days after their last take by the server's clock, whatever day they count", async () => {
    const address = newAddress();
    const take = async (key: number, day: string) => {
      const store = await openPostgresStore(address, { create: true });
      await store.takeQuota([{ key, day, quota: 9, count: 1 }]);
      await store.close();
    };
    await take(1, '2016-10-20');
    await take(2, '2016-10-20');
    const age = (key: number, days: number) =>
      asOperator(
        address,
        `UPDATE request_count SET touched_at = touched_at - interval '${days} days' WHERE key_id = ${key}`,
      );
    await age(1, 36);
    await age(2, 34);
    await take(3, '2099-01-01');
    const keys = await asOperator<{ key_id: number }>(address, 'SELECT key_id FROM request_count ORDER BY 1');
    expect(keys.map((row) => row.key_id)).toEqual([2, 3]);
  });

  it('are not written by what is refused', async () => {
    const address = newAddress();
    const store = await openPostgresStore(address, { create: true });
    const take = { key: 1, day: DAY, quota: 2, count: 2 };
    await store.takeQuota([take]);
    const written = () => asOperator(address, 'SELECT xmin::text, xmax::text, * FROM request_count');
    const before = await written();
    expect(await store.takeQuota([take, take])).toEqual([
      { usedBefore: 2, granted: 0 },
      { usedBefore: 2, granted: 0 },
    ]);
    expect(await written()).toEqual(before);
    await store.close();
  });

  it('go by the quota of each take, when it was changed in between', async () => {
    const store = await openPostgresStore(newAddress(), { create: true });
    const take = (quota: number) => ({ key: 1, day: DAY, quota, count: 2 });
    expect(await store.takeQuota([take(3), take(5), take(5), take(9)])).toEqual([
      { usedBefore: 0, granted: 2 },
      { usedBefore: 2, granted: 2 },
      { usedBefore: 4, granted: 1 },
      { usedBefore: 5, granted: 2 },
    ]);
    await store.close();
  });
});

/** Runs code in a process of its own that has opened the database as `store`; answers what it has printed. */
async function run(address: PostgresAddress, code: string): Promise<string> {
  const module = new URL('./postgres-store.ts', import.meta.url).href;
  const script = `
    import { openPostgresStore } from ${JSON.stringify(module)};
    const store = await openPostgresStore(${JSON.stringify(address)}, { create: true });
    ${code}
    await store.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect([status, errors]).toEqual([0, '']);
  return output;
}
