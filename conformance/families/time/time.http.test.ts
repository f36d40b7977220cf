import { expect, it } from 'vitest';
import { change, itFails } from '../../testing/edited-evidence.fixture.ts';
import { gateOn, inBodies, withOutcome } from '../../testing/run-gate.fixture.ts';

itFails('status', [
  [
    'time.local-offset',
    2,
    (body) =>
      change(body, (status: { last_updated: string }) => {
        const updated = Temporal.Instant.from(status.last_updated);
        status.last_updated = updated.toString({ timeZone: '-06:00' });
      }),
  ],
  // After the newest report, but photos expire later, with the offset of the reports.
  [
    'time.local-offset',
    2,
    (body) =>
      change(body, (status: { last_updated: string }) => {
        const later = Temporal.Instant.from(status.last_updated).add({ minutes: 1 });
        status.last_updated = later.toString({ timeZone: '-06:00' });
      }),
  ],
]);

/** Open every day until 11:45pm. */
const inUtc = { zone: 'UTC', hours: 'daily', now: '2026-11-20T09:35:10' } as const;

it.each([
  ['8:45am', 'which fits +09:00, is in local time unlike all timestamps', ['time.local-offset']],
  ['12:45am', 'an hour late, is itself wrong', []],
])('a closing time of %s, %s', async (closes_at, _title, blamed) => {
  const edit = inBodies('status', ({ hours }: { hours: object }) => Object.assign(hours, { closes_at }));
  for (const form of [1, 2] as const) {
    const failed = withOutcome(await gateOn({ ...inUtc, form }, edit), 'fail');
    expect(failed).toContain('hours.minutes-agree');
    expect(failed.filter((id) => id.startsWith('time.'))).toEqual(blamed);
  }
});
