import { describe, expect, it } from 'vitest';
import type { Form } from './contract/types.ts';
import { gateOn, inBodies, withOutcome } from './testing/run.ts';

const forms: readonly Form[] = [1, 2];
/** A Friday, 12:35 on a local clock seven hours behind UTC. */
const noon = Date.parse('2026-10-16T19:35:00Z');

describe.each(forms)('a conforming deployment of form %i', (form) => {
  it.each([
    ['with a month of reports', { reports: 400 }],
    ['with an empty store', { reports: 0 }],
    ['with one report', { reports: 1 }],
    ['with three reports', { reports: 3 }],
    ['with exactly one default page', { reports: 8 }],
    ['with exactly one page of the maximum', { reports: 200 }],
    ['with 1,500 reports', { reports: 1500 }],
    ['with 5,000 reports', { reports: 5000 }],
    ['in UTC', { offsetMinutes: 0 }],
    ['in a half-hour zone', { offsetMinutes: 330 }],
    ['far east', { offsetMinutes: 840 }],
    ['under a path prefix', { prefix: '/services/queue' }],
    ['closed at night', { now: noon + 12 * 3_600_000 }],
  ])('raises no alarm %s', async (_title, options) => {
    const result = await gateOn({ form, now: noon, ...options });
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(withOutcome(result, 'inconclusive')).toEqual([]);
    expect(result.exitCode).toBe(0);
    expect(result.requests).toBeLessThanOrEqual(60);
  });

  it('is recognised when no form is declared', async () => {
    const result = await gateOn({ form, now: noon, reports: 1500 }, undefined, { form: 'auto' });
    expect([result.formJudged, result.formSeen, result.exitCode]).toEqual([form, form, 0]);
    expect(result.requests).toBeLessThanOrEqual(60);
  });

  it('fails when the other form is declared', async () => {
    const result = await gateOn({ form, now: noon }, undefined, { form: form === 1 ? 2 : 1 });
    expect(withOutcome(result, 'fail')).toContain('form.declared');
  });

  it('exercises everything with 1,500 reports in 60 requests', async () => {
    const result = await gateOn({ form, now: noon, reports: 1500 });
    expect(withOutcome(result, 'not-exercised')).toEqual([]);
  });
});

type Body = Record<string, unknown>;
type Feed = { results: Body[]; next: string | null; previous: string | null };
type Chart = { scatter: Body[]; line: Body[]; open_window: Body | null };

describe('a deployment with a single fault', () => {
  it.each([
    [
      'auth.missing',
      (answer, request) =>
        request.authorization === null && request.path.endsWith('chart')
          ? { ...answer, status: 403 }
          : answer,
    ],
    [
      'http.no-server-error',
      (answer, request) => (request.params.get('limit') === '1' ? { ...answer, status: 500 } : answer),
    ],
    [
      'http.json',
      (answer, request) => (request.path.endsWith('status') ? { ...answer, type: 'text/html' } : answer),
    ],
    [
      'http.read-only',
      (answer, request) => (request.method === 'POST' ? { ...answer, status: 201 } : answer),
    ],
    [
      'hours.opens_at',
      inBodies('status', (body: { hours: Body }) => Object.assign(body.hours, { opens_at: '8:00am' })),
    ],
    [
      'hours.minutes-agree',
      inBodies('status', (body: { hours: Body }) => Object.assign(body.hours, { minutes_until_close: 700 })),
    ],
    [
      'status.display-agrees',
      inBodies('status', (body: Body) => Object.assign(body, { estimate_display: '70-90' })),
    ],
    ['chart.scatter-complete', inBodies('chart', (body: Chart) => body.scatter.splice(1, 1))],
    [
      'chart.scatter-in-bucket',
      inBodies('chart', (body: Chart) =>
        body.scatter.forEach((item) => Object.assign(item, { value: 1 + Number(item['value']) * 2 })),
      ),
    ],
    [
      'chart.line-value',
      inBodies('chart', (body: Chart) => Object.assign(body.line[3] ?? {}, { value: '3' })),
    ],
    ['chart.day-spacing', inBodies('chart', (body: Chart) => body.line.splice(40, 1))],
    [
      'chart.open_window-single-day',
      inBodies('chart', (body: Chart) => Object.assign(body, { open_window: null })),
    ],
    [
      'patterns.by_weekday-monday',
      inBodies('patterns', (body: { by_weekday: Body[] }) =>
        body.by_weekday.forEach((item) =>
          Object.assign(item, { label: item['weekday'] === 0 ? 'Sun' : item['label'] }),
        ),
      ),
    ],
    [
      'patterns.by_hour-value',
      inBodies('patterns', (body: { by_hour: Body[] }) =>
        Object.assign(body.by_hour[12] ?? {}, { value: 1.5 }),
      ),
    ],
    ['reports.order', inBodies('reports', (body: Feed) => body.results.reverse())],
    [
      'reports.default-limit',
      inBodies('reports', (body: Feed, request) => body.results.splice(request.params.size === 0 ? 7 : 999)),
    ],
    [
      'reports.next-url',
      inBodies('reports', (body: Feed) =>
        Object.assign(body, { next: body.next?.replace('deployment.test', 'elsewhere.test') ?? null }),
      ),
    ],
    [
      'reports.previous-null',
      inBodies('reports', (body: Feed, request) =>
        Object.assign(body, {
          previous: request.params.has('cursor') ? body.previous : 'http://deployment.test/api/v1/reports',
        }),
      ),
    ],
    [
      'export.header',
      (answer, request) =>
        request.path.endsWith('csv') && answer.status === 200
          ? { ...answer, body: answer.body.split('\r\n').slice(1).join('\r\n') }
          : answer,
    ],
    ['highlights.order', inBodies('highlights', (body: { highlights: Body[] }) => body.highlights.reverse())],
    [
      'highlights.default-days',
      inBodies('highlights', (body: { highlights: Body[] }, request) =>
        body.highlights.splice(request.params.size === 0 ? 6 : 99),
      ),
    ],
    [
      'privacy.coordinates-feed',
      inBodies('reports', (body: Feed) => Object.assign(body.results[0] ?? {}, { lat: 37.87 })),
    ],
    [
      'privacy.anonymous',
      inBodies('reports', (body: Feed) => Object.assign(body.results[0] ?? {}, { user_id: 7 })),
    ],
    [
      'form.no-photo-info',
      inBodies('reports', (body: Feed) => Object.assign(body.results[0] ?? {}, { photo_url: null })),
    ],
    [
      'time.local-offset',
      inBodies('chart', (body: Chart) =>
        body.scatter.forEach((item) => Object.assign(item, { t: new Date(String(item['t'])).toISOString() })),
      ),
    ],
  ] as readonly (readonly [string, Parameters<typeof gateOn>[1]])[])(
    'fails %s',
    async (requirement, change) => {
      const result = await gateOn({ now: noon, reports: 400 }, change);
      expect(withOutcome(result, 'fail')).toContain(requirement);
      expect(result.exitCode).toBe(1);
    },
  );
});

