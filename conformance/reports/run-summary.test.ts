import { expect, it } from 'vitest';
import type { Report } from '../contract/report-types.ts';
import { requirementOf, requirements } from '../contract/requirements.ts';
import { headlineOf } from './run-summary.ts';

/** The headline of a run that could not test these requirements. */
function headlineWithout(ids: readonly string[]): string {
  const open = ids.map((id) => ({ ...requirementOf(id), outcome: 'not-exercised', findings: [] }));
  return headlineOf({
    verdict: 'partial',
    exitCode: 0,
    counts: { fail: 0 },
    requirements: open,
  } as unknown as Report);
}

it.each([
  [1, /: [\w.-]+$/],
  [3, /: [\w.-]+, [\w.-]+, [\w.-]+$/],
  [5, /: [\w.-]+, [\w.-]+, [\w.-]+ and 2 more$/],
])('a partial success names what it could not test: %i requirements', (count, named) => {
  const required = requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
  expect(headlineWithout(required.slice(0, count))).toMatch(named);
});

it('a partial success names no recommendation', () => {
  const recommended = requirements.find(({ level }) => level === 'should')?.id ?? '';
  const required = requirements.find(({ level }) => level === 'must')?.id ?? '';
  expect(headlineWithout([recommended, required])).toMatch(new RegExp(`could be tested: ${required}$`));
});
