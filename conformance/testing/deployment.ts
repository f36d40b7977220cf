import type { Form } from '../contract/types.ts';
import { addDays, weekdayOf } from '../facts/calendar.ts';
import { localDate, offsetText } from '../facts/timestamp.ts';

/** A report of the deployment for tests. */
export interface TestReport {
  readonly id: number;
  readonly ms: number;
  readonly value: number;
}

/** What can be set. Times are epoch milliseconds; the offset of the local clock never changes. */
export interface TestOptions {
  readonly form: Form;
  readonly reports: number;
  readonly now: number;
  readonly offsetMinutes: number;
  readonly prefix: string;
}

export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly params: URLSearchParams;
  readonly authorization: string | null;
}

export interface TestAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type TestDeployment = (request: TestRequest) => TestAnswer;

export const testKey = 'qh_test_0123456789abcdefghijklmnop';

const labels = {
  1: ['0', '1-5', '6-10', '11-20', '20-30', '30+'],
  2: ['0', '3', '8', '15', '25', '35'],
} as const;
const values = [0, 3, 8, 15, 25, 35];
const minute = 60_000;
const opens = 8 * 60;
const closes = 22 * 60;

/** A small conforming deployment in memory, open from 8:00am to 10:00pm every day, with reports in those hours and at night. */
export function createTestDeployment(chosen: Partial<TestOptions> = {}): TestDeployment {
  const options: TestOptions = {
    form: 2,
    reports: 240,
    now: Date.now(),
    offsetMinutes: -420,
    prefix: '',
    ...chosen,
  };
  const { form, now, offsetMinutes } = options;
  const stamp = (ms: number) =>
    `${new Date(ms + offsetMinutes * minute).toISOString().slice(0, 19)}${offsetText(offsetMinutes)}`;
  const dateOf = (ms: number) => localDate(ms, offsetMinutes);
  const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`) - offsetMinutes * minute;
  const clockOf = (ms: number) => Math.floor((ms - midnight(dateOf(ms))) / minute);
  const today = dateOf(now);
  // Every 100 minutes or so, newest first; a third of them has a photo
  const reports: readonly TestReport[] = Array.from({ length: options.reports }, (_, at) => ({
    id: 1000 + options.reports - at,
    ms: Math.floor(now / 1000) * 1000 - at * 101 * minute - 30_000,
    value: values[(at * 5 + Math.floor(at / 7)) % values.length] ?? 0,
  }));
  const label = ({ value }: TestReport) => labels[form][values.indexOf(value)] ?? '';
  const hasPhoto = ({ id }: TestReport) => id % 3 === 0;
  const json = (body: unknown, status = 200): TestAnswer => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  });

  const inRange = (params: URLSearchParams, otherwise: string | null): readonly TestReport[] => {
    const since = params.get('since') ?? (params.has('until') ? null : otherwise);
    const until = params.get('until') ?? (params.has('since') ? null : otherwise);
    return reports.filter(
      ({ ms }) => (since === null || dateOf(ms) >= since) && (until === null || dateOf(ms) <= until),
    );
  };
  const mean = (list: readonly TestReport[]) =>
    list.length === 0 ? null : list.reduce((sum, { value }) => sum + value, 0) / list.length;

  const status = () => {
    const clock = clockOf(now);
    const open = clock >= opens && clock < closes;
    const recent = reports.slice(0, 5);
    const has = open && recent.length > 0;
    const value = has ? (mean(recent) ?? 0) : 0;
    return json({
      has_estimate: has,
      message: open ? null : 'Closed now.',
      estimate_display: has ? `${Math.floor(value)}-${Math.ceil(value) + 1}` : '0-0',
      estimate_value: value,
      report_count: has ? recent.length : 0,
      last_updated: stamp(reports[0]?.ms ?? now),
      hours: {
        is_open: open,
        closing_soon: open && closes - clock <= 30,
        minutes_until_close: open ? closes - clock : 0,
        closes_at: '10:00pm',
        opens_at: open ? null : '8:00am',
      },
    });
  };

  const chart = (params: URLSearchParams) => {
    const list = [...inRange(params, today)].reverse();
    const since = params.get('since') ?? (params.has('until') ? dateOf(reports.at(-1)?.ms ?? now) : today);
    const until = params.get('until') ?? today;
    const single = since === until;
    const line = single ? dayLine(since, list) : dailyLine(since, until, list);
    const at = (date: string, clock: number) => stamp(midnight(date) + clock * minute);
    const window = single ? { start: at(since, opens), end: at(since, closes), closed: [] } : null;
    return json({
      scatter: list.map(({ ms, value }) => ({ t: stamp(ms), value })),
      line,
      ...(form === 2 ? { open_window: window } : {}),
    });
  };
  const dayLine = (date: string, list: readonly TestReport[]) =>
    Array.from({ length: 96 }, (_, at) => {
      const ms = midnight(date) + at * 15 * minute;
      const near = list.filter((report) => Math.abs(report.ms - ms) <= 60 * minute);
      const open = at * 15 >= opens && at * 15 < closes;
      return { t: stamp(ms), value: open ? mean(near) : null };
    });
  const dailyLine = (since: string, until: string, list: readonly TestReport[]) => {
    const points: { t: string; value: number | null }[] = [];
    for (let date = since; date <= until && points.length < 1000; date = addDays(date, 1)) {
      points.push({ t: stamp(midnight(date)), value: mean(list.filter(({ ms }) => dateOf(ms) === date)) });
    }
    return points;
  };

  const patterns = (params: URLSearchParams) => {
    const list = inRange(params, null);
    const group = (key: (report: TestReport) => number, index: number) =>
      list.filter((report) => key(report) === index);
    const hourOf = ({ ms }: TestReport) => Math.floor(clockOf(ms) / 60);
    const weekday = ({ ms }: TestReport) => weekdayOf(dateOf(ms));
    const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
    return json({
      by_hour: Array.from({ length: 24 }, (_, hour) => ({
        hour,
        value: mean(group(hourOf, hour)),
        report_count: group(hourOf, hour).length,
      })),
      by_weekday: names.map((name, index) => ({
        weekday: index,
        label: name,
        value: mean(group(weekday, index)) ?? 0,
        report_count: group(weekday, index).length,
      })),
      ...(form === 2 ? { open_hours: { first: 8, last: 21 } } : {}),
    });
  };

  const page = (params: URLSearchParams) => {
    const limit = Math.min(200, Number(params.get('limit') ?? 8));
    const from = Number(params.get('cursor') ?? 0);
    const link = (cursor: number) =>
      `http://deployment.test${options.prefix}/api/v1/reports?limit=${limit}${cursor === 0 ? '' : `&cursor=${cursor}`}`;
    return json({
      next: from + limit < reports.length ? link(from + limit) : null,
      previous: from > 0 ? link(Math.max(0, from - limit)) : null,
      results: reports.slice(from, from + limit).map((report) => ({
        id: report.id,
        bucket: label(report),
        created_at: stamp(report.ms),
        ...(form === 1
          ? { photo_url: hasPhoto(report) ? `https://photos.test/${report.id}.jpg` : null }
          : {}),
      })),
    });
  };

  const csv = (params: URLSearchParams): TestAnswer => {
    const rows = inRange(params, null).map((report) =>
      [stamp(report.ms), label(report), ...(form === 1 ? [hasPhoto(report) ? 'True' : 'False'] : [])].join(
        ',',
      ),
    );
    const header = form === 1 ? 'timestamp,bucket,has_photo' : 'timestamp,bucket';
    return { status: 200, type: 'text/csv; charset=utf-8', body: [header, ...rows, ''].join('\r\n') };
  };

  const highlights = (params: URLSearchParams) => {
    const days = Math.min(60, Number(params.get('days') ?? 7));
    const items = Array.from({ length: days }, (_, back) => addDays(today, -back)).map((date) => {
      const taken = midnight(date) - 80 * 24 * 60 * minute;
      const id = Math.floor(taken / 86_400_000);
      return {
        date,
        photo: {
          id,
          image_url: `https://photos.test/${id}.jpg`,
          thumbnail_url: `https://photos.test/thumbnails/${id}.jpg`,
          caption: 'The line at noon',
          created_at: stamp(taken),
          expires_at: stamp(taken + 365 * 24 * 60 * minute),
          like_count: 2,
          liked: false,
        },
      };
    });
    return json({ highlights: items });
  };

  const routes: Readonly<Record<string, (params: URLSearchParams) => TestAnswer>> = {
    status,
    chart,
    patterns,
    reports: page,
    'export.csv': csv,
    ...(form === 2 ? { highlights } : {}),
  };
  return ({ method, path, params, authorization }) => {
    const route = path.startsWith(`${options.prefix}/api/v1/`)
      ? routes[path.slice(`${options.prefix}/api/v1/`.length)]
      : undefined;
    if (route === undefined) return json({ detail: 'Not found.' }, 404);
    if (authorization !== `Token ${testKey}`) return json({ detail: 'Invalid token.' }, 401);
    return method === 'GET' ? route(params) : json({ detail: 'Method not allowed.' }, 405);
  };
}
