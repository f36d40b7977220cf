import { change, itFails } from '../../testing/edited-evidence.fixture.ts';

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
