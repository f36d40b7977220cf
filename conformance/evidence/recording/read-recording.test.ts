import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../reference/faults/catalogue.ts';
import { broken } from '../../reference/faults/fault.ts';
import { createReference } from '../../reference/service.ts';
import { VARIANTS } from '../../reference/variants/variants.ts';
import { htmlOf } from '../../reports/html/page.ts';
import { buildReport } from '../../reports/report.ts';
import { terminalOf } from '../../reports/terminal.ts';
import { isAllowed } from '../../requests/exchange.ts';
import {
  chromium,
  firefox,
  mitmproxy,
  RECORDED_KEY,
  recordingOf,
  type Shape,
} from '../../testing/recordings.fixture.ts';
import { evidenceFrom, evidenceOn, named, withOutcome } from '../../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';
import type { Evidence } from '../evidence.ts';
import { readHar } from '../har.ts';

const shapes: readonly (readonly [string, Shape])[] = [
  ['Chromium', chromium],
  ['Firefox', firefox],
  ['mitmproxy', mitmproxy],
];

function read(text: string, options: Parameters<typeof readHar>[1] = {}): Evidence {
  const evidence = readHar(text, options);
  if (typeof evidence === 'string') throw new Error(evidence);
  return evidence;
}

const conforming = await evidenceOn({ count: 60, days: 20 });

describe(`a recording by ${shapes.map(([name]) => name).join(', ')}`, () => {
  it.each(['default', 'reports-0', 'utc-z', 'prefix', 'closed-now', 'arrivals-small'])(
    'of a conforming deployment raises no alarm, as variant %s',
    async (id) => {
      const evidence = await evidenceFrom(
        createReference({ count: 60, days: 20, ...named(VARIANTS, id).options }),
      );
      for (const [name, shape] of shapes) {
        const judged = judgeEvidence(read(recordingOf(evidence, shape)));
        expect(withOutcome(judged, 'fail'), name).toEqual([]);
        expect(withOutcome(judged, 'inconclusive'), name).toEqual([]);
        expect(judged.exitCode, name).toBe(0);
      }
    },
  );

  it.each([
    ['hours.opens_at', 'hours/opens-while-open'],
    ['chart.scatter-complete', 'scatter/middle-lost'],
    ['reports.order', 'feed/oldest-first'],
    ['reports.default-limit', 'feed/default-7'],
    ['export.header', 'export/no-header'],
    ['patterns.by_hour-value', 'patterns/hour-one-wrong'],
    ['highlights.order', 'highlights/oldest-first'],
    ['privacy.coordinates-feed', 'privacy/feed-one-lat'],
  ])('shows that %s fails: %s', async (requirement, id) => {
    const fault = named(FAULTS, id);
    const evidence = await evidenceFrom(
      broken(fault, createReference({ count: 200, days: 20, ...fault.state })),
    );
    for (const [name, shape] of shapes) {
      const judged = judgeEvidence(read(recordingOf(evidence, shape)));
      expect(withOutcome(judged, 'fail'), name).toContain(requirement);
    }
  });

  it.each(shapes)('is judged without what shows nothing about the deployment: %s', (name, shape) => {
    const { recording, exchanges, target, formDeclared } = read(recordingOf(conforming, shape));
    expect([target, formDeclared]).toEqual(['http://reference.test', 'auto']);
    const left = recording?.leftOut.reduce((sum, { count }) => sum + count, 0) ?? 0;
    expect(exchanges.length + left).toBe(recording?.entries);
    expect(recording?.creator).toMatch(name === 'Chromium' ? /^WebInspector/ : new RegExp(`^${name}`));
    expect(exchanges.map(({ startedAt }) => startedAt)).toEqual(
      exchanges.map(({ startedAt }) => startedAt).sort((a, b) => a - b),
    );
  });
});

