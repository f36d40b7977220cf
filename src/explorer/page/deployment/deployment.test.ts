import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clock, HOUR } from '../local-time.ts';
import { Api } from './api.ts';
import { Deployment } from './deployment.ts';
import { exampleOf } from './examples.fixture.ts';

/** Responds to every request with the status of a closed venue. */
function respondClosed(): void {
  const body = JSON.stringify(exampleOf('/api/v1/status', 'closed'));
  vi.stubGlobal('fetch', async () => new Response(body));
}

function chartOf(date: string) {
  return { ...exampleOf('/api/v1/chart', 'empty'), line: [{ t: `${date}T00:00:00-07:00`, value: null }] };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('takes the date from the chart of today where a closed venue replays another day', async () => {
  vi.setSystemTime('2026-11-21T12:00:00Z');
  respondClosed();
  const deployment = new Deployment(new Api('https://line.test', 'hc_1'), 'auto');
  await deployment.fetchStatus();
  deployment.noteChart(chartOf('2026-10-17'), true);
  expect([deployment.today, clock(deployment.wallTime())]).toEqual(['2026-10-17', '5:00am']);
  vi.setSystemTime('2026-11-21T12:30:00Z');
  await deployment.fetchStatus();
  deployment.noteChart(chartOf('2026-10-17'), true);
  expect([deployment.today, clock(deployment.wallTime())]).toEqual(['2026-10-17', '5:30am']);
});

it('has the offset of the line, not of the last report, after the clocks have changed', async () => {
  vi.setSystemTime('2026-11-01T16:31:00Z');
  respondClosed();
  const deployment = new Deployment(new Api('https://line.test', 'hc_1'), 'auto');
  await deployment.fetchStatus();
  const line = ['00:00:00-07:00', '08:30:00-08:00', '08:45:00-08:00'];
  const chart = { ...chartOf('2026-11-01'), line: line.map((t) => ({ t: `2026-11-01T${t}`, value: null })) };
  deployment.noteChart(chart, true);
  expect([clock(deployment.wallTime()), deployment.offset]).toEqual(['8:31am', -8 * HOUR]);
});

it('moves on to the next day at local midnight', async () => {
  vi.setSystemTime('2026-10-17T06:50:00Z');
  respondClosed();
  const deployment = new Deployment(new Api('https://line.test', 'hc_1'), 'auto');
  await deployment.fetchStatus();
  deployment.noteChart(chartOf('2026-10-16'), true);
  expect(deployment.today).toBe('2026-10-16');
  vi.setSystemTime('2026-10-17T07:01:00Z');
  await deployment.fetchStatus();
  expect(deployment.today).toBe('2026-10-17');
});

it('detects the form from a chart, unless one is chosen', async () => {
  const deployment = new Deployment(new Api('https://line.test', 'hc_1'), 'auto');
  expect(deployment.form).toBe(null);
  deployment.noteChart(exampleOf('/api/v1/chart', 'empty', 1), false);
  expect(deployment.form).toBe(1);
  deployment.noteChart(chartOf('2026-10-16'), true);
  expect(deployment.form).toBe(2);
  expect(new Deployment(new Api('https://line.test', 'hc_1'), 1).form).toBe(1);
});
