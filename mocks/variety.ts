import { pick, seededRandom } from './data/seeded-random.ts';
import type { Form } from './form-document.ts';
import { type Choices, DEFAULT_CHOICES } from './service/choices.ts';

/** Labels of Form 2, fewest people first (null for the document's), and the number of people that each stands for. */
interface Buckets {
  readonly labels: readonly string[] | null;
  readonly values: readonly number[];
}

/** The choices of a deployment: how it shows its data, and which data it has. */
export interface Variety extends Choices {
  readonly buckets: Buckets;
  /** The time zone, unless the mock is told one. */
  readonly zone: string | null;
  /** True if nobody has ever reported. */
  readonly isEmpty: boolean;
  readonly ids: 'small' | 'large';
  readonly hasMicroseconds: boolean;
  readonly hasHighlights: boolean;
  readonly hasPhotos: boolean;
  readonly unauthorizedBody: 'problem' | 'text' | 'empty';
}

/** The numbers of people that the buckets stand for (gap `bucket-value`). */
const values = [0, 3, 8, 15, 25, 35];
const FINE = [0, 2, 5, 12, 20, 40];

/** The choices of the mock without a seed. */
export const OWN_CHOICES: Variety = {
  ...DEFAULT_CHOICES,
  buckets: { labels: null, values },
  zone: null,
  isEmpty: false,
  ids: 'small',
  hasMicroseconds: false,
  hasHighlights: true,
  hasPhotos: true,
  unauthorizedBody: 'problem',
};

/** A point that the description leaves open: where it comes from, and what else a deployment may choose, with a text. */
type Point = readonly [
  source: string,
  ...others: readonly (readonly [choice: Partial<Variety>, text: string])[],
];

/**
 * The points that deployments may decide differently. A point comes from a gap in openapi/gaps.yaml, or a conforming variant of the gate's
 * reference. All choices keep to the documents, which are narrower than the description.
 */
export const POINTS: Readonly<Record<string, Point>> = {
  buckets: [
    'form-2-labels',
    [{ buckets: { labels: FINE.map(String), values: FINE } }, `labels are ${FINE.join(', ')}`],
    [{ buckets: { labels: '0 1-5 6-10 11-20 21-30 31-50'.split(' '), values } }, 'most labels are ranges'],
    [{ buckets: { labels: '0-1 2-5 6-9 10-19 20-29 30-99'.split(' '), values } }, 'all labels are ranges'],
  ],
  extraFields: ['additions', [{ extras: true }, 'JSON objects have members that no document has']],
  isEmpty: ['reports-0', [{ isEmpty: true }, 'nobody has ever reported']],
  ids: ['ids-huge', [{ ids: 'large' }, 'ids have 16 digits']],
  timestamps: ['timestamp-precision', [{ hasMicroseconds: true }, 'reports have times with microseconds']],
  utc: ['timestamp-precision', [{ utc: 'Z' }, 'UTC is written Z']],
  zone: [
    'utc-z',
    [{ zone: 'UTC' }, 'the time zone is UTC, unless you choose one'],
    [{ zone: 'Asia/Kathmandu' }, 'the time zone is Asia/Kathmandu, unless you choose one'],
  ],
  hasEstimates: ['when-no-estimate', [{ memory: 0 }, 'there is never an estimate']],
  noEstimate: [
    'no-estimate-values',
    [{ noEstimate: 'nulls' }, 'no estimate is null'],
    [{ noEstimate: 'texts' }, 'no estimate is a text'],
  ],
  lastUpdated: ['last-updated', [{ lastUpdated: 'null' }, 'without an estimate, last_updated is null']],
  message: [
    'message-texts',
    [{ message: 'always' }, 'there is always a message'],
    [{ message: 'never' }, 'no messages'],
  ],
  closedFields: [
    'closed-closing-fields',
    [{ closedFields: 'nulls' }, 'while closed, minutes and closing time are null'],
    [{ closedFields: 'next' }, 'while closed, the minutes are those until the next opening ends'],
  ],
  lineStep: [
    'line-5',
    [{ lineStep: 5 }, "a day's line is in 5-minute steps"],
    [{ lineStep: 30 }, "a day's line is in 30-minute steps"],
  ],
  lineExtent: ['line-extent', [{ lineExtent: 'hours' }, "a day's line covers the opening hours only"]],
  emptyDays: ['days-omitted', [{ emptyDays: 'omit' }, 'days and weeks without reports have no point']],
  scatterOrder: ['chart-order', [{ scatterOrder: 'newest' }, 'the scatter is newest first']],
  previous: ['previous-page', [{ previous: 'null' }, 'previous is always null']],
  highlights: ['highlights-none', [{ hasHighlights: false }, 'no day has a highlight']],
  photos: ['photo-address', [{ hasPhotos: false }, 'photos get 404']],
  csvType: [
    'csv-headers',
    [{ csvType: 'text/csv' }, 'the export has the type text/csv'],
    [{ csvType: 'application/csv' }, 'the export has the type application/csv'],
  ],
  csvLineEnd: ['csv-lf', [{ csvEol: '\n' }, 'lines of the export end in LF']],
  csvMark: ['csv-bom', [{ csvBom: true }, 'the export begins with a byte order mark']],
  csvQuote: ['csv-quotes', [{ csvQuotes: 'all' }, 'the export has quotes around each field']],
  csvOrder: ['csv-oldest', [{ csvOrder: 'oldest' }, 'the export is oldest first']],
  jsonType: [
    'json-text',
    [{ jsonType: 'application/json' }, 'JSON has no charset'],
    [{ jsonType: 'text/json' }, 'JSON has the type text/json'],
  ],
  unauthorizedBody: [
    'unauthorized-body',
    [{ unauthorizedBody: 'text' }, '401 is plain text'],
    [{ unauthorizedBody: 'empty' }, '401 has no body'],
  ],
  badDates: ['malformed-dates', [{ badDate: 422, reversed: 422 }, 'invalid dates get 422']],
  badNumbers: [
    'bad-limit-or-days',
    [{ badNumber: 422 }, 'invalid numbers get 422'],
    [{ badNumber: 'clamp' }, 'numbers above the maximum count as it, and others are ignored'],
  ],
  unknownParameters: [
    'unknown-parameters',
    [{ unknownParameter: 'ignore' }, 'unknown parameters are ignored'],
  ],
};

/** These choices hide most others, so few seeds make them. */
const RARE: readonly string[] = ['isEmpty', 'hasEstimates'];
const FORM_2: readonly string[] = ['buckets', 'highlights'];

/** Another deployment: the seed chooses each point independently. The same seed always gives the same one. */
export function varietyOf(seed: number, form: Form): Variety {
  const chosen = Object.entries(POINTS).map(([name, [, ...others]]) => {
    const isFixed = form === 1 && FORM_2.includes(name);
    const isOwn = isFixed || seededRandom(`${name} ${seed}`) < (RARE.includes(name) ? 0.875 : 0.5);
    return isOwn ? {} : pick(others, `${name} ${seed} choice`)?.[0];
  });
  return Object.assign({}, OWN_CHOICES, ...chosen);
}

/** A text for each choice that isn't the mock's own. */
export function textsOf(variety: Variety): readonly string[] {
  const others = Object.values(POINTS).flatMap(([, ...choices]) => choices);
  return others.filter(([choice]) => isChosen(choice, variety)).map(([, text]) => text);
}

/** Returns true if a deployment makes a choice. */
export function isChosen(choice: Partial<Variety>, variety: Variety): boolean {
  return Object.entries(choice).every(([name, value]) => variety[name as keyof Variety] === value);
}
