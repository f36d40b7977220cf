import { pick, seededRandom } from './data/seeded-random.ts';
import type { Form } from './form-document.ts';

/** What deployments may decide differently: a member for each point that the description leaves open. */
export interface Variety {
  /** Labels of Form 2, fewest people first (null for the document's), and the number of people that each stands for. */
  readonly buckets: { readonly labels: readonly string[] | null; readonly values: readonly number[] };
  /** Whether every JSON object has members that no document has. */
  readonly extraFields: boolean;
  /** Whether nobody has ever reported. */
  readonly isEmpty: boolean;
  readonly ids: 'small' | 'large';
  readonly timestamps: 'seconds' | 'microseconds';
  /** How an offset of zero is written. */
  readonly utc: '+00:00' | 'Z';
  /** The time zone of a venue for which none is given; null for this machine's. */
  readonly zone: string | null;
  /** Whether there ever is an estimate. */
  readonly hasEstimates: boolean;
  readonly noEstimate: 'zeros' | 'nulls' | 'text';
  /** `last_updated` without an estimate. */
  readonly lastUpdated: 'newest' | 'null';
  readonly message: 'sometimes' | 'always' | 'never';
  readonly closedFields: 'zeros' | 'nulls' | 'next';
  /** Minutes between the points of a day's line. */
  readonly lineStep: 5 | 15 | 30;
  readonly lineExtent: 'day' | 'hours';
  readonly emptyDays: 'null' | 'omitted';
  readonly scatterOrder: 'oldest' | 'newest';
  readonly previous: 'url' | 'null';
  readonly highlights: 'most days' | 'none';
  readonly photos: 'served' | 'missing';
  readonly csvType: string;
  readonly csvLineEnd: '\r\n' | '\n';
  /** What the export begins with: nothing, or a byte order mark. */
  readonly csvMark: '' | '\uFEFF';
  /** What is around each field. */
  readonly csvQuote: '' | '"';
  readonly csvOrder: 'newest' | 'oldest';
  readonly jsonType: string;
  readonly unauthorizedBody: 'problem' | 'text' | 'empty';
  /** The status of an invalid parameter. */
  readonly badParameter: 400 | 422;
  readonly aboveMaximum: 'error' | 'clamped';
  readonly unknownParameters: 'error' | 'ignored';
}

/** Where a point comes from: a gap in openapi/gaps.yaml, or a conforming variant of the gate's reference implementation. */
type Point<Value> = readonly [
  source: string,
  own: Value,
  ...others: readonly (readonly [choice: Value, text: string])[],
];

const VALUES = [0, 3, 8, 15, 25, 35] as const;
const FINE = [0, 2, 5, 12, 20, 40] as const;

/** Every point with the mock's own choice, and the others with a text. All keep to the documents, which are narrower than the description. */
export const POINTS: { readonly [Name in keyof Variety]: Point<Variety[Name]> } = {
  buckets: [
    'form-2-labels',
    { labels: null, values: VALUES },
    [{ labels: FINE.map(String), values: FINE }, `labels are ${FINE.join(', ')}`],
    [{ labels: '0 1-5 6-10 11-20 21-30 31-50'.split(' '), values: VALUES }, 'most labels are ranges'],
    [{ labels: '0-1 2-5 6-9 10-19 20-29 30-99'.split(' '), values: VALUES }, 'all labels are ranges'],
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
    ['nulls', 'without an estimate, range and value are null'],
    ['text', 'without an estimate, the range is a sentence'],
  ],
  lastUpdated: ['last-updated', 'newest', ['null', 'without an estimate, last_updated is null']],
  message: [
    'message-texts',
    'sometimes',
    ['always', 'there is always a message'],
    ['never', 'there is never a message'],
  ],
  closedFields: [
    'closed-closing-fields',
    'zeros',
    ['nulls', 'while closed, minutes and closing time are null'],
    ['next', 'while closed, the minutes are those until the next opening ends'],
  ],
  lineStep: [
    'line-5',
    15,
    [5, "a day's line has a point every 5 minutes"],
    [30, "a day's line has a point every 30 minutes"],
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
    ['text', '401 has a plain text'],
    ['empty', '401 has no body'],
  ],
  badParameter: ['malformed-dates', 400, [422, 'invalid parameters get 422']],
  aboveMaximum: [
    'bad-limit-or-days',
    'error',
    ['clamped', 'a number above its maximum counts as the maximum'],
  ],
  unknownParameters: ['unknown-parameters', 'error', ['ignored', 'unknown parameters are ignored']],
};

/** These choices hide most others, so few seeds make them. */
const RARE: readonly string[] = ['isEmpty', 'hasEstimates'];
const FORM_2: readonly string[] = ['buckets', 'highlights'];

/** What the mock does without a seed. */
export const OWN_CHOICES = chosen(([, own]) => own);

/** Another deployment: the seed chooses each point independently. The same seed always gives the same one. */
export function varietyOf(seed: number, form: Form): Variety {
  return chosen(([, own, ...others], name) => {
    const isFixed = form === 1 && FORM_2.includes(name);
    const isOwn = isFixed || seededRandom(`${seed} ${name}`) < (RARE.includes(name) ? 0.875 : 0.5);
    return isOwn ? own : pick(others, `${seed} ${name} choice`)?.[0];
  });
}

/** A text for each choice that isn't the mock's own. */
export function textsOf(variety: Variety): readonly string[] {
  return names().flatMap((name) => {
    const [, , ...others] = POINTS[name] as Point<unknown>;
    return others.filter(([choice]) => choice === variety[name]).map(([, text]) => text);
  });
}

function names(): readonly (keyof Variety)[] {
  return Object.keys(POINTS) as (keyof Variety)[];
}

function chosen(choose: (point: Point<unknown>, name: keyof Variety) => unknown): Variety {
  const choices = names().map((name) => [name, choose(POINTS[name] as Point<unknown>, name)]);
  return Object.fromEntries(choices) as Variety;
}
