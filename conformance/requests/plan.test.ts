import { describe, expect, it } from 'vitest';
import { endpointsOf, parametersOf } from '../contract/operations.ts';
import { planOf } from './plan.ts';
import { show } from './steps.ts';

describe.each([1, 2] as const)('the plan of form %i', (form) => {
  const steps = planOf(form);
  const seen = {
    pages: [],
    responses: new Map(),
    probeDates: {
      day: '2026-10-16',
      otherDay: '2026-10-17',
      week: ['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-18'],
      empty: { since: '2026-10-03', until: '2026-10-04' },
      pair: { since: '2026-10-15', until: '2026-10-16' },
      since: '2026-10-10',
      until: '2026-10-02',
      few: { since: '2026-10-09', until: '2026-10-15' },
      long: { since: '2026-09-26', until: '2026-10-16' },
      ends: { since: '2026-09-26', until: '2026-10-16' },
      wide: { since: '2026-07-09', until: '2026-10-16' },
      isMidnightFar: false,
    },
  };
  const requests = steps.flatMap((step) => {
    const request = step.request(seen);
    return 'skip' in request ? [] : [request];
  });

  it.each(endpointsOf(form))(
    'probes %s as documented, without a key, with an unknown key and by POST',
    (endpoint) => {
      const own = requests.filter((request) => request.endpoint === endpoint).map((request) => show(request));
      expect(own).toContain(`GET /api/v1/${endpoint}`);
      expect(own).toContain(`GET /api/v1/${endpoint}  (credential: none)`);
      expect(own).toContainEqual(expect.stringMatching(/credential: (wrong|truncated|headless|extended)/));
      expect(own).toContain(`POST /api/v1/${endpoint}`);
    },
  );

  it.each(
    endpointsOf(form).flatMap((endpoint) =>
      parametersOf(form, endpoint).map(({ name, kind }) => ({ endpoint, name, kind })),
    ),
  )('uses the $kind parameter $name of $endpoint', ({ endpoint, name, kind }) => {
    const values = requests.flatMap(({ endpoint: one, params }) =>
      one === endpoint && params?.[name] !== undefined ? [params[name]] : [],
    );
    if (kind === 'date') expect(values).toContain('2026-10-16');
    else if (kind === 'integer') expect(values.map(Number).some((value) => value < 1)).toBe(true);
    expect(values.length).toBeGreaterThan(0);
  });

  it('gives every step but the walk a unique id', () => {
    const ids = steps.map(({ id }) => id).filter((id) => id !== 'walk');
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('never sends DELETE', () => {
    expect(requests.map(({ method }) => method)).not.toContain('DELETE');
  });
});
