import { describe, expect, it } from 'vitest';
import { evidenceOn, gateOn, inBodies, withOutcome } from './testing/run-gate.fixture.ts';

const changed = 'reports of the past changed during the run';

describe.each([1, 2] as const)('a deployment of form %i that conforms', (form) => {
  it.each([2, 7, 12, 16, 22, 26, 30, 45])('may approve a report of the past with request %i', async (at) => {
    const result = await gateOn({ form, approvedWith: at });
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(result.exitCode).toBe(0);
  });

  it.each([2, 7, 12, 16, 22, 26, 30, 45])('may remove a report of the past with request %i', async (at) => {
    const result = await gateOn({ form, removedWith: at, moderated: 0.97 });
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(result.exitCode).toBe(0);
  });
});

describe('if no request is left to repeat another, a deployment of form 2 that conforms', () => {
  const left = { maxRequests: 50 };

  it.each([12, 16, 22, 26])('may approve a report of the past with request %i', async (at) => {
    const result = await gateOn({ approvedWith: at }, undefined, left);
    expect(stepsOf(result.evidence.exchanges)).toEqual([]);
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(result.exitCode).toBe(0);
  });

  it.each([2, 7, 12, 16, 22, 26])('may remove a report of the past with request %i', async (at) => {
    const result = await gateOn({ removedWith: at, moderated: 0.97 }, undefined, left);
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(result.exitCode).toBe(0);
  });
});

describe('a report of the past', () => {
  it('is asked for once more if it appears, and excused', async () => {
    const result = await gateOn({ approvedWith: 12 });
    expect(stepsOf(result.evidence.exchanges)).toEqual(['again-1']);
    const left = result.outcomes.find(({ requirement }) => requirement === 'patterns.all-time');
    expect([left?.outcome, left?.findings[0]?.message]).toEqual(['not-exercised', changed]);
  });

  it('is not excused if an endpoint never shows it', async () => {
    const result = await gateOn({}, (response, { path }) => {
      const rows = response.body.split('\r\n');
      return path.endsWith('/export.csv') && response.status === 200
        ? { ...response, body: rows.toSpliced(Math.floor(rows.length / 2), 1).join('\r\n') }
        : response;
    });
    expect(withOutcome(result, 'fail')).toEqual(['export.rows']);
  });

  it('is not excused if the newest page of the feed never shows it', async () => {
    const lose = inBodies('reports', ({ results }: { results: { id: number }[] }) => {
      const at = results.findIndex(({ id }) => id % 100 === 50);
      if (at >= 0) results.splice(at, 1);
    });
    expect(withOutcome(await gateOn({}, lose), 'fail')).toContain('reports.walk');
  });

  it('costs no request if nothing seems to have changed', async () => {
    const evidence = await evidenceOn({});
    expect(stepsOf(evidence.exchanges)).toEqual([]);
  });
});

function stepsOf(exchanges: readonly { readonly step: string }[]): readonly string[] {
  return exchanges.map(({ step }) => step).filter((step) => step.startsWith('again'));
}
