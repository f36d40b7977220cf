import { expect, it } from 'vitest';
import { type Breach, change, failuresOf } from '../../testing/edited-evidence.fixture.ts';

it.each<Breach>([
  [
    'time.local-offset',
    2,
    'status',
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
    'status',
    (body) =>
      change(body, (status: { last_updated: string }) => {
        const later = Temporal.Instant.from(status.last_updated).add({ minutes: 1 });
        status.last_updated = later.toString({ timeZone: '-06:00' });
      }),
  ],
])('%s fails in form %i: %s', async (requirement, form, endpoint, edit) => {
  expect(await failuresOf(form, endpoint, edit)).toContain(requirement);
});
