import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from './contract-under-test.fixture.ts';
import type { components as form1, paths as paths1 } from './form-1.types.generated.ts';
import type { components as form2, paths as paths2 } from './form-2.types.generated.ts';

type Status = form1['schemas']['Status'] | form2['schemas']['Status'];
type Hours = Status['hours'];

/** These compile only because `has_estimate` and `is_open` narrow the types; `tsc` checks it. */
function rangeOf(status: Status): string {
  return status.has_estimate
    ? `${status.estimate_display.length}: ${status.last_updated.slice(0, 10)}`
    : 'none';
}
function closingOf(hours: Hours): string {
  return hours.is_open
    ? `${hours.closes_at.toUpperCase()} in ${hours.minutes_until_close.toFixed()}`
    : 'closed';
}

describe.each(CONTRACTS)('the types of Form $form narrow', (contract) => {
  const example = (name: string) => contract.example('getStatus', name) as Status;

  it('by has_estimate', () => {
    expect(rangeOf(example('open-and-busy'))).toBe('4: 2026-10-16');
    expect(rangeOf(example('closed'))).toBe('none');
    // @ts-expect-error: without an estimate, the range may be null
    expect(example('open-and-busy').estimate_display.length).toBe(4);
  });

  it('by is_open', () => {
    expect(closingOf(example('open-and-busy').hours)).toBe('2:00PM in 85');
    expect(closingOf(example('closed').hours)).toBe('closed');
    // @ts-expect-error: while closed, the closing time may be null
    expect(example('open-and-busy').hours.closes_at.length).toBe(6);
  });

  it('in the responses of an openapi-fetch client', async () => {
    const fetch = async () => Response.json(example('open-and-busy'));
    const options = { baseUrl: 'http://127.0.0.1:3000', fetch };
    for (const { data } of [
      await createClient<paths1>(options).GET('/api/v1/status'),
      await createClient<paths2>(options).GET('/api/v1/status'),
    ]) {
      expect(data?.has_estimate && data.estimate_display.length).toBe(4);
      expect(data?.hours.is_open && data.hours.closes_at.length).toBe(6);
      // openapi-fetch drops members that can only be null, so that this compiles only if a type allows more
      expect(data?.hours.opens_at).toBeNull();
    }
  });
});