describe('of a recording', () => {
  const start = Date.parse('2026-11-20T12:00:00Z');
  const requested = (
    url: string,
    { minutes = 0, method = 'GET', status = 200, text = '{}', size = 0, request = {}, entry = {} } = {},
  ) => ({
    startedDateTime: new Date(start + minutes * 60_000).toISOString(),
    request: { method, url, headers: [], ...request },
    response: { status, headers: [], content: { text, size } },
    ...entry,
  });
  const judgedOf = (entries: readonly object[], options = {}) =>
    read(JSON.stringify({ log: { entries } }), options);
  const a = 'https://a.example/line/api/v1/';
  const b = 'https://b.example/api/v1/';

  it('the base URL with the most requests is judged, or the one that is asked for', () => {
    const entries = [`${a}status`, `${b}status`, `${a}chart`, `${a}unknown`].map((url) => requested(url));
    expect(judgedOf(entries).target).toBe('https://a.example/line');
    const other = judgedOf(entries, { url: 'https://b.example/' });
    expect(other).toMatchObject({ target: 'https://b.example', exchanges: [{ endpoint: 'status' }] });
    expect(readHar(JSON.stringify({ log: { entries } }), { url: 'https://c.example' })).toMatch(/^none of/);
  });

  it('a URL that is not of HTTP is ignored', () => {
    const { exchanges, target } = judgedOf([requested('foo:/x/api/v1/status'), requested(`${b}status`)]);
    expect([target, exchanges.length]).toEqual(['https://b.example', 1]);
    const log = { entries: [requested('foo:/x/api/v1/status')] };
    expect(readHar(JSON.stringify({ log }))).toBe('none of its 1 requests is to an endpoint below /api/v1');
  });

  it('nothing is judged if every request is left out', () => {
    const log = {
      entries: [requested(`${a}chart`, { status: 304 }), requested(`${a}status`, { status: 0 })],
    };
    expect(readHar(JSON.stringify({ log }))).toBe(
      'none of its 2 requests below https://a.example/line/api/v1 can be judged: 1 for a part, or only if something changed; 1 without a response',
    );
  });

  it('the busiest hour is judged', () => {
    const entries = [0, 100, 130, 155, 170].map((minutes) => requested(`${a}status`, { minutes }));
    const { exchanges, recording } = judgedOf(entries);
    expect(exchanges.map(({ startedAt }) => (startedAt - start) / 60_000)).toEqual([100, 130, 155]);
    expect(recording?.leftOut).toEqual([{ reason: 'outside the busiest hour', count: 2 }]);
  });

  it.each([
    ['without a response', { status: 0 }],
    ['for a part, or only if something changed', { status: 304 }],
    ['rejected with 429', { status: 429 }],
    ['without the whole body of the response', { size: 500 }],
    ['with the method HEAD, which is not judged', { method: 'HEAD' }],
    ['from a cache', { entry: { _fromCache: 'memory' } }],
    ['no Authorization header was recorded', { status: 401 }],
  ])('a request is left out %s', (reason, part) => {
    const { exchanges, recording } = judgedOf([requested(`${a}chart`), requested(`${a}status`, part)]);
    expect(exchanges.map(({ endpoint }) => endpoint)).toEqual(['chart']);
    expect(recording?.leftOut).toEqual([{ reason, count: 1 }]);
  });

  it.each([
    ['chart?since=2026-02-30', false],
    ['chart?since=2026-02-02&until=2026-02-01', false],
    ['chart?since=&until=', false],
    ['chart?_=1732279', false],
    ['reports?limit=0', false],
    ['reports?limit=500', true],
    ['highlights?days=7', true],
    ['chart?since=2026-02-01&until=2026-02-02', true],
  ])('%s is specified: %s', (path, isSpecified) => {
    const { exchanges } = judgedOf([requested(a + path)]);
    expect(exchanges.map(isAllowed)).toEqual([isSpecified]);
  });

  it.each([
    ['a key that stops working', [200, 401, 401], [200]],
    ['a key that is rejected now and then', [200, 401, 200], [200, 401, 200]],
  ])('%s: the statuses %o leave %o', (_title, statuses, judged) => {
    const request = { headers: [{ name: 'Authorization', value: 'Token a1b2c3' }] };
    const entries = statuses.map((status, minutes) =>
      requested(`${a}status`, { status, minutes, request: { method: 'GET', url: `${a}status`, ...request } }),
    );
    const { exchanges } = judgedOf(entries);
    expect(exchanges.map(({ response }) => response?.status)).toEqual(judged);
    expect(exchanges.every(({ credential }) => credential === 'key')).toBe(true);
  });

  const withKey = (token: string, part = {}) =>
    requested(`${a}status`, {
      ...part,
      request: {
        method: 'GET',
        url: `${a}status`,
        headers: [{ name: 'Authorization', value: `Token ${token}` }],
      },
    });

  it('a short wrong key does not redact the numbers of the deployment', () => {
    const text = '{"report_count":12,"last_update":"2026-11-20T10:23:01"}';
    const { exchanges } = judgedOf([
      withKey('a1b2c3d4e5', { text }),
      withKey('123', { status: 401, minutes: 1 }),
    ]);
    expect(exchanges.map(({ credential }) => credential)).toEqual(['key', 'wrong']);
    expect(exchanges[0]?.response?.body).toBe(text);
  });

  it.each(['my-secret-key-1', 'mask77xxxx', 'k1'])('the key %s is redacted in bodies', (token) => {
    const evidence = judgedOf([withKey(token, { text: `{"echo":"${token}"}` })]);
    expect(JSON.stringify(evidence)).not.toContain(token);
  });

  it('secrets in queries, cookies and other headers are redacted', () => {
    const url = `${a}status?api_key=SECRET&limit=5`;
    const headers = [
      { name: 'X-Api-Key', value: 'first-of-three' },
      { name: 'Cookie', value: 'theme=dark; token=second-of-three' },
    ];
    const text = '{"seen":["first-of-three","second-of-three"],"theme":"dark"}';
    const entry = requested(url, { text, request: { method: 'GET', url, headers } });
    const set = [{ name: 'Set-Cookie', value: 'session=third-of-three' }];
    const { exchanges } = judgedOf([{ ...entry, response: { ...entry.response, headers: set } }]);
    expect(JSON.stringify(exchanges)).not.toMatch(/SECRET|-of-three/);
    expect(exchanges[0]).toMatchObject({
      params: { api_key: '$HEADCOUNT_API_KEY', limit: '5' },
      url: `${a}status?api_key=$HEADCOUNT_API_KEY&limit=5`,
      response: { body: '{"seen":["$HEADCOUNT_API_KEY","$HEADCOUNT_API_KEY"],"theme":"dark"}' },
    });
  });

  it('a link of a page keeps its parameters, whatever their names', () => {
    const next = `${a}reports?token=cursor-of-page-2`;
    const text = JSON.stringify({ next, previous: null, results: [{}] });
    const { exchanges } = judgedOf([requested(`${a}reports`, { text }), requested(next, { minutes: 1 })]);
    expect(exchanges.map(({ url, response }) => [url, response?.body])).toEqual([
      [`${a}reports`, text],
      [next, '{}'],
    ]);
  });

  it('a CSV body that a tool read as Latin-1 keeps its byte order mark as one character', () => {
    const { exchanges } = judgedOf([requested(`${a}export.csv`, { text: 'ï»¿timestamp,bucket\n' })]);
    expect(exchanges[0]?.response?.body).toBe('\ufefftimestamp,bucket\n');
  });
});