describe('what is asked when there is room', () => {
  const stepsOf = async (...args: Parameters<typeof gateOn>) =>
    (await gateOn(...args)).evidence.exchanges.map(({ step }) => step);

  it('is other methods on other endpoints, an empty export and odd parameters', async () => {
    const steps = await stepsOf({ now: noon, reports: 100 });
    expect(steps).toEqual(
      expect.arrayContaining(['method-POST-chart', 'method-PUT-reports', 'export-empty']),
    );
    expect(steps.at(-1)).toBe('reports-end');
    expect(steps.length).toBeLessThanOrEqual(60);
  });

  it('comes after the walk: a long feed leaves no room', async () => {
    const result = await gateOn({ now: noon, reports: 2400 });
    expect(result.requests).toBe(60);
    expect(result.evidence.exchanges.map(({ step }) => step)).not.toContain('method-PUT-reports');
    expect(result.evidence.skipped).toContainEqual(
      expect.objectContaining({ step: 'method-PUT-reports', blocked: false }),
    );
  });

  it.each([
    ['a method that reads', 'http.read-only', 'POST', 'patterns', 200],
    ['a method that changes', 'http.read-only', 'PUT', 'reports', 201],
  ])('finds %s', async (_title, requirement, method, endpoint, status) => {
    const result = await gateOn({ now: noon, reports: 100 }, (answer, request) =>
      request.method === method && request.path.endsWith(endpoint) ? { ...answer, status } : answer,
    );
    expect(withOutcome(result, 'fail')).toEqual([requirement]);
  });

  it.each([400, 404, 422])('takes %i for an answer to a date that does not exist', async (status) => {
    const change: Parameters<typeof gateOn>[1] = (answer, request) =>
      request.params.get('since') === '2026-02-30' ? { ...answer, status } : answer;
    const result = await gateOn({ now: noon }, change, { maxRequests: 80 });
    expect([result.exitCode, withOutcome(result, 'fail')]).toEqual([0, []]);
  });

  it('finds a server error on a date that does not exist', async () => {
    const change: Parameters<typeof gateOn>[1] = (answer, request) =>
      request.params.get('since') === '2026-02-30' ? { ...answer, status: 500 } : answer;
    const result = await gateOn({ now: noon }, change, { maxRequests: 80 });
    expect(withOutcome(result, 'fail')).toEqual(['http.no-server-error']);
  });

  it('looks twice at the chart of today only where a day may begin during the run', async () => {
    const [midday, midnight] = [Date.now(), Date.now()].map((now, at) => {
      const minutes = (now / 60_000) % 1440;
      return { now, offsetMinutes: Math.floor((at === 0 ? 720 : 1435) - minutes) };
    });
    const inRange = (options: { offsetMinutes: number } | undefined) =>
      options !== undefined && Math.abs(options.offsetMinutes) < 1440 ? options : {};
    expect(await stepsOf(inRange(midday))).not.toContain('chart-end');
    expect(await stepsOf(inRange(midnight))).toContain('chart-end');
  });
});
