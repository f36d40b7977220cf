import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Api } from './api.ts';
import { Deployment } from './deployment.ts';
import { clock } from './local-time.ts';
import type { Status } from './responses.ts';

const CLOSED: Status = {
  has_estimate: false,
  message: null,
  estimate_display: '0-0',
  estimate_value: 0,
  report_count: 0,
  last_updated: '2026-10-16T23:24:00-07:00',
  hours: {
    is_open: false,
    closing_soon: false,
    minutes_until_close: 0,
    closes_at: '1:00am',
    opens_at: '10:00am',
  },
};

/** Answers every request with a status; the test's own network. */
function answer(status: Status): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(status)));
}

function chartOf(date: string) {
  return { scatter: [], line: [{ t: `${date}T00:00:00-07:00`, value: null }], open_window: null };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('takes the date from the chart of today where a closed place replays another day', async () => {
  vi.setSystemTime('2026-11-21T12:00:00Z');
  answer(CLOSED);
  const deployment = new Deployment(new Api('https://line.test', 'hc_1'), 'auto');
  await deployment.look();
  deployment.learnFrom(chartOf('2026-10-17'), true);
  expect([deployment.today, clock(deployment.wallTime())]).toEqual(['2026-10-17', '5:00am']);
  vi.setSystemTime('2026-11-21T12:30:00Z');
  await deployment.look();
  deployment.learnFrom(chartOf('2026-10-17'), true);
  expect([deployment.today, clock(deployment.wallTime())]).toEqual(['2026-10-17', '5:30am']);
});

it('goes on to the next day at midnight of the line', async () => {
  vi.setSystemTime('2026-10-17T06:50:00Z');
  answer(CLOSED);
  const deployment = new Deployment(new Api('https://line.test', 'hc_1'), 'auto');
  await deployment.look();
  deployment.learnFrom(chartOf('2026-10-16'), true);
  expect(deployment.today).toBe('2026-10-16');
  vi.setSystemTime('2026-10-17T07:01:00Z');
  await deployment.look();
  expect(deployment.today).toBe('2026-10-17');
});

it('tells the form by a chart, unless it is told', async () => {
  const deployment = new Deployment(new Api('https://line.test', 'hc_1'), 'auto');
  expect(deployment.form).toBe(null);
  deployment.learnFrom({ scatter: [], line: [] }, false);
  expect(deployment.form).toBe(1);
  deployment.learnFrom(chartOf('2026-10-16'), true);
  expect(deployment.form).toBe(2);
  expect(new Deployment(new Api('https://line.test', 'hc_1'), 1).form).toBe(1);
});
