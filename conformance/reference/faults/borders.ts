import type { RequirementId } from '../../contract/requirements.ts';
import { addDays, daysBetween, isDate } from '../local-time.ts';
import type { HttpRequest } from '../options.ts';
import { type Body, edit, isAt, rewrite, withParameter } from './edits.ts';
import { type Fault, familyOf } from './fault.ts';

const { faults, breaking, by } = familyOf('borders');
/** Ranges that are right with some parameters and wrong with others: one end, both ends, equal ends, or a few days. */
export const borderFaults: readonly Fault[] = faults;

type Ends = { readonly since: string | null; readonly until: string | null };
const endsOf = ({ query }: HttpRequest): Ends => ({
  since: dateIn(query, 'since'),
  until: dateIn(query, 'until'),
});
const dateIn = (query: URLSearchParams, name: string) => {
  const text = query.get(name);
  return text === null || isDate(text) ? text : null;
};
const isUnequal = ({ since, until }: Ends) => since !== null && until !== null && since !== until;
const isEqual = ({ since, until }: Ends) => since !== null && since === until;
const isSinceAlone = ({ since, until }: Ends) => since !== null && until === null;
const isUntilAlone = ({ since, until }: Ends) => since === null && until !== null;
const isShort = (ends: Ends) => isUnequal(ends) && daysBetween(ends.since ?? '', ends.until ?? '') + 1 <= 13;

/** Asks for another range if the ends of the request are of a kind. */
const read = (
  endpoint: 'chart' | 'patterns' | 'export.csv',
  isKind: (ends: Ends) => boolean,
  change: (ends: Ends, today: string) => Partial<Ends>,
) =>
  rewrite(endpoint, (request, upstream) => {
    const ends = endsOf(request);
    const isMalformed = ['since', 'until'].some(
      (name) => request.query.has(name) && dateIn(request.query, name) === null,
    );
    if (isMalformed || !isKind(ends)) return request;
    const { since, until } = { ...ends, ...change(ends, upstream.today) };
    return withParameter(withParameter(request, 'since', since), 'until', until);
  });

const RANGED: readonly (readonly ['chart' | 'patterns' | 'export.csv', readonly RequirementId[]])[] = [
  ['chart', ['chart.since', 'chart.until', 'chart.scatter-complete']],
  ['patterns', ['patterns.since', 'patterns.until', 'patterns.by_hour-count', 'patterns.by_weekday-count']],
  ['export.csv', ['export.since', 'export.until', 'export.rows']],
];

for (const [endpoint, requirements] of RANGED) {
  const name = endpoint.replace('.csv', '');
  breaking(...requirements)
    .add(
      `${name}-unequal-until-exclusive`,
      'The last day is left out of ranges with two different ends.',
      read(endpoint, isUnequal, ({ until }) => ({ until: addDays(until ?? '', -1) })),
    )
    .add(
      `${name}-until-alone-exclusive`,
      'The last day is left out if only the end is given.',
      read(endpoint, isUntilAlone, ({ until }) => ({ until: addDays(until ?? '', -1) })),
    )
    .add(
      `${name}-since-alone-exclusive`,
      'The first day is left out if only the start is given.',
      read(endpoint, isSinceAlone, ({ since }) => ({ since: addDays(since ?? '', 1) })),
    )
    .add(
      `${name}-until-alone-late`,
      'A day too many is covered if only the end is given.',
      read(endpoint, isUntilAlone, ({ until }) => ({ until: addDays(until ?? '', 1) })),
    )
    .add(
      `${name}-since-alone-early`,
      'A day too many is covered if only the start is given.',
      read(endpoint, isSinceAlone, ({ since }) => ({ since: addDays(since ?? '', -1) })),
    )
    .add(
      `${name}-both-only-first`,
      'Only the first day of a range with two different ends is covered.',
      read(endpoint, isUnequal, ({ since }) => ({ until: since })),
    )
    .add(
      `${name}-equal-to-today`,
      'With two equal ends, the range extends to today.',
      read(endpoint, isEqual, (_ends, today) => ({ until: today })),
    );
}

const rejected =
  (endpoint: 'chart' | 'export.csv'): Fault['respond'] =>
  (request, upstream) => {
    const response = upstream.pass(request);
    return isAt(request, endpoint) && isSinceAlone(endsOf(request)) && response.status === 200
      ? { ...response, status: 400, body: '{"error":"until is missing"}' }
      : response;
  };

type Point = { t: string; value: Body };
const inShort = (change: (body: Body) => void): Fault['respond'] =>
  edit('chart', (body, request) => {
    if (isShort(endsOf(request)) && body.line.length > 1) change(body);
  });
const each = (points: Point[], times: number, minutes: number) =>
  points.flatMap((point) =>
    Array.from({ length: times }, (_, index) => {
      const of = index * minutes;
      const clock = `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
      return { t: point.t.replace(/T\d\d:\d\d/, `T${clock}`), value: point.value };
    }),
  );
const short = by(inShort);
short
  .breaking('chart.long-steps', 'chart.line', 'chart.long-averages')
  .add('short-raw', 'The line of 2 to 13 days consists of the reports themselves.', (body) => {
    body.line = body.scatter.map((item: Point) => ({ ...item }));
  });
by(inShort, { forms: [2] })
  .breaking('chart.long-steps', 'chart.line', 'chart.long-averages')
  .add('short-quarters', 'The line of 2 to 13 days has a point every quarter of an hour.', (body) => {
    body.line = each(body.line, 96, 15);
  });

breaking('chart.open_window-long').add(
  'short-window',
  'Charts of 2 to 13 days have an open window.',
  edit('chart', (body, request, { today }) => {
    if (isShort(endsOf(request)))
      body.open_window = { start: `${today}T07:30:00-08:00`, end: `${today}T23:45:00-08:00`, closed: [] };
  }),
  { forms: [2] },
);
/** A range of exactly two days is taken for a single one. */
const inPair = (change: (body: Body) => void): Fault['respond'] =>
  edit('chart', (body, request) => {
    const { since, until } = endsOf(request);
    if (since !== null && until === addDays(since, 1) && body.line.length > 1) change(body);
  });
// Another requested day has no reports, so the gate need not request two such days
const pair = by(inPair, { state: { zone: 'Asia/Kolkata', silentDays: 0.5 } });
pair
  .breaking('chart.long-steps', 'chart.line')
  .add('pair-raw', 'The line of exactly two days consists of the reports themselves.', (body) => {
    body.line = body.scatter.map((item: Point) => ({ ...item }));
  });
pair.breaking('chart.open_window-long').add(
  'pair-window',
  'The chart of exactly two days has an open window.',
  (body) => {
    const [{ t: start }, { t: end }] = body.line;
    body.open_window = { start, end, closed: [] };
  },
  { forms: [2] },
);
breaking('http.answers').add(
  'chart-since-alone-400',
  'A chart with `since` alone gets 400.',
  rejected('chart'),
);
breaking('http.answers').add(
  'export-since-alone-400',
  'An export with `since` alone gets 400.',
  rejected('export.csv'),
  {
    mustPass: 'the range of the export is optional, which may mean both its ends',
  },
);
breaking('chart.line-plausible').add(
  'past-days-end-now',
  'The line of a past day ends at the current time of day.',
  edit('chart', (body, request) => {
    if (!isEqual(endsOf(request))) return;
    for (const point of body.line) if (point.t.slice(11, 16) > '12:35') point.value = null;
  }),
  // Form 1 does not show when the venue was open
  { forms: [2] },
);
