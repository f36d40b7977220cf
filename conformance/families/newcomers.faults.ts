import {
  type Body,
  ENDPOINTS,
  edit,
  editRows,
  editText,
  inOffset,
  isAt,
  rewrite,
  withParameter,
} from '../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../reference/faults/fault.ts';
import { addDays, isDate } from '../reference/local-time.ts';
import type { HttpRequest } from '../reference/options.ts';

const { faults, breaking } = familyOf('newcomers');
/** The commonest mistakes of people who implement the API for the first time, wherever a service would make them. */
export const newcomersFaults: readonly Fault[] = faults;

/** Several changes of one service. */
const together =
  (...changes: readonly Fault['respond'][]): Fault['respond'] =>
  (request, upstream) =>
    changes.reduce<Upstream['pass']>(
      (pass, change) => (one) => change(one, { ...upstream, pass }),
      upstream.pass,
    )(request);

const inTexts = (change: (text: string) => string) =>
  together(...ENDPOINTS.map((endpoint) => editText(endpoint, change)));
const inBodies = (change: (value: unknown) => unknown) =>
  together(
    ...ENDPOINTS.filter((endpoint) => endpoint !== 'export.csv').map((endpoint) => edit(endpoint, change)),
  );
const stamp = /\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;

breaking('time.local-offset').add(
  'utc',
  'Timestamps are written by toISOString.',
  inTexts((text) => text.replace(stamp, (one) => inOffset(one, 0))),
);

breaking('patterns.by_weekday-monday').add(
  'weekday-from-sunday',
  'Weekdays are numbered by getDay, from Sunday.',
  edit('patterns', (body) => {
    body.by_weekday = body.by_weekday
      .map((item: Body) => ({ ...item, weekday: (item.weekday + 1) % 7 }))
      .sort((a: Body, b: Body) => a.weekday - b.weekday);
  }),
);

/** The last day that a request names. */
const lastDay = ({ query }: HttpRequest) => {
  const until = query.get('until') ?? '';
  return isDate(until) ? until : undefined;
};
const isBefore = (request: HttpRequest) => (text: string) => !text.startsWith(lastDay(request) ?? '-');

breaking('chart.until', 'patterns.until', 'export.until').add(
  'until-exclusive',
  'Reports count that are before the day `until`.',
  together(
    edit('chart', (body, request) => {
      for (const list of ['scatter', 'line'])
        body[list] = body[list].filter(({ t }: Body) => isBefore(request)(t));
    }),
    editRows((rows, request) => rows.filter(isBefore(request))),
    edit('patterns', (body, request) => {
      if (lastDay(request) === undefined || request.query.get('since') !== lastDay(request)) return;
      for (const item of body.by_hour) Object.assign(item, { value: null, report_count: 0 });
      for (const item of body.by_weekday) Object.assign(item, { value: 0, report_count: 0 });
    }),
    rewrite('patterns', (request) => {
      const until = lastDay(request);
      if (until === undefined || request.query.get('since') === until) return request;
      return withParameter(request, 'until', addDays(until, -1));
    }),
  ),
);

breaking('highlights.older').add(
  'photo-of-the-day',
  'Highlights show photos of their own day.',
  edit('highlights', (body) => {
    for (const { date, photo } of body.highlights)
      photo.created_at = photo.created_at.replace(/^[^T]*/, date);
  }),
  // Without summer time, the offset stays right
  { forms: [2], state: { zone: 'America/Phoenix' } },
);

breaking('chart.default-today', 'chart.since', 'time.local-offset', 'time.format', 'http.answers').add(
  'months-from-0',
  'Dates and timestamps are written with getMonth, from 0.',
  inTexts((text) =>
    text.replace(/\b(\d{4})-(\d\d)-(\d\d)(?=[T"])/g, (_, year, month, day) =>
      [year, String(Number(month) - 1).padStart(2, '0'), day].join('-'),
    ),
  ),
);

breaking('hours.closes_at').add(
  'clock-without-suffix',
  'Clock times have 12 hours and neither am nor pm.',
  edit('status', ({ hours }) => {
    for (const name of ['closes_at', 'opens_at']) hours[name] = hours[name]?.replace(/[ap]m$/, '') ?? null;
  }),
);

const decimal = (item: Body): void => {
  if (item.value !== null) item.value = item.value.toFixed(1);
};
breaking('status.estimate_value', 'chart.line-value', 'patterns.by_hour-value').add(
  'decimals-as-strings',
  'Numbers with decimals are written by toFixed, as strings.',
  together(
    edit('status', (body) => {
      body.estimate_value = body.estimate_value.toFixed(1);
    }),
    edit('chart', (body) => [...body.scatter, ...body.line].forEach(decimal)),
    edit('patterns', (body) => [...body.by_hour, ...body.by_weekday].forEach(decimal)),
  ),
);

/** A value with an empty string for each null in it. */
function withoutNulls(value: unknown): unknown {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNulls(member)]));
}
breaking('status.message', 'hours.opens_at', 'reports.next', 'reports.previous', 'chart.line-value').add(
  'null-as-empty-string',
  'What is null is an empty string.',
  inBodies(withoutNulls),
);

breaking('reports.id', 'highlights.photo-id').add(
  'ids-as-strings',
  'Ids are strings.',
  together(
    edit('reports', ({ results }) => {
      for (const item of results) item.id = String(item.id);
    }),
    edit('highlights', ({ highlights }) => {
      for (const { photo } of highlights) photo.id = String(photo.id);
    }),
  ),
);

breaking('reports.next', 'reports.next-url').add(
  'next-relative',
  '`next` and `previous` are paths.',
  edit('reports', (body) => {
    for (const name of ['next', 'previous'])
      body[name] = body[name]?.replace(/^https?:\/\/[^/]*/, '') ?? null;
  }),
);

breaking('reports.limit', 'reports.limit-maximum').add(
  'page-size-ignored',
  '`limit` is ignored.',
  (request, upstream) =>
    upstream.pass(isAt(request, 'reports') ? withParameter(request, 'limit', null) : request),
);
