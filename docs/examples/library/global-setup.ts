// global-setup.ts
import { startMock } from 'queue-headcount';

/** Starts the mock before all tests, and returns what stops it after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const mock = await startMock({ now: '2026-11-20T12:30:00-08:00', timeZone: 'America/Los_Angeles' });
  process.env['HEADCOUNT_URL'] = mock.url;
  return () => mock.close();
}
