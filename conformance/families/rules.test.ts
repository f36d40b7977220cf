import { describe, expect, it } from 'vitest';
import type { Evidence } from '../evidence/evidence.ts';
import { addDays } from '../facts/calendar.ts';
import type { Exchange } from '../requests/exchange.ts';
import { evidenceOn, gateOn, inBodies, withOutcome } from '../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../verdict/judge.ts';

/** A zone without summer time, so that edited times keep their offset; averages are not rounded. */
const options = { zone: 'America/Phoenix', rounding: 'none' } as const;
const runs = new Map<string, Promise<Evidence>>();

/** Evidence of a conforming run; collected once for equal options. */
async function evidenceOf(given: Parameters<typeof evidenceOn>[0]): Promise<Evidence> {
  const key = JSON.stringify(given);
  const known = runs.get(key) ?? evidenceOn(given);
  runs.set(key, known);
  return await known;
}

type Edit = (body: string, exchange: Exchange) => string;

/** The evidence of a conforming run, rewritten. */
async function edited(
  form: 1 | 2,
  endpoint: string,
  edit: Edit,
  store: Parameters<typeof evidenceOn>[0] = {},
): Promise<Evidence> {
  const evidence = await evidenceOf({ form, ...options, ...store });
  return rewritten(evidence, endpoint, edit);
}

/** The same evidence with the bodies of an endpoint rewritten; fails if the edit changes nothing. */
function rewritten(evidence: Evidence, endpoint: string, edit: Edit): Evidence {
  const exchanges = evidence.exchanges.map((exchange) =>
    exchange.endpoint === endpoint && exchange.response?.status === 200
      ? { ...exchange, response: { ...exchange.response, body: edit(exchange.response.body, exchange) } }
      : exchange,
  );
  expect(exchanges, 'the edit changes something').not.toEqual(evidence.exchanges);
  return { ...evidence, exchanges };
}

const lines =
  (edit: (rows: string[]) => string[]): Edit =>
  (body) => {
    const [header, ...rows] = body.split('\r\n').filter((row) => row !== '');
    return [header, ...edit(rows), ''].join('\r\n');
  };

describe('ways to fill a gap raise no alarm', () => {
  it.each([
    ['LF line ends', 'export.csv', (body) => body.replaceAll('\r\n', '\n')],
    ['a byte order mark', 'export.csv', (body) => `\ufeff${body}`],
    ['quotes', 'export.csv', (body) => body.replace(/[^,\r\n]+/g, '"$&"')],
    ['no final newline', 'export.csv', (body) => body.replace(/\r\n$/, '')],
    ['rows from old to new', 'export.csv', lines((rows) => rows.reverse())],
    [
      'scatter from new to old',
      'chart',
      (body) => change(body, (chart: { scatter: unknown[] }) => chart.scatter.reverse()),
    ],
    [
      'averages without decimals',
      'patterns',
      (body) => body.replace(/"value":(\d+\.\d+)/g, (_, value) => `"value":${Math.round(Number(value))}`),
    ],
    [
      'averages with one decimal',
      'patterns',
      (body) => body.replace(/"value":(\d+\.\d+)/g, (_, value) => `"value":${Number(value).toFixed(1)}`),
    ],
    ['scatter rounded to minutes', 'chart', (body) => body.replaceAll(/T(\d\d:\d\d):\d\d([-+])/g, 'T$1$2')],
    [
      'extra members',
      'status',
      (body) => change(body, (one: object) => Object.assign(one, { source: 'web', api_version: 3 })),
    ],
    ['links without the limit', 'reports', (body) => body.replace(/&limit=\d+/g, '')],
    [
      'points of days stamped at noon',
      'chart',
      (body, { params }) =>
        params['since'] === params['until']
          ? body
          : change(body, (chart: { line: { t: string }[] }) => {
              for (const point of chart.line) point.t = point.t.replace('T00:', 'T12:');
            }),
    ],
    [
      'days without reports left out',
      'chart',
      (body, { params }) =>
        params['since'] === params['until']
          ? body
          : change(body, (chart: { line: { value: unknown }[] }) =>
              Object.assign(chart, { line: chart.line.filter(({ value }) => value !== null) }),
            ),
    ],
    [
      'a line over opening hours only',
      'chart',
      (body, { params }) =>
        params['since'] !== params['until']
          ? body
          : change(body, (chart: { line: { t: string }[] }) =>
              Object.assign(chart, {
                line: chart.line.filter(({ t }) => t.slice(11, 16) >= '07:30' && t.slice(11, 16) <= '23:45'),
              }),
            ),
    ],
    [
      'previous that is always null',
      'reports',
      (body) => body.replace(/"previous":"[^"]*"/, '"previous":null'),
    ],
    [
      'labels of weekdays in German',
      'patterns',
      (body) =>
        ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'].reduce(
          (text, label, at) =>
            text.replace(
              `"label":"${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][at]}"`,
              `"label":"${label}"`,
            ),
          body,
        ),
    ],
    [
      'another number than 0 on weekdays without reports',
      'patterns',
      (body) => body.replaceAll('"value":0,"report_count":0', '"value":4.5,"report_count":0'),
    ],
  ] as readonly (readonly [string, string, Edit])[])('such as %s', async (_title, endpoint, edit) => {
    for (const form of [1, 2] as const)
      expect(withOutcome(judgeEvidence(await edited(form, endpoint, edit)), 'fail')).toEqual([]);
  });
});

