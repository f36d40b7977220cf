import { describe, expect, it } from 'vitest';
import { type Form, loadContract } from '../contract/contract.ts';
import { readFacts } from '../facts/facts.ts';
import { KEY, type Options } from '../reference/options.ts';
import { planOf } from '../requests/plan.ts';
import { type Change, evidenceOn } from '../testing/run-gate.fixture.ts';
import { listed } from './observations/words.ts';
import { observeGaps } from './observations.ts';

const night = { now: '2026-11-20T03:10:00' } as const;

async function observe(options: Partial<Options>, change?: Change) {
  const evidence = await evidenceOn(options, change, { maxRequests: 80 });
  return observeGaps(readFacts(evidence));
}

const byForm = new Map<Form, Awaited<ReturnType<typeof observe>>>([
  [1, await observe({ form: 1 })],
  [2, await observe({ form: 2 })],
]);

/** The plan's requests with other methods than GET, as observations name them. */
const otherMethods = planOf(2).flatMap(({ id }) => {
  const [, method, endpoint] = /^method-([A-Z]+)-(.+)$/.exec(id) ?? [];
  return method === undefined ? [] : [`${method} to ${endpoint}`];
});

const withHeaders =
  (headers: Readonly<Record<string, string>>): Change =>
  (response) => ({ ...response, headers: { ...response.headers, ...headers } });

describe.each([1, 2] as const)('observations of form %i', (form) => {
  it('name every gap of the document, in its order, and say so where a gap was not seen', () => {
    const gaps = loadContract(form).document['x-gaps'] as readonly { readonly id: string }[];
    const seen = byForm.get(form) ?? [];
    expect(seen.map(({ gap }) => gap)).toEqual(gaps.map(({ id }) => id));
    for (const one of seen) expect(one.does === 'not seen in this run').toBe(!one.seen);
    expect(seen.find(({ gap }) => gap === 'unknown-parameters')?.seen).toBe(false);
  });

  it('describe an empty store as far as it shows anything', async () => {
    const gaps = new Map((await observe({ form, count: 0 })).map((one) => [one.gap, one.does]));
    expect(gaps.get('no-estimate-values')).toBe(
      'Without an estimate the range is "0-0", the value 0 and the report count 0.',
    );
    expect(gaps.get('bucket-value')).toBe('not seen in this run');
  });

  it('never contain the key, even if a deployment echoes it', async () => {
    const echo: Change = (response, request) => ({
      ...response,
      body: response.body
        .replaceAll('"Invalid token."', `"${KEY}"`)
        .replaceAll('"message":null', `"message":"${KEY}"`)
        .replaceAll('https://photos.example.edu/', `https://photos.example.edu/${KEY}/`),
      headers: {
        'content-type': `${response.headers['content-type']}; key=${KEY}`,
        'www-authenticate': `Token realm="${request.headers['authorization']}"`,
        'ratelimit-reset': KEY,
        'content-disposition': KEY,
        allow: KEY,
        sunset: Buffer.from(KEY).toString('base64'),
      },
    });
    const text = JSON.stringify(await observe({ form }, echo));
    expect(text).toContain('$HEADCOUNT_API_KEY');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(KEY.slice(1, -1));
    expect(text).not.toContain(Buffer.from(KEY).toString('base64').replace(/=+$/, ''));
  });
});

