import { pick, seededRandom } from './data/seeded-random.ts';
import type { Form } from './form-document.ts';

/** Labels of Form 2, fewest people first (null for the document's), and the number of people that each stands for. */
interface Buckets {
  readonly labels: readonly string[] | null;
  readonly values: readonly number[];
}

const OWN_BUCKETS: Buckets = { labels: null, values: [0, 3, 8, 15, 25, 35] };
const { values } = OWN_BUCKETS;
const FINE = [0, 2, 5, 12, 20, 40];

/**
 * What deployments may decide differently, by the points that the description leaves open: where a point comes from (a gap in
 * openapi/gaps.yaml, or a conforming variant of the gate's reference implementation), the mock's own choice, and other choices with a
 * text. All keep to the documents, which are narrower than the description.
 */
export const POINTS = {
  buckets: [
    'form-2-labels',
    OWN_BUCKETS,
    [{ labels: FINE.map(String), values: FINE }, `labels are ${FINE.join(', ')}`],
    [{ labels: '0 1-5 6-10 11-20 21-30 31-50'.split(' '), values }, 'most labels are ranges'],
    [{ labels: '0-1 2-5 6-9 10-19 20-29 30-99'.split(' '), values }, 'all labels are ranges'],
  ],
  extraFields: ['additions', false, [true, 'JSON objects have members that no document has']],
  isEmpty: ['reports-0', false, [true, 'nobody has ever reported']],
  ids: ['ids-huge', 'small', ['large', 'ids have 16 digits']],
  timestamps: ['timestamp-precision', 'seconds', ['microseconds', 'reports have times with microseconds']],
  utc: ['timestamp-precision', '+00:00', ['Z', 'UTC is written Z']],
  zone: [
    'utc-z',
    null,
    ['UTC', 'the time zone is UTC, unless you choose one'],
    ['Asia/Kathmandu', 'the time zone is Asia/Kathmandu, unless you choose one'],
  ],
  hasEstimates: ['when-no-estimate', true, [false, 'there is never an estimate']],
  noEstimate: [
    'no-estimate-values',
    'zeros',
    ['nulls', 'no estimate is null'],
    ['text', 'no estimate is a text'],
  ],
  lastUpdated: ['last-updated', 'newest', ['null', 'without an estimate, last_updated is null']],
  message: ['message-texts', 'sometimes', ['always', 'there is always a message'], ['never', 'no messages']],
  closedFields: [
    'closed-closing-fields',
    'zeros',
    ['nulls', 'while closed, minutes and closing time are null'],
    ['next', 'while closed, the minutes are those until the next opening ends'],
  ],
  lineStep: [
    'line-5',
    15,
    [5, "a day's line is in 5-minute steps"],
    [30, "a day's line is in 30-minute steps"],
  ],
  lineExtent: ['line-extent', 'day', ['hours', "a day's line covers the opening hours only"]],
  emptyDays: ['days-omitted', 'null', ['omitted', 'days and weeks without reports have no point']],
  scatterOrder: ['chart-order', 'oldest', ['newest', 'the scatter is newest first']],
  previous: ['previous-page', 'url', ['null', 'previous is always null']],
  highlights: ['highlights-none', 'most days', ['none', 'no day has a highlight']],
  photos: ['photo-address', 'served', ['missing', 'photos get 404']],
  csvType: [
    'csv-headers',
    'text/csv; charset=utf-8; header=present',
    ['text/csv', 'the export has the type text/csv'],
    ['application/csv', 'the export has the type application/csv'],
  ],
  csvLineEnd: ['csv-lf', '\r\n', ['\n', 'lines of the export end in LF']],
  csvMark: ['csv-bom', '', ['\uFEFF', 'the export begins with a byte order mark']],
  csvQuote: ['csv-quotes', '', ['"', 'the export has quotes around each field']],
  csvOrder: ['csv-oldest', 'newest', ['oldest', 'the export is oldest first']],
  jsonType: [
    'json-text',
    'application/json; charset=utf-8',
    ['application/json', 'JSON has no charset'],
    ['text/json', 'JSON has the type text/json'],
  ],
  unauthorizedBody: [
    'unauthorized-body',
    'problem',
    ['text', '401 is plain text'],
    ['empty', '401 has no body'],
  ],
  badParameter: ['malformed-dates', 400, [422, 'invalid parameters get 422']],
  aboveMaximum: ['bad-limit-or-days', 'error', ['clamped', 'numbers above the maximum count as it']],
  unknownParameters: ['unknown-parameters', 'error', ['ignored', 'unknown parameters are ignored']],
} as const satisfies Record<string, Point>;

type Point = readonly [
  source: string,
  own: unknown,
  ...others: readonly (readonly [choice: unknown, text: string])[],
];

/** A choice at each point. */
export type Variety = { readonly [Name in keyof typeof POINTS]: Choice<(typeof POINTS)[Name]> };

type Choice<P extends Point> = P extends readonly [
  string,
  infer Own,
  ...(readonly (readonly [infer Other, string])[]),
]
  ? Own | Other
  : never;

/** These choices hide most others, so few seeds make them. */
const RARE: readonly string[] = ['isEmpty', 'hasEstimates'];
const FORM_2: readonly string[] = ['buckets', 'highlights'];

/** What the mock does without a seed. */
export const OWN_CHOICES = chosen(([, own]) => own);

/** Another deployment: the seed chooses each point independently. The same seed always gives the same one. */
export function varietyOf(seed: number, form: Form): Variety {
  return chosen(([, own, ...others], name) => {
    const isFixed = form === 1 && FORM_2.includes(name);
    const isOwn = isFixed || seededRandom(`${name} ${seed}`) < (RARE.includes(name) ? 0.875 : 0.5);
    return isOwn ? own : pick(others, `${name} ${seed} choice`)?.[0];
  });
}

/** A text for each choice that isn't the mock's own. */
export function textsOf(variety: Variety): readonly string[] {
  return points().flatMap(([name, [, , ...others]]) =>
    others.filter(([choice]) => choice === variety[name]).map(([, text]) => text),
  );
}

function points(): [keyof Variety, Point][] {
  return Object.entries(POINTS) as [keyof Variety, Point][];
}

function chosen(choose: (point: Point, name: string) => unknown): Variety {
  return Object.fromEntries(points().map(([name, point]) => [name, choose(point, name)])) as Variety;
}
