import { expect, it } from 'vitest';
import { createReference } from '../../reference/service.ts';
import { judge } from '../../testing/run-gate.fixture.ts';
import { buildReport } from '../report.ts';
import { countsOf } from './counts.ts';

it('lists an endpoint that the form does not have, if a failure was seen there', async () => {
  const result = await judge(createReference({ form: 2 }), { form: 1 });
  const report = buildReport(result.evidence, result, [], false);
  const row = countsOf(report).match(/<th scope="row">highlights<\/th><td class="fail">(\d+)/);
  expect(row?.[1]).toBe('1');
});