it.each([
  [1, 'bucket-value', '"0" is 0, "1-5" is 3, "6-10" is 8, "11-20" is 15, "20-30" is 25, "30+" is 35.'],
  [1, 'photo-address', /^For example "https:\/\/photos\.example\.edu\/p\/\d+\.jpg"\.$/],
  [1, 'other-errors', /^404 to GET highlights as application\/json with members detail/],
  [2, 'form-2-labels', '"0", "3", "8", "15", "25", "35".'],
  [2, 'when-no-estimate', 'An estimate while open.'],
  [2, 'report-count-window', 'Counts 8; the 8 newest reports span 45 minutes.'],
  [2, 'estimate-formula', /shown as "20-32"; the plain average of as many newest reports is 25\.0\.$/],
  [2, 'last-updated', 'It is the time of the newest report.'],
  [2, 'closing-soon', 'The flag is false with 669 minutes left.'],
  [2, 'timestamp-precision', 'Whole seconds; offsets written -08:00, -07:00.'],
  [2, 'average-rounding', /^Patterns with at most \d+ digits after the point; line with at most/],
  [2, 'line-formula', /^On 2026-1\d-\d\d, \d+ of 96 points are null\.$/],
  [2, 'line-extent', /, 96 points from 00:00 to 23:45/],
  [
    2,
    'line-step',
    /^15 minutes on a range of 1 day, 1 day on a range of 2 days, 1 day on a range of 7 days, 1 day on a range of 21 days/,
  ],
  [2, 'line-average', /^Points at 00:00; (\d+) of \1 days have the plain average of their reports;/],
  [2, 'open-window-day', /^2026-11-20 has 07:30 to 23:45, /],
  [2, 'one-sided-range', /chart with until=(\S+) alone shows 2026-10-21 to \1;/],
  [2, 'export-without-range', '400 rows, 2026-10-21 to 2026-11-20; the feed has 400.'],
  [2, 'range-cap', 'The longest requested chart range, 100 days, gets a response.'],
  [
    2,
    'bad-limit-or-days',
    /limit=1000 gives status 200 with 200 items; asking for days=365 gives status 200 with 59 items\.$/,
  ],
  [2, 'page-links', 'Links are on http://reference.test; their parameters are cursor, limit.'],
  [2, 'previous-page', '4 of 5 pages after the first have a URL as previous, 1 have null.'],
  [
    2,
    'csv-headers',
    'Content type "text/csv"; content disposition "attachment; filename=\\"reports.csv\\""; lines end in CRLF; newest first.',
  ],
  [2, 'chart-order', 'Scatter is oldest first; line is oldest first.'],
  [2, 'reports-while-closed', /^\d+ of \d+ reports of single days were made while closed\.$/],
  [2, 'pattern-order', 'The first hour is 0; the first weekday is 0.'],
  [2, 'weekday-names', '"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun".'],
  [2, 'highlight-choice', 'Photos are 1 to 68 days older than their day.'],
  [2, 'highlight-stability', '59 of 59 dates have the same photo in every response.'],
  [2, 'photo-id', /^\d+ of 59 photos have the id of a report that was seen\.$/],
  [2, 'photo-caption', '12 of 59 have no caption.'],
  [2, 'photo-created', /^\d+ of 59 photos have the time of a report that was seen\.$/],
  [2, 'highlight-expiry', 'Photos expire 365 days after they were taken.'],
  [2, 'highlight-liked', 'The photo is liked for 27 of 59.'],
  [2, 'credentials-leniency', /^401 for truncated, .*elsewhere\.$/],
  [2, 'unauthorized-body', 'The body is application/json with members detail; WWW-Authenticate "Token".'],
  [2, 'other-methods', `${listed(otherMethods)} get 405 with Allow "GET, HEAD".`],
  [1, 'malformed-dates', /^A date that does not exist gets \d{3} as /],
  [1, 'since-after-until', /^An export with since after until gets \d{3} as /],
  [1, 'bad-cursor', /^A cursor that was never issued gets \d{3} as /],
] as readonly (readonly [Form, string, string | RegExp])[])(
  'in form %i, %s is reported for the reference',
  (form, gap, expected) => {
    const does = byForm.get(form)?.find((one) => one.gap === gap)?.does ?? '';
    if (typeof expected === 'string') expect(does).toBe(expected);
    else expect(does).toMatch(expected);
  },
);

