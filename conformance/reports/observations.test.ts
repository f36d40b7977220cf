import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Form } from '../contract/types.ts';
import { readFacts } from '../facts/facts.ts';
import { type TestOptions, testKey } from '../testing/deployment.ts';
import { type Change, gateOn, inBodies } from '../testing/run.ts';
import { observeGaps } from './observations.ts';

type Body = Record<string, unknown>;
type Feed = { results: Body[] };

/** A Friday, 12:35 on a local clock seven hours behind UTC. */
const noon = Date.parse('2026-10-16T19:35:00Z');
const night = noon + 12 * 3_600_000;

async function observe(options: Partial<TestOptions>, change?: Change) {
  const { evidence } = await gateOn({ now: noon, reports: 400, ...options }, change, { maxRequests: 80 });
  return observeGaps(readFacts(evidence));
}

const usual = new Map<Form, Awaited<ReturnType<typeof observe>>>([
  [1, await observe({ form: 1 })],
  [2, await observe({ form: 2 })],
]);

const withHeaders =
  (headers: Readonly<Record<string, string>>): Change =>
  (answer) => ({ ...answer, headers });

describe.each([1, 2] as const)('observations of form %i', (form) => {
  it('name every gap of the document, in its order, and say so where a gap was not seen', () => {
    const gaps = loadContract(form).document['x-gaps'] as readonly { readonly id: string }[];
    const seen = usual.get(form) ?? [];
    expect(seen.map(({ gap }) => gap)).toEqual(gaps.map(({ id }) => id));
    for (const one of seen) expect(one.does === 'not seen in this run').toBe(!one.seen);
    expect(seen.find(({ gap }) => gap === 'unknown-parameters')?.seen).toBe(false);
  });

  it('say the same of an empty store as far as it shows anything', async () => {
    const gaps = new Map((await observe({ form, reports: 0 })).map((one) => [one.gap, one.does]));
    expect(gaps.get('no-estimate-values')).toBe(
      'Without an estimate the range is "0-0", the value 0 and the report count 0.',
    );
    expect(gaps.get('bucket-value')).toBe('not seen in this run');
  });

  it('never hold the key, wherever a deployment echoes it', async () => {
    const echo: Change = (answer, request) => ({
      ...answer,
      type: `${answer.type}; key=${testKey}`,
      body: answer.body
        .replaceAll('"Invalid token."', `"${testKey}"`)
        .replaceAll('"message":null', `"message":"${testKey}"`)
        .replaceAll('https://photos.test/', `https://photos.test/${testKey}/`),
      headers: {
        'www-authenticate': `Token realm="${request.authorization}"`,
        'ratelimit-reset': testKey,
        'content-disposition': testKey,
        allow: testKey,
        sunset: Buffer.from(testKey).toString('base64'),
      },
    });
    const text = JSON.stringify(await observe({ form }, echo));
    expect(text).toContain('$HEADCOUNT_API_KEY');
    expect(text).not.toContain(testKey);
    expect(text).not.toContain(testKey.slice(1, -1));
    expect(text).not.toContain(Buffer.from(testKey).toString('base64').replace(/=+$/, ''));
  });
});

it.each([
  [1, 'bucket-value', '"0" is 0, "1-5" is 3, "6-10" is 8, "11-20" is 15, "20-30" is 25, "30+" is 35.'],
  [1, 'photo-address', /^For example "https:\/\/photos\.test\/\d+\.jpg"\.$/],
  [1, 'other-errors', /^404 to GET highlights as application\/json with members detail/],
  [2, 'form-2-labels', '"0", "3", "8", "15", "25", "35".'],
  [2, 'when-no-estimate', 'An estimate while open.'],
  [2, 'report-count-window', 'Counts 5; the 5 newest reports span 404 minutes.'],
  [2, 'estimate-formula', /shown as "16-18"; the plain average of as many newest reports is 16\.6\.$/],
  [2, 'last-updated', 'It is the time of the newest report.'],
  [2, 'closing-soon', 'The flag is false with 565 minutes left.'],
  [2, 'timestamp-precision', 'Whole seconds; offsets written -07:00.'],
  [2, 'average-rounding', /^Patterns with at most \d+ digits after the point; line with at most/],
  [2, 'line-formula', /^On 2026-10-\d\d, 40 of 96 points are null\.$/],
  [2, 'line-extent', /, 96 points from 00:00 to 23:45/],
  [
    2,
    'line-step',
    /^15 minutes on a range of 1 day, 1 day on a range of 2 days, 1 day on a range of 21 days/,
  ],
  [2, 'line-average', /^Points at 00:00; (\d+) of \1 days have the plain average of their reports;/],
  [2, 'open-window-day', /^2026-10-16 has 08:00 to 22:00, /],
  [2, 'one-sided-range', /chart with until=(\S+) alone shows 2026-09-18 to \1;/],
  [2, 'export-without-range', '400 rows, 2026-09-18 to 2026-10-16; the feed holds 400.'],
  [2, 'range-cap', 'The longest range asked of the chart, 100 days, is answered.'],
  [
    2,
    'bad-limit-or-days',
    /limit=1000 gives status 200 with 200 items; asking for days=365 gives status 200 with 60 items\.$/,
  ],
  [2, 'cursor-origin', 'Links lie on http://deployment.test; their parameters are limit, cursor.'],
  [2, 'previous-page', '3 of 3 pages after the first have a URL as previous, 0 have null.'],
  [
    2,
    'csv-headers',
    'Content type "text/csv; charset=utf-8"; no content disposition; lines end in CRLF; newest first.',
  ],
  [2, 'highlight-choice', 'Photos are 80 days older than their day; 0 of 60 have no caption.'],
  [2, 'highlight-expiry', 'Photos expire 365 days after they were taken.'],
  [2, 'highlight-liked', 'The photo is liked for 0 of 60.'],
  [2, 'credentials-leniency', /^401 for truncated, .*elsewhere\.$/],
  [2, 'unauthorized-body', 'The body is application/json with members detail; no WWW-Authenticate.'],
  [
    2,
    'other-methods',
    'POST to reports, POST to status, POST to chart, POST to patterns, POST to export.csv, POST to highlights, PUT to reports, PATCH to status, PUT to chart are answered 405.',
  ],
  [1, 'malformed-dates', /^A date that does not exist is answered \d{3} as /],
  [1, 'since-after-until', /^An export whose beginning is after its end is answered \d{3} as /],
  [1, 'bad-cursor', /^A cursor that was never given out is answered \d{3} as /],
] as readonly (readonly [Form, string, string | RegExp])[])(
  'in form %i, %s is told of the test deployment',
  (form, gap, expected) => {
    const does = usual.get(form)?.find((one) => one.gap === gap)?.does ?? '';
    if (typeof expected === 'string') expect(does).toBe(expected);
    else expect(does).toMatch(expected);
  },
);

