import { describe, expect, it } from 'vitest';
import { SECOND } from '../service/domain/micros.ts';
import { parseTimetable } from '../service/domain/timetable.ts';
import { at, services } from '../service/http/service-under-test.fixture.ts';
import { openStore } from '../service/store/open-store.ts';
import { device, Phone } from './reporting.fixture.ts';

const start = services();
const NOTHING = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const ALL = { start: 0, end: at('2100-01-01T00:00:00Z') };

describe('the hours of the report page', () => {
  const hours = parseTimetable({ weekly: { ...NOTHING, fri: ['18:00-24:00'], sun: ['01:00-03:00'] } });

  it.each([
    ['before it opens', '2026-10-16T17:59:59.999-07:00', 409],
    ['as it opens', '2026-10-16T18:00:00-07:00', 303],
    ['at midnight, when it closes', '2026-10-17T00:00:00-07:00', 409],
    ['in the second 1:30 of the night in which clocks go back', '2026-11-01T01:30:00-08:00', 303],
  ])('follow the opening hours of the venue: %s', async (_when, now, expected) => {
    const { url } = await start({ form: 1, now, settings: { reportPage: true, hours } });
    expect((await new Phone(url).tap('6-10')).status).toBe(expected);
  });

  it('end while the page is open on a phone', async () => {
    const service = await start({
      form: 1,
      now: '2026-10-16T23:59:59-07:00',
      settings: { reportPage: true, hours, venueName: 'Night Bar' },
    });
    const phone = new Phone(service.url);
    expect(await (await phone.open()).text()).toContain('How many people');
    service.clock.now += SECOND;
    const late = await phone.send({ bucket: '6-10' });
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Night Bar is closed.')]);
  });
});

describe('a service that stops while reports arrive', () => {
  it('has stored exactly those that it has confirmed', async () => {
    const service = await start({ form: 1, settings: { reportPage: true } });
    const { post } = await device(service);
    const other = await device(service, { name: 'till' });
    const sending = Array.from({ length: 50 }, (_, n) =>
      (n % 2 === 0 ? post : other.post)({ count: n }).then(
        ({ status }) => status,
        () => null,
      ),
    );
    await Promise.race(sending);
    await service.close();
    const statuses = await Promise.all(sending);
    const store = await openStore({ engine: 'sqlite', file: service.file }, { create: false });
    const stored = await store.countReports({ span: ALL });
    await store.close();
    expect(stored).toBe(statuses.filter((status) => status === 201).length);
    expect(stored).toBeGreaterThan(0);
  });
});
