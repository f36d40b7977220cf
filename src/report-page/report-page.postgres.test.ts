import { expect, it } from 'vitest';
import { type Running, services } from '../service/http/service-under-test.fixture.ts';
import { describePostgres, postgresAddresses } from '../service/store/postgres/server.fixture.ts';
import { device, Phone, queryOf } from './reporting.fixture.ts';

const start = services();

describePostgres('the report pages of two nodes that share a PostgreSQL database', () => {
  const newAddress = postgresAddresses();

  async function nodes(): Promise<readonly [Running, Running]> {
    const given = { form: 1, database: newAddress(), settings: { reportPage: true } } as const;
    return [await start(given), await start(given)];
  }

  const count = async ({ json }: Running) => (await json<{ report_count: number }>('status')).report_count;
  const buckets = async ({ json }: Running) =>
    (await json<{ results: { bucket: string }[] }>('reports')).results.map(({ bucket }) => bucket);

  it('show a report of one in the other within a second, and know one another’s cookies', async () => {
    const [one, other] = await nodes();
    expect([await count(one), await count(other)]).toEqual([0, 0]);
    const phone = new Phone(one.url);
    const sent = await phone.tap('30+');
    expect(await (await phone.open(queryOf(sent))).text()).toContain('The line is now about');
    await expect.poll(() => count(other), { timeout: 5000 }).toBe(1);
    const roaming = new Phone(other.url);
    roaming.cookie = phone.cookie;
    await roaming.tap('6-10');
    expect(await buckets(other)).toEqual(['6-10']);
    await expect.poll(() => buckets(one)).toEqual(['6-10']);
  });

  it('store a request of a device once, also if it reaches both at the same time', async () => {
    const [one, other] = await nodes();
    const door = await device(one);
    const time = new Date(one.clock.now / 1000).toISOString();
    const send = ({ url }: Running) =>
      fetch(`${url}/report`, {
        method: 'POST',
        body: JSON.stringify({ count: 12, time }),
        headers: {
          Authorization: `Token ${door.key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': '"a1"',
        },
      });
    const statuses = await Promise.all(
      [send(one), send(other), send(one), send(other)].map(async (sent) => (await sent).status),
    );
    expect(statuses.toSorted()).toEqual([200, 200, 200, 201]);
    expect(await buckets(one)).toEqual(['11-20']);
  });
});