it.each([
  ['not an HTTP archive', '[]'],
  ['not an HTTP archive', '{"log":{}}'],
  ['an entry is damaged', '{"log":{"_evidenceVersion":1,"_run":{},"entries":[{}]}}'],
])('%s: %s', (problem, text) => {
  expect(readHar(text)).toBe(problem);
});

it('reports say who recorded, and what was left out', () => {
  const evidence = read(recordingOf(conforming, chromium));
  const judged = { ...judgeEvidence(evidence), observations: [] };
  const report = buildReport(evidence, judged, [], false);
  expect(report).toMatchObject({ verdict: 'partial', recording: { creator: 'WebInspector 537.36' } });
  const outputs = [terminalOf(report, { color: false, width: 400 }), htmlOf(report, evidence)];
  for (const text of outputs)
    expect(text).toMatch(/by WebInspector 537.36: \d+ of \d+ requests judged; left out: .*\d+ from a cache/);
});

describe('credentials', () => {
  const credentialsOf = (shape: Shape) =>
    new Set(read(recordingOf(conforming, shape)).exchanges.map(({ credential }) => credential));

  it('are recognized by comparison with the key that works', () => {
    const { exchanges } = conforming;
    // The form of an unknown key is like that of any other
    const sent = new Set(exchanges.map(({ credential }) => credential));
    expect(credentialsOf(firefox)).toEqual(sent);
  });

  it('that were removed are assumed for responses with data, and rejected requests are left out', () => {
    expect(credentialsOf(chromium)).toEqual(new Set(['key']));
    const judged = judgeEvidence(read(recordingOf(conforming, chromium)));
    expect(judged.outcomes.find(({ requirement }) => requirement === 'auth.missing')).toMatchObject({
      outcome: 'not-exercised',
      findings: [{ message: 'the recording has no request without a key' }],
    });
  });

  it('that were removed are what a recording lacks, whatever else fails in it', async () => {
    const evidence = await evidenceFrom(
      broken(named(FAULTS, 'feed/default-7'), createReference({ count: 60 })),
    );
    const { outcomes } = judgeEvidence(read(recordingOf(evidence, chromium)));
    const reasons = outcomes
      .filter(({ requirement, outcome }) => requirement.startsWith('auth.') && outcome === 'not-exercised')
      .map(({ findings }) => findings[0]?.message);
    expect(reasons.length).toBeGreaterThan(4);
    for (const reason of reasons) expect(reason).toMatch(/^the recording has no /);
  });

  it('never reach the evidence', () => {
    for (const [, shape] of shapes)
      expect(JSON.stringify(read(recordingOf(conforming, shape)))).not.toContain(RECORDED_KEY);
  });

  it.each([
    ['auth.missing', 'auth/403-chart'],
    ['auth.header-only', 'auth/query-token'],
  ])('that are wrongly accepted or rejected show that %s fails: %s', async (requirement, id) => {
    const fault =
      FAULTS.find((one) => one.id === id) ??
      named(FAULTS, FAULTS.find(({ requirements }) => requirements.includes(requirement as never))?.id ?? '');
    const evidence = await evidenceFrom(
      broken(fault, createReference({ count: 60, days: 20, ...fault.state })),
    );
    expect(withOutcome(judgeEvidence(read(recordingOf(evidence, firefox))), 'fail')).toContain(requirement);
  });
});
