import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../reference/faults/catalogue.ts';
import { broken } from '../../reference/faults/fault.ts';
import { createReference } from '../../reference/service.ts';
import { VARIANTS } from '../../reference/variants/variants.ts';
import { htmlOf } from '../../reports/html.ts';
import { buildReport } from '../../reports/report.ts';
import { terminalOf } from '../../reports/terminal.ts';
import {
  chromium,
  firefox,
  mitmproxy,
  RECORDED_KEY,
  recordingOf,
  type Shape,
} from '../../testing/recordings.fixture.ts';
import { gateOn, judge, named, withOutcome } from '../../testing/run-gate.fixture.ts';
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

const conforming = await gateOn({ count: 60, days: 20 });

describe.each(shapes)('a recording by %s', (name, shape) => {
  it.each(['default', 'reports-0', 'utc-z', 'prefix', 'closed-now'])(
    'of a conforming deployment raises no alarm, as variant %s',
    async (id) => {
      const { evidence } = await judge(
        createReference({ count: 60, days: 20, ...named(VARIANTS, id).options }),
      );
      const judged = judgeEvidence(read(recordingOf(evidence, shape)));
      expect(withOutcome(judged, 'fail')).toEqual([]);
      expect(withOutcome(judged, 'inconclusive')).toEqual([]);
      expect(judged.exitCode).toBe(0);
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
    const { evidence } = await judge(
      broken(fault, createReference({ count: 200, days: 20, ...fault.state })),
    );
    expect(withOutcome(judgeEvidence(read(recordingOf(evidence, shape))), 'fail')).toContain(requirement);
  });

  it('is judged without what shows nothing about the deployment', () => {
    const { recording, exchanges, target, formDeclared } = read(recordingOf(conforming.evidence, shape));
    expect([target, formDeclared]).toEqual(['http://reference.test', 'auto']);
    const left = recording?.leftOut.reduce((sum, { count }) => sum + count, 0) ?? 0;
    expect(exchanges.length + left).toBe(recording?.entries);
    expect(recording?.creator).toMatch(name === 'Chromium' ? /^WebInspector/ : new RegExp(`^${name}`));
    expect(exchanges.map(({ startedAt }) => startedAt)).toEqual(
      exchanges.map(({ startedAt }) => startedAt).sort((a, b) => a - b),
    );
  });
});

it('reports say who recorded, and what was left out', () => {
  const evidence = read(recordingOf(conforming.evidence, chromium));
  const judged = { ...judgeEvidence(evidence), observations: [] };
  const report = buildReport(evidence, judged, [], false);
  expect(report).toMatchObject({ verdict: 'partial', recording: { creator: 'WebInspector 537.36' } });
  const outputs = [terminalOf(report, { colour: false, width: 400 }), htmlOf(report, evidence)];
  for (const text of outputs)
    expect(text).toMatch(/by WebInspector 537.36: \d+ of \d+ requests judged; left out: .*\d+ from a cache/);
});

describe('credentials', () => {
  const credentialsOf = (shape: Shape) =>
    new Set(read(recordingOf(conforming.evidence, shape)).exchanges.map(({ credential }) => credential));

  it('are recognized by comparison with the key that works', () => {
    const { exchanges } = conforming.evidence;
    // The form of an unknown key is like that of any other
    const sent = new Set(exchanges.map(({ credential }) => credential));
    expect(credentialsOf(firefox)).toEqual(sent);
  });

  it('that were removed are assumed for responses with data, and rejected requests are left out', () => {
    expect(credentialsOf(chromium)).toEqual(new Set(['key']));
    const judged = judgeEvidence(read(recordingOf(conforming.evidence, chromium)));
    expect(judged.outcomes.find(({ requirement }) => requirement === 'auth.missing')).toMatchObject({
      outcome: 'not-exercised',
      findings: [{ message: 'the recording has no request without a key' }],
    });
  });

  it('that were removed are what a recording lacks, whatever else fails in it', async () => {
    const { evidence } = await judge(broken(named(FAULTS, 'feed/default-7'), createReference({ count: 60 })));
    const { outcomes } = judgeEvidence(read(recordingOf(evidence, chromium)));
    const reasons = outcomes
      .filter(({ requirement, outcome }) => requirement.startsWith('auth.') && outcome === 'not-exercised')
      .map(({ findings }) => findings[0]?.message);
    expect(reasons.length).toBeGreaterThan(4);
    for (const reason of reasons) expect(reason).toMatch(/^the recording has no /);
  });

  it('never reach the evidence', () => {
    for (const [, shape] of shapes)
      expect(JSON.stringify(read(recordingOf(conforming.evidence, shape)))).not.toContain(RECORDED_KEY);
  });

  it.each([
    ['auth.missing', 'auth/403-chart'],
    ['auth.header-only', 'auth/query-token'],
  ])('that are wrongly accepted or rejected show that %s fails: %s', async (requirement, id) => {
    const fault =
      FAULTS.find((one) => one.id === id) ??
      named(FAULTS, FAULTS.find(({ requirements }) => requirements.includes(requirement as never))?.id ?? '');
    const { evidence } = await judge(broken(fault, createReference({ count: 60, days: 20, ...fault.state })));
    expect(withOutcome(judgeEvidence(read(recordingOf(evidence, firefox))), 'fail')).toContain(requirement);
  });
});
