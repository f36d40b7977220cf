import { describe, expect, it, vi } from 'vitest';
import { judgingHere } from './judging.ts';
import { FAULTS } from './reference/faults/catalogue.ts';
import { broken } from './reference/faults/fault.ts';
import { createReference } from './reference/service.ts';
import { VARIANTS } from './reference/variants/variants.ts';
import { planOf } from './requests/plan.ts';
import { type Change, gateOn, inBodies, judge, named, withOutcome } from './testing/run-gate.fixture.ts';

describe('a conforming service', () => {
  it.each([
    ['default', 1],
    ['default', 2],
    ['reports-0', 1],
    ['reports-1', 2],
    ['reports-3', 1],
    ['reports-8', 2],
    ['reports-200', 1],
    ['reports-5000-dense', 2],
    ['utc-z', 1],
    ['zone-kolkata', 2],
    ['zone-kiritimati', 1],
    ['prefix', 2],
    ['closed-now', 1],
  ] as const)('passes, as variant %s of form %i', async (id, form) => {
    const result = await judge(createReference({ ...named(VARIANTS, id).options, form }));
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(withOutcome(result, 'inconclusive')).toEqual([]);
    expect(result.exitCode).toBe(0);
    expect(result.requests).toBeLessThanOrEqual(60);
  });
});

describe.each([1, 2] as const)('a conforming service of form %i', (form) => {
  it('is recognized when no form is declared, and everything is tested in 60 requests', async () => {
    const result = await gateOn({ form, count: 1500 }, undefined, { form: 'auto' });
    expect([result.formJudged, result.formSeen, result.exitCode]).toEqual([form, form, 0]);
    expect(withOutcome(result, 'not-exercised')).toEqual([]);
    expect(result.requests).toBeLessThanOrEqual(60);
  });

  it('fails when the other form is declared', async () => {
    const result = await gateOn({ form }, undefined, { form: form === 1 ? 2 : 1 });
    expect(withOutcome(result, 'fail')).toContain('form.declared');
  });
});

describe('a service with a single fault', () => {
  it.each([
    ['auth.missing', 'auth/no-key-chart'],
    ['http.no-server-error', 'stability/500-chart-day'],
    ['http.json', 'status/text-type'],
    ['http.read-only', 'methods/post-creates'],
    ['hours.minutes-agree', 'hours/minutes-plus-60'],
    ['status.display-agrees', 'status/display-elsewhere'],
    ['chart.scatter-complete', 'scatter/middle-lost'],
    ['chart.scatter-in-bucket', 'scatter/values-plus-one'],
    ['chart.day-spacing', 'line/one-missing'],
    ['chart.open_window-single-day', 'window/null-today'],
    ['patterns.by_weekday-label', 'patterns/label-off'],
    ['patterns.by_weekday-monday', 'patterns/weekdays-sunday-first'],
    ['patterns.by_hour-value', 'patterns/hour-one-wrong'],
    ['reports.order', 'feed/oldest-first'],
    ['reports.default-limit', 'feed/default-7'],
    ['reports.next-url', 'paging/next-relative'],
    ['reports.previous-null', 'paging/previous-first-self'],
    ['export.header', 'export/no-header'],
    ['highlights.order', 'highlights/oldest-first'],
    ['highlights.default-days', 'highlights/default-6'],
    ['privacy.coordinates-feed', 'privacy/feed-one-lat'],
    ['privacy.anonymous', 'privacy/feed-one-email'],
    ['form.no-photo-info', 'forms/photo_url-once-in-2'],
    ['time.local-offset', 'scatter/t-utc'],
  ])('fails %s: %s', async (requirement, id) => {
    const fault = named(FAULTS, id);
    const result = await judge(broken(fault, createReference({ count: 400, days: 30, ...fault.state })));
    expect(fault.requirements).toContain(requirement);
    expect(withOutcome(result, 'fail')).toContain(requirement);
    expect(result.exitCode).toBe(1);
  });
});

it('only warns about an estimate far from the newest reports, since nearness is only recommended', async () => {
  const stale = inBodies('status', (body: object) =>
    Object.assign(body, { estimate_value: 0, estimate_display: '0-1' }),
  );
  const result = await gateOn({}, stale);
  expect(withOutcome(result, 'warn')).toEqual(['status.estimate-recent']);
  expect(withOutcome(result, 'fail')).toEqual([]);
});

