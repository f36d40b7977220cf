import { describe, expect, it, vi } from 'vitest';
import { REFUSED, TAKEN } from '../../../service/domain/date-time.fixture.ts';
import { embedView } from '../embed/embed-view.ts';
import { Reads } from '../embed/reads.ts';
import { offsetOf } from '../local-time.ts';
import { Api } from './api.ts';
import { exampleOf } from './examples.fixture.ts';
import { unreadableText } from './readable-times.ts';
import { type Chart, type Highlights, openWindowOf, type ReportPage, type Status } from './responses.ts';

const STATUS = exampleOf('/api/v1/status', 'open-and-busy');
const HIGHLIGHTS = exampleOf('/api/v1/highlights', 'week');

/** What a page has of a response in which each time is this text. */
async function read(page: 'explorer' | 'frame', text: unknown) {
  const point = { t: text, value: 3 };
  const bodies: Readonly<Record<string, unknown>> = {
    status: { ...STATUS, last_updated: text },
    chart: {
      scatter: [point],
      line: [point, point],
      open_window: { start: text, end: text, closed: [{ start: text, end: text }] },
    },
    reports: { next: null, previous: null, results: [{ id: 1, bucket: '3', created_at: text }] },
    highlights: {
      highlights: HIGHLIGHTS.highlights.map((one) => ({ ...one, photo: { ...one.photo, created_at: text } })),
    },
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(bodies[url.split('/').at(-1) ?? '']));
  const api = new Api('https://line.test', 'hc_1');
  const reads = new Reads('https://line.test/page/api/v1');
  const status: Status = page === 'frame' ? await reads.status() : await api.get('/api/v1/status');
  const chart: Chart = page === 'frame' ? await reads.chartOfToday() : await api.get('/api/v1/chart');
  const { results }: ReportPage = await api.get('/api/v1/reports');
  const { highlights }: Highlights = await api.get('/api/v1/highlights');
  vi.unstubAllGlobals();
  return { status, chart, report: results[0], photo: highlights[0]?.photo };
}

describe.each(['explorer', 'frame'] as const)('the times of responses in the %s', (page) => {
  it.each(TAKEN)('may be %s', async (text, same) => {
    const { status, chart, report, photo } = await read(page, text);
    const window = openWindowOf(chart);
    const times = [status.last_updated, chart.line[1]?.t, chart.scatter[0]?.t, window?.closed[0]?.end];
    for (const time of [...times, report?.created_at, photo?.created_at]) {
      expect(time && [Date.parse(time), offsetOf(time)]).toEqual([Date.parse(same), offsetOf(same)]);
    }
    expect(unreadableText(chart)).toBe('');
  });

  it.each([...REFUSED.map(([text]) => text), 5, '9999-12-31T24:00:00Z'])(
    'are unknown if they are %j',
    async (text) => {
      const { status, chart, report, photo } = await read(page, text);
      expect(chart).toEqual({ scatter: [], line: [], open_window: null, unreadable: 3 });
      expect(unreadableText(chart)).toBe(' Left out: 3 values at unknown times.');
      expect([status.last_updated, report?.created_at, photo?.created_at]).toEqual([null, '', '']);
      const now = Date.parse('2026-10-16T12:35:00-07:00');
      expect(embedView({ status, received: now, chart }, null, now).headline).toBe('16');
    },
  );
});