it.each([
  ['message-texts', { now: night }, undefined, 'Says "Closed now.".'],
  ['when-no-estimate', { now: night }, undefined, 'No estimate while closed.'],
  [
    'closed-closing-fields',
    { now: night },
    undefined,
    'While closed, closes_at is "10:00pm" and minutes_until_close 0.',
  ],
  ['timestamp-precision', { offsetMinutes: 0 }, utcWithZ, 'Whole seconds; UTC and offsets written Z.'],
  ['weekday-without-data', { reports: 3 }, undefined, 'The average is 0.'],
  [
    'weekday-without-data',
    { reports: 3 },
    inBodies('patterns', (body: { by_weekday: Body[] }) =>
      body.by_weekday.forEach((row) => row['report_count'] === 0 && Object.assign(row, { value: null })),
    ),
    'The average is null.',
  ],
  [
    'previous-page',
    {},
    inBodies('reports', (body: Body) => Object.assign(body, { previous: null })),
    /^0 of \d pages after the first have a URL as previous, \d have null\.$/,
  ],
  [
    'tie-order',
    {},
    inBodies('reports', ({ results }: Feed) =>
      results.slice(1, 2).forEach((one) => Object.assign(one, { created_at: results[0]?.['created_at'] })),
    ),
    'In the feed by id, descending.',
  ],
  [
    'bad-limit-or-days',
    {},
    ((answer, { params }) =>
      Number(params.get('limit')) > 200 || Number(params.get('days')) > 60
        ? { status: 422, type: 'text/plain', body: 'too much' }
        : answer) satisfies Change,
    'Asking for limit=1000 gives status 422; asking for days=365 gives status 422.',
  ],
  [
    'csv-headers',
    {},
    ((answer, { path }) =>
      path.endsWith('csv') && answer.status === 200
        ? {
            ...answer,
            body: `\uFEFF${answer.body.replaceAll('\r\n', '\n')}`,
            headers: { 'content-disposition': 'attachment; filename="x.csv"' },
          }
        : answer) satisfies Change,
    'Content type "text/csv; charset=utf-8"; content disposition "attachment; filename=\\"x.csv\\""; lines end in LF; a byte order mark; newest first.',
  ],
  [
    'unauthorized-body',
    {},
    ((answer) =>
      answer.status === 401
        ? { status: 401, type: 'text/html', body: '<p>', headers: { 'www-authenticate': 'Token' } }
        : answer) satisfies Change,
    'The body is text/html with text; WWW-Authenticate "Token".',
  ],
  [
    'quota-day',
    {},
    withHeaders({ 'x-ratelimit-reset': '3600' }),
    'An answer says "x-ratelimit-reset: 3600".',
  ],
  [
    'quota-counting',
    {},
    withHeaders({ 'ratelimit-remaining': '9' }),
    /^(\d+) of \1 answers tell of the quota; the first "ratelimit-remaining: 9"; the last "ratelimit-remaining: 9"\.$/,
  ],
  [
    'quota-exceeded',
    {},
    ((answer, { path }) =>
      path.endsWith('patterns')
        ? { status: 429, type: 'text/plain', body: '', headers: { 'retry-after': '60' } }
        : answer) satisfies Change,
    /^Request \d+, to patterns, was refused with 429\.$/,
  ],
  ['deprecation', {}, withHeaders({ sunset: 'Sat, 31 Dec 2026' }), 'Sunset "Sat, 31 Dec 2026".'],
] as readonly (readonly [string, Partial<TestOptions>, Change | undefined, string | RegExp])[])(
  '%s is told of a deployment that answers it in its own way %#',
  async (gap, options, change, expected) => {
    const does = (await observe(options, change)).find((one) => one.gap === gap)?.does ?? '';
    if (typeof expected === 'string') expect(does).toBe(expected);
    else expect(does).toMatch(expected);
  },
);

function utcWithZ(answer: ReturnType<Change>): ReturnType<Change> {
  return { ...answer, body: answer.body.replaceAll('+00:00', 'Z') };
}