it.each([
  ['message-texts', night, undefined, 'Says "Geschlossen – kommen Sie später wieder.".'],
  ['when-no-estimate', night, undefined, 'No estimate while closed.'],
  [
    'closed-closing-fields',
    { ...night, closedFields: 'zeros' },
    undefined,
    'While closed, closes_at is "11:45pm" and minutes_until_close 0.',
  ],
  [
    'opens-at-unscheduled',
    { hours: 'never', unscheduledOpening: '9:30am' },
    undefined,
    'Without any opening seen, opens_at is "9:30am".',
  ],
  ['timestamp-precision', { zone: 'UTC' }, undefined, 'Whole seconds; UTC and offsets written Z.'],
  ['weekday-without-data', { count: 3 }, undefined, 'The average is 0.'],
  ['weekday-without-data', { count: 3, weekdayWithout: 7.5 }, undefined, 'The average is 7.5.'],
  [
    'previous-page',
    { previous: 'null' },
    undefined,
    /^0 of \d pages after the first have a URL as previous, \d have null\.$/,
  ],
  ['tie-order', { ties: 0.5 }, undefined, 'In the feed by id, descending.'],
  [
    'bad-limit-or-days',
    { badNumber: 422 },
    undefined,
    'Asking for limit=1000 gives status 422; asking for days=365 gives status 422.',
  ],
  [
    'csv-headers',
    { csvBom: true, csvEol: '\n', csvDisposition: false, csvType: 'text/csv; charset=utf-8' },
    undefined,
    'Content type "text/csv; charset=utf-8"; no content disposition; lines end in LF; a byte order mark; newest first.',
  ],
  [
    'unauthorized-body',
    { unauthorized: 'html' },
    undefined,
    'The body is text/html with text; no WWW-Authenticate.',
  ],
  [
    'quota-day',
    {},
    withHeaders({ 'x-ratelimit-reset': '3600' }),
    'A response says "x-ratelimit-reset: 3600".',
  ],
  [
    'quota-counting',
    {},
    withHeaders({ 'ratelimit-remaining': '9' }),
    /^(\d+) of \1 responses show the quota; the first "ratelimit-remaining: 9"; the last "ratelimit-remaining: 9"\.$/,
  ],
  [
    'quota-exceeded',
    {},
    ((response, { path }) =>
      path.endsWith('patterns')
        ? { status: 429, body: '', headers: { 'content-type': 'text/plain', 'retry-after': '60' } }
        : response) satisfies Change,
    /^Request \d+, to patterns, was rejected with 429\.$/,
  ],
  [
    'pattern-order',
    { hourOrder: 'down', weekdayFirst: 6 },
    undefined,
    'The first hour is 23; the first weekday is 6.',
  ],
  ['chart-order', { lineOrder: 'newest' }, undefined, 'Scatter is oldest first; line is newest first.'],
  [
    'closed-parts',
    { hours: 'split', now: '2026-11-21T13:00:00', closedOrder: 'newest' },
    undefined,
    'Newest first.',
  ],
  [
    'highlight-stability',
    { photoChoice: 'anew' },
    undefined,
    /^(?!59)\d+ of 59 dates have the same photo in every response\.$/,
  ],
  [
    'response-headers',
    {},
    withHeaders({ etag: '"a"', 'cache-control': 'no-cache' }),
    'Successful responses have cache-control, etag.',
  ],
  ['request-ids', {}, withHeaders({ 'x-request-id': 'a' }), /^(\d+) of \1 responses have X-Request-Id\.$/],
  ['deprecation', {}, withHeaders({ sunset: 'Sat, 31 Dec 2026' }), 'Sunset "Sat, 31 Dec 2026".'],
] as readonly (readonly [string, Partial<Options>, Change | undefined, string | RegExp])[])(
  '%s is reported for a service that fills the gap differently %#',
  async (gap, options, change, expected) => {
    const does = (await observe(options, change)).find((one) => one.gap === gap)?.does ?? '';
    if (typeof expected === 'string') expect(does).toBe(expected);
    else expect(does).toMatch(expected);
  },
);
