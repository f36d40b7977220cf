import { expect, it } from 'vitest';
import { type Running, services } from '../service/http/service-under-test.fixture.ts';
import { describePostgres, postgresAddresses } from '../service/store/postgres/server.fixture.ts';
import { withinASecond } from '../service/store/suite/store-under-test.fixture.ts';
import { staffPhone } from './staff.fixture.ts';

const start = services();

describePostgres('the pages for the staff of two nodes that share a PostgreSQL database', () => {
  const newAddress = postgresAddresses();

  it('know one another’s links, and show a change of one in the other within a second', async () => {
    const given = { database: newAddress(), settings: { publicPage: true } } as const;
    const [one, other] = [await start(given), await start(given)];
    const closes = async ({ json }: Running) =>
      (await json<{ hours: { closes_at: string } }>('status')).hours.closes_at;
    expect([await closes(one), await closes(other)]).toEqual(['2:00pm', '2:00pm']);
    const phone = await staffPhone(one);
    const change = async (fields: Readonly<Record<string, string>>, expected: string) => {
      await phone.change(fields);
      expect(await closes(one)).toBe(expected);
      await withinASecond(
        () => closes(other),
        (text) => text === expected,
      );
    };
    await change({ kind: 'close-at', time: '13:00', comment: 'Staff meeting' }, '1:00pm');
    expect(await (await fetch(`${other.url}/embed`)).text()).toContain('Staff meeting. ');
    const roaming = await fetch(`${other.url}/staff`, { headers: { Cookie: phone.cookie } });
    expect(await roaming.text()).toContain('“Staff meeting.”');
    await change({ 'take-back': '1' }, '2:00pm');
  });

  it('keep every change of different dates, also if both nodes are used at the same time', async () => {
    const given = { database: newAddress() } as const;
    const [one, other] = [await start(given), await start(given)];
    const phones = [await staffPhone(one), await staffPhone(other, 'Kitchen')];
    const dates = Array.from({ length: 10 }, (_, n) => `2026-12-${10 + n}`);
    await Promise.all(dates.map((from, n) => phones[n % 2]?.change({ kind: 'closed-on', from })));
    expect((await phones[0]?.text())?.match(/Take back</g)).toHaveLength(10);
  });
});
