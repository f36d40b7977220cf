import { describe, expect, it } from 'vitest';
import type { DreddVerdict } from '../dredd/thread.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { gateOn } from '../testing/run-gate.fixture.ts';
import { addDreddFindings } from './dredd-findings.ts';
import { ledgerOf, type Tally } from './tally.ts';

const { evidence } = await gateOn({ count: 30 });
const status = evidence.exchanges.find(({ step }) => step === 'documents-status-key');
if (status === undefined) throw new Error('No request of the documents was sent.');

/** Adds Dredd's failure of a message at the status to a tally. */
function added(message: string, tally: Tally = new Map(), result: DreddVerdict['result'] = 'fail'): Tally {
  const verdict = {
    ...{ name: 'status > 200', endpoint: 'status', expectedStatus: 200, messages: [message], result },
    ...{ exchange: status?.number ?? 0 },
  };
  const failing: Evidence = { ...evidence, dredd: { expected: 1, verdicts: [verdict] } };
  addDreddFindings(tally, failing, 2);
  return tally;
}

describe('a failure of Dredd', () => {
  it('goes to the requirement of the field, with the place and the request', () => {
    const [entry] = added("At '/hours/is_open' Invalid type: string (expected boolean)");
    expect(entry?.[0]).toBe('hours.is_open');
    expect(entry?.[1].failures).toEqual([
      {
        message: "At '/hours/is_open' Invalid type: string (expected boolean)",
        expected: 'a response as documented',
        seen: 'status 200, /hours/is_open in the body',
        stage: 'dredd',
        exchange: status.number,
        curl: expect.stringMatching(/^curl -i .*\/api\/v1\/status'$/),
        place: { endpoint: 'status', step: 'documents-status-key', pointer: '/hours/is_open' },
      },
    ]);
  });

  it('goes to the body as a whole if it names no place', () => {
    expect([...added('the body differs').keys()]).toEqual(['http.json']);
  });

  it('adds nothing where a rule found a failure of the same response', () => {
    const tally: Tally = new Map();
    ledgerOf(tally).fail('status.hours', { message: 'no', exchange: status });
    expect([...added('the body differs', tally).keys()]).toEqual(['status.hours']);
  });

  it('adds nothing for a transaction that passed', () => {
    expect(added('the body differs', new Map(), 'pass').size).toBe(0);
  });
});