describe('requests that the gate sends when there is room', () => {
  /** Room for the whole plan; 100 reports are a single page of its walk. */
  const roomy = { maxRequests: planOf(2).length };
  const stepsOf = async (...args: Parameters<typeof gateOn>) =>
    (await gateOn(...args)).evidence.exchanges.map(({ step }) => step);

  it('are other methods on other endpoints, an empty export and invalid parameters', async () => {
    const steps = await stepsOf({ count: 100 }, undefined, roomy);
    expect(steps).toEqual(
      expect.arrayContaining(['method-POST-chart', 'method-PUT-reports', 'export-empty']),
    );
    expect(steps.slice(-2)).toEqual(['reports-end', 'reports-end-next']);
    expect(steps.length).toBeLessThanOrEqual(roomy.maxRequests);
  });

  it.each([403, 'clamp', 'default'] as const)(
    'leave room for the rest of the plan if a limit above the maximum is %s',
    async (badNumber) => {
      const { evidence, requests, exitCode } = await gateOn({ count: 3000, badNumber });
      expect([requests, exitCode]).toEqual([60, 0]);
      expect(evidence.skipped.filter(({ blocked }) => blocked)).toEqual([]);
    },
  );

  it('accept 403 for more than the maximum if there are no reports', async () => {
    const result = await gateOn({ count: 0, badNumber: 403 });
    expect([result.exitCode, withOutcome(result, 'fail')]).toEqual([0, []]);
  });

  it('come after the walk, so a long feed leaves no room', async () => {
    const result = await gateOn({ count: 2400 });
    expect(result.requests).toBe(60);
    expect(result.evidence.exchanges.map(({ step }) => step)).not.toContain('method-PUT-reports');
    expect(result.evidence.skipped).toContainEqual(
      expect.objectContaining({ step: 'method-PUT-reports', blocked: false }),
    );
  });

  it.each([
    ['a method that reads', 'POST', 'patterns', 200],
    ['a method that changes', 'PUT', 'reports', 201],
  ])('find %s', async (_title, method, endpoint, status) => {
    const allowed: Change = (response, request) =>
      request.method === method && request.path.endsWith(endpoint) ? { ...response, status } : response;
    const result = await gateOn({ count: 100 }, allowed, roomy);
    expect(withOutcome(result, 'fail')).toEqual(['http.read-only']);
  });

  /** Dates are checked after the key. */
  const onInvalidDate =
    (status: number): Change =>
    (response, { query }) =>
      query.get('since') === '2026-02-30' && response.status !== 401 ? { ...response, status } : response;

  it.each([404, 422])('accept %i as the response to an invalid date', async (status) => {
    const result = await gateOn({}, onInvalidDate(status), { maxRequests: 80 });
    expect([result.exitCode, withOutcome(result, 'fail')]).toEqual([0, []]);
  });

  it('warn of a server error on an invalid date', async () => {
    const result = await gateOn({}, onInvalidDate(500), { maxRequests: 80 });
    expect([result.exitCode, withOutcome(result, 'fail')]).toEqual([0, []]);
    expect(withOutcome(result, 'warn')).toContain('http.no-server-error');
  });

  it('include the chart of today a second time only where a day may begin during the run', async () => {
    expect(await stepsOf({ now: '2026-11-20T12:35:10' })).not.toContain('chart-end');
    expect(await stepsOf({ now: '2026-11-20T23:55:00' })).toContain('chart-end');
  });
});

it('goes no further in the plan when a signal ends the run', async () => {
  const controller = new AbortController();
  const choose = vi.fn(judgingHere.choose);
  const change: Change = (response) => {
    controller.abort(new Error('enough'));
    return response;
  };
  const judging = { ...judgingHere, choose };
  await expect(gateOn({}, change, { judging, signal: controller.signal })).rejects.toThrow('enough');
  expect(choose).not.toHaveBeenCalled();
});

it('sends the rest of the plan when it cannot choose which request to repeat', async () => {
  const choose = vi.fn(judgingHere.choose).mockResolvedValue('it took too long');
  choose.mockImplementationOnce(judgingHere.choose);
  const { evidence } = await gateOn({}, undefined, {
    judging: { ...judgingHere, choose },
    maxRequests: 80,
  });
  const blocked = evidence.skipped.filter((step) => step.blocked).map(({ step }) => step);
  expect(blocked).toEqual(['again-1', 'again-2']);
});

it('rejects with the reason of a signal that comes while it checks', async () => {
  const controller = new AbortController();
  const judging: typeof judgingHere = {
    ...judgingHere,
    judge: (evidence, complete) => {
      controller.abort(new Error('enough'));
      return judgingHere.judge(evidence, complete);
    },
  };
  await expect(gateOn({}, undefined, { judging, signal: controller.signal })).rejects.toThrow('enough');
});
