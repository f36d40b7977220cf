import { describe, expect, it } from 'vitest';
import { evidenceOn, gateOn, inBodies, withOutcome } from './testing/run-gate.fixture.ts';

const changed = 'reports of the past changed during the run';

/** A request of the run, the form, and whether requests are left to repeat others. */
const WHEN = [
  [2, 1, 'left'],
  [7, 2, 'left'],
  [12, 1, 'left'],
  [16, 2, 'left'],
  [22, 1, 'left'],
  [26, 2, 'left'],
  [30, 1, 'left'],
  [45, 2, 'left'],
  [12, 2, 'not left'],
  [16, 2, 'not left'],
  [22, 2, 'not left'],
  [26, 2, 'not left'],
] as const;

describe('a deployment that conforms', () => {
  it.each(WHEN)(
    'may approve a report of the past with request %i in form %i, with requests %s to repeat others',
    async (at, form, room) => {
      const result = await gateOn({ form, approvedWith: at }, undefined, limitOf(room));
      if (room === 'not left') expect(stepsOf(result.evidence.exchanges)).toEqual([]);
      expect([withOutcome(result, 'fail'), result.exitCode]).toEqual([[], 0]);
    },
  );

  it.each(WHEN)(
    'may remove a report of the past with request %i in form %i, with requests %s to repeat others',
    async (at, form, room) => {
      const result = await gateOn({ form, removedWith: at, moderated: 0.97 }, undefined, limitOf(room));
      expect([withOutcome(result, 'fail'), result.exitCode]).toEqual([[], 0]);
    },
  );
});

function limitOf(room: 'left' | 'not left') {
  return room === 'left' ? {} : { maxRequests: 50 };
}

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