describe('a breach is found in the evidence', () => {
  it.each([
    ['export.timestamp', 2, 'export.csv', (body) => body.replace('timestamp,bucket', 'bucket,timestamp')],
    ['export.columns', 2, 'export.csv', (body) => body.replaceAll('\r\n2', ',x\r\n2')],
    ['export.columns', 1, 'export.csv', (body) => body.replace('has_photo', 'photo')],
    ['export.columns', 2, 'export.csv', (body) => body.replaceAll('\r\n', ',x\r\n').replace(',x', ',id')],
    ['export.columns', 2, 'export.csv', (body) => body.replace(/^([^,]+),(.*)$/gm, '$2,$1')],
    ['export.rows', 2, 'export.csv', lines((rows) => rows.filter((_, at) => at !== 20))],
    [
      'export.rows',
      2,
      'export.csv',
      lines((rows) => rows.flatMap((row, at) => (at === 20 ? [row, row] : [row]))),
    ],
    ['export.timestamp', 2, 'export.csv', (body) => body.replaceAll('T', ' ')],
    ['export.bucket', 1, 'export.csv', (body) => body.replaceAll('30+', '31-')],
    ['export.has_photo', 1, 'export.csv', (body) => body.replaceAll('True', 'true')],
    ['export.has_photo-agrees', 1, 'export.csv', (body) => body.replaceAll('True', 'False')],
    [
      'privacy.coordinates-export',
      2,
      'export.csv',
      (body) => body.replace('bucket', 'bucket,lat').replaceAll('\r\n2', ',37.871234\r\n2'),
    ],
    ['reports.bucket', 2, 'reports', (body) => body.replace('"bucket":"15"', '"bucket":"11-twenty"')],
    ['reports.photo_url', 1, 'reports', (body) => body.replaceAll('https://photos.example.edu', 'no photo ')],
    [
      'reports.walk',
      2,
      'reports',
      (body, { params }) =>
        params['cursor'] !== undefined
          ? change(body, (page: { results: unknown[] }) => page.results.splice(5, 1))
          : body,
    ],
    ['reports.id-unique', 2, 'reports', (body) => body.replace(/"id":3\d\d/g, '"id":300')],
    [
      'reports.next-null',
      2,
      'reports',
      (body, { step }) => (step === 'reports-end' ? body.replace(/"next":"[^"]*"/, '"next":null') : body),
    ],
    [
      'patterns.by_hour-null',
      2,
      'patterns',
      (body) => body.replace(/"hour":12,"value":[\d.]+/, '"hour":12,"value":null'),
    ],
    [
      'patterns.by_hour',
      2,
      'patterns',
      (body) => change(body, (one: { by_hour: unknown[] }) => one.by_hour.pop()),
    ],
    [
      'patterns.by_hour-count',
      2,
      'patterns',
      (body, { params }) =>
        params['since'] === undefined
          ? body
          : body.replaceAll(/"report_count":(\d+)/g, (_, count) => `"report_count":${Number(count) * 2}`),
    ],
    ['patterns.open_hours-agree', 2, 'patterns', (body) => body.replace('"first":7', '"first":9')],
    [
      'chart.long-averages',
      2,
      'chart',
      (body, { params }) =>
        params['since'] === params['until'] ? body : body.replace(/"value":null/g, '"value":0'),
    ],
    [
      'chart.open_window-closed',
      2,
      'chart',
      (body) =>
        change(body, (chart: { open_window: { start: string; end: string; closed: unknown[] } | null }) =>
          chart.open_window?.closed.push({ start: chart.open_window.end, end: chart.open_window.start }),
        ),
    ],
    [
      'chart.open_window-bounds',
      2,
      'chart',
      (body, { step }) =>
        step === 'chart-other-day' ? body.replaceAll(/"end":"([^"]*)T23/g, '"end":"$1T06') : body,
    ],
    ['hours.closes_at', 2, 'status', (body) => body.replace('11:45pm', '23:45')],
    [
      'hours.closing_soon',
      2,
      'status',
      (body) => body.replace('"closing_soon":false', '"closing_soon":true'),
    ],
    ['hours.window-agrees', 2, 'status', (body) => body.replace('11:45pm', '11:15pm')],
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
    [
      'status.report_count-bounded',
      2,
      'status',
      (body) => body.replace(/"report_count":\d+/, '"report_count":401'),
    ],
    [
      'highlights.older',
      2,
      'highlights',
      (body) =>
        change(body, (one: { highlights: { date: string; photo: object }[] }) => {
          for (const { date, photo } of one.highlights)
            Object.assign(photo, { created_at: `${date}T10:00:00-07:00` });
        }),
    ],
    [
      'highlights.unique',
      2,
      'highlights',
      (body) =>
        change(body, (one: { highlights: unknown[] }) => one.highlights.splice(1, 0, one.highlights[0])),
    ],
    [
      'highlights.photo-host',
      2,
      'highlights',
      (body) => body.replace(/("thumbnail_url":"https:\/\/)[^/]*/, '$1cdn.test'),
    ],
    [
      'privacy.anonymous',
      2,
      'reports',
      (body) => body.replace('"id":', '"submitted_by":"a@b.example","id":'),
    ],
  ] as readonly (readonly [string, 1 | 2, string, Edit])[])(
    '%s in form %i: %s',
    async (requirement, form, endpoint, edit) => {
      expect(withOutcome(judgeEvidence(await edited(form, endpoint, edit)), 'fail')).toContain(requirement);
    },
  );
});

it('holds a window against that of a third day of its week, if the other one is of a Sunday', async () => {
  const early = inBodies('chart', ({ open_window: window }: { open_window?: { start: string } | null }) => {
    if (window?.start.startsWith('2026-11-13')) window.start = window.start.replace('T07', 'T06');
  });
  const result = await gateOn({ form: 2, ...options }, early);
  expect(result.evidence.exchanges.map(({ step }) => step)).toContain('chart-week-day');
  expect(withOutcome(result, 'fail')).toContain('chart.open_window-bounds');
});

it('does not hold shorter look-backs against one that reaches beyond the maximum', async () => {
  const evidence = await edited(2, 'highlights', (body, { params }) =>
    params['days'] === '365'
      ? change(body, (one: { highlights: { date: string }[] }) => {
          const [newest] = one.highlights;
          if (newest === undefined) throw new Error('There is no highlight.');
          const ofDay = (_: unknown, at: number) => ({ ...newest, date: addDays(newest.date, -at) });
          one.highlights = Array.from({ length: 100 }, ofDay);
        })
      : body,
  );
  const failed = withOutcome(judgeEvidence(evidence), 'fail');
  expect(failed).toContain('highlights.maximum-days');
  expect(failed).not.toContain('highlights.days');
});

it('warns of a look-back that ends after thirty days, since highlights may be that new', async () => {
  const cut: Edit = (body, { params }) =>
    params['days'] === '365'
      ? change(body, (one: { highlights: unknown[] }) => one.highlights.splice(30))
      : body;
  const result = judgeEvidence(await edited(2, 'highlights', cut));
  expect(withOutcome(result, 'warn')).toContain('highlights.maximum-days');
  expect(withOutcome(result, 'fail')).toEqual([]);
});

it('warns of a photo that names a person, since only reports are promised to be anonymous', async () => {
  const named = (body: string) => body.replaceAll('"caption":', '"author_email":"a@b.example","caption":');
  const result = judgeEvidence(await edited(2, 'highlights', named));
  expect(withOutcome(result, 'warn')).toContain('privacy.anonymous');
  expect(withOutcome(result, 'fail')).toEqual([]);
});

/** The body with its JSON edited in place. */
function change(body: string, edit: (content: never) => unknown): string {
  const content: unknown = JSON.parse(body);
  edit(content as never);
  return JSON.stringify(content);
}

describe('two readings of the clock', () => {
  it.each([
    ['fail if they go back by 40 minutes', 40, 'fail'],
    ['pass if they go back by a minute', 1, 'pass'],
    ['warn if they go forward by 40 minutes', -40, 'warn'],
  ])('%s', async (_title, minutes, outcome) => {
    // Around noon by the local clock, and the real time by the Date header
    const evidence = await evidenceOf({ now: 'live', hours: 'daily', count: 0 });
    const old = evidence.exchanges.map((exchange) => {
      const { response, step, endpoint } = exchange;
      if (endpoint !== 'status' || response?.status !== 200) return exchange;
      const body = change(
        response.body,
        (status: { last_updated: string; hours: { minutes_until_close: number } }) => {
          // Data too old to prove by themselves that the header shows the service's time
          status.last_updated = status.last_updated.replace(/T[\d:.]+/, 'T07:00:00');
          if (step === 'status-end') status.hours.minutes_until_close += minutes;
        },
      );
      return { ...exchange, response: { ...response, body } };
    });
    const result = judgeEvidence({ ...evidence, exchanges: old });
    const found = result.outcomes.find(({ requirement }) => requirement === 'hours.minutes-agree');
    expect(found?.outcome).toBe(outcome);
  });
});

describe('more reports than the walk reads', () => {
  const MANY = { count: 4000, days: 60 };

  it('prove an export wrong that repeats them, not the chart', async () => {
    const doubled = lines((rows) => rows.flatMap((row) => [row, row]));
    const result = judgeEvidence(await edited(1, 'export.csv', doubled, MANY));
    expect(withOutcome(result, 'fail')).toEqual(['export.rows']);
  });

  it('leave the patterns unaccused if only the feed can be read', async () => {
    const evidence = await edited(1, 'export.csv', () => '', MANY);
    const failed = withOutcome(judgeEvidence(rewritten(evidence, 'chart', () => '{}')), 'fail');
    expect(failed).toContain('export.header');
    expect(failed.filter((id) => id.startsWith('patterns.'))).toEqual([]);
  });
});

describe('a clock that is set back by an hour during the run', () => {
  const judged = async (isBack: (exchange: number) => boolean, headers: Record<string, string> = {}) => {
    const evidence = await evidenceOf({ now: 'live', hours: 'always' });
    const exchanges = evidence.exchanges.map((exchange, at) => {
      const { response, startedAt } = exchange;
      if (response === undefined) return exchange;
      const date = new Date(startedAt - (isBack(at) ? 3_600_000 : 0)).toUTCString();
      return { ...exchange, response: { ...response, headers: { ...response.headers, date, ...headers } } };
    });
    return judgeEvidence({ ...evidence, exchanges });
  };

  it('leaves the run inconclusive, since later reports vanish as if they were lost', async () => {
    const { exitCode, problem } = await judged((at) => at >= 20);
    expect([exitCode, problem]).toEqual([3, expect.stringContaining('was set back')]);
  });

  it.each([
    ['the Date headers of cached responses', (at: number) => at >= 20, { age: '3600' }],
    ['a gateway whose clock is slow', (at: number) => at % 7 === 3, {}],
    ['a clock that is set forward', (at: number) => at < 20, {}],
  ])('is not taken from %s', async (_, isBack, headers) => {
    expect((await judged(isBack, headers)).problem).toBeUndefined();
  });
});
