import { describe, expect, it } from 'vitest';
import { evidenceOn, inBodies } from '../testing/run-gate.fixture.ts';
import { readFacts } from './facts.ts';

describe("the service's clock", () => {
  it('is at least last_updated where there are no reports', async () => {
    const evidence = await evidenceOn({ count: 0, now: '2026-11-20T12:35:00' });
    expect(readFacts(evidence).clock.newest?.text).toMatch(/^2026-11-20T12:3/);
  });

  it('is not set by an export whose times are hours late', async () => {
    const evidence = await evidenceOn({ now: '2026-11-20T12:35:00' }, (response, request) =>
      request.path.endsWith('/export.csv')
        ? { ...response, body: response.body.replaceAll('2026-11-20T12', '2026-11-20T18') }
        : response,
    );
    expect(readFacts(evidence).clock.newest?.text).toMatch(/^2026-11-20T12:3/);
  });

  it('does not read a time that is none', async () => {
    const evidence = await evidenceOn(
      { count: 0 },
      inBodies('status', (body: { last_updated: string }) => {
        body.last_updated = 'a moment ago';
      }),
    );
    expect(readFacts(evidence).clock.newest).toBeUndefined();
  });
});
