import { describe, expect, it } from 'vitest';
import type { GateOptions, GateResult } from '../gate.ts';
import type { HttpResponse } from '../reference/options.ts';
import { type Change, gateOn, withOutcome } from '../testing/run-gate.fixture.ts';
import { adviceOn } from './advice.ts';

const run = async (change: Change, gate: Partial<GateOptions> = {}) =>
  await gateOn({ count: 60, days: 20 }, change, gate);
const adviceAfter = (result: GateResult) => adviceOn(result.evidence, result).join('\n');
const refusing =
  (rest: Partial<HttpResponse>): Change =>
  (response) => ({ ...response, status: 401, ...rest });

describe('a refused key', () => {
  it.each(['full', 'contract'] as const)(
    'ends the run after three requests at the %s level, and says what to do',
    async (level) => {
      const result = await run(refusing({}), { level });
      expect([result.exitCode, result.requests, result.problem]).toEqual([
        3,
        3,
        'the deployment refuses the key',
      ]);
      expect(withOutcome(result, 'inconclusive')).toHaveLength(result.outcomes.length);
      expect(adviceAfter(result)).toMatch(
        /HEADCOUNT_API_KEY, or the file of --key-file[\s\S]*yourself:\ncurl -i -H/,
      );
    },
  );

  it('is noticed with status 403, and by a proxy that asks for other credentials', async () => {
    const result = await run(refusing({ status: 403, headers: { 'www-authenticate': 'Basic realm="x"' } }));
    expect([result.exitCode, result.requests]).toEqual([3, 3]);
    expect(adviceAfter(result)).toContain('asks for Basic credentials');
  });

  it.each([
    ['{"type":"about:blank","title":"Unauthorized","detail":"The key was revoked."}', 'The key was revoked.'],
    ['{"error":"Invalid token."}', 'Invalid token.'],
  ])('is explained as the deployment does in %s', async (body, detail) => {
    expect(adviceAfter(await run(refusing({ body })))).toContain(`The deployment says: "${detail}"`);
  });

  it('says so if a firewall sends a page', async () => {
    const body = '<html><title>Access denied</title></html>';
    expect(adviceAfter(await run(refusing({ status: 403, body })))).toContain('a page ("Access denied")');
  });

  it('is not assumed if one endpoint accepts it', async () => {
    const result = await run((response, { path }) =>
      path.endsWith('/reports') ? { ...response, status: 401 } : response,
    );
    expect(result.requests).toBeGreaterThan(30);
    expect(withOutcome(result, 'fail')).toContain('auth.accepted');
  });

  it('costs a conforming deployment no request', async () => {
    const { evidence } = await run((response) => response, { level: 'contract' });
    const documents = evidence.exchanges.map(({ endpoint, credential }) => `${endpoint} ${credential}`);
    expect(new Set(documents).size).toBe(documents.length);
  });
});

describe('a mock that is checked at the full level', () => {
  const prism: Change = (response) => ({
    ...response,
    headers: { ...response.headers, 'sl-violations': '[]' },
  });
  const accepting: Change = (response, { headers, query }) =>
    headers['authorization']?.startsWith('Token ') === true && response.status === 401
      ? { ...response, status: query.get('since') === '2026-02-30' ? 400 : 200, body: '{}' }
      : response;

  it.each([
    ["Prism's header", prism, 'Prism, a mock server, sent responses'],
    ['keys that were never issued', accepting, 'Every endpoint accepts keys that were never issued'],
  ])('is told about the contract level because of %s', async (_sign, change, sign) => {
    const advice = adviceAfter(await run(change));
    expect(advice).toContain(sign);
    expect(advice).toContain('--level contract');
  });

  it('is left alone at the contract level, and so is a deployment', async () => {
    expect(adviceAfter(await run(prism, { level: 'contract' }))).toBe('');
    expect(adviceAfter(await run((response) => response))).toBe('');
    expect(adviceAfter(await gateOn({ count: 0 }))).toBe('');
  });
});

it('a deployment of the other form is recognized', async () => {
  expect(adviceAfter(await gateOn({ count: 60, form: 2 }, undefined, { form: 1 }))).toBe(
    'The deployment looks like Form 2: perhaps --form 2 or --form auto is meant.',
  );
});

describe('a deployment where two versions respond in turns', () => {
  const turns = (change: Change): Change => {
    let count = 0;
    return (response, request) => {
      count += 1;
      return count % 2 === 0 || response.status !== 200 ? response : change(response, request);
    };
  };
  const versioned: Change = (response) => ({
    ...response,
    headers: { ...response.headers, 'x-app-version': '2' },
  });
  const reshaped: Change = (response) =>
    response.body.startsWith('{')
      ? { ...response, body: `{"version":2,${response.body.slice(1)}` }
      : response;

  it.each([
    ['a header field that names the version', turns(versioned), 'x-app-version is '],
    ['other members', turns(reshaped), 'The members of '],
  ])('is recognized by %s', async (_title, change, sign) => {
    expect(adviceAfter(await run(change))).toMatch(new RegExp(`${sign}.*perhaps two versions respond`));
  });

  it('is not assumed of a version that was replaced once, or of one endpoint that differs', async () => {
    let count = 0;
    const once: Change = (response, request) => {
      count += 1;
      return count < 20 ? response : versioned(response, request);
    };
    const one = turns((response, request) =>
      request.path.endsWith('/reports') ? reshaped(response, request) : response,
    );
    for (const change of [once, one]) expect(adviceAfter(await run(change))).toBe('');
  });
});
