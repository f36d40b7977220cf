import { expect, it } from 'vitest';
import { FAULTS } from '../../../conformance/reference/faults/catalogue.ts';
import { KEY } from '../../../conformance/reference/options.ts';
import { serve } from '../../../conformance/reference/serve.ts';
import { createReference } from '../../../conformance/reference/service.ts';
import { NO_FAULT, tryCommand } from './test-command.ts';

/** A test suite of one test: the chart has a scatter. */
const SUITE = `"${process.execPath}" -e '
  fetch(process.env.HEADCOUNT_URL + "/api/v1/chart", { headers: { authorization: "Token ${KEY}" } })
    .then((response) => response.json())
    .then(({ scatter }) => process.exit(scatter === undefined ? 1 : 0))'`;

it('a command finds, misses, or never sees a fault', async () => {
  const deployment = await serve(createReference({ count: 60, days: 20 }));
  const ids = ['scatter/missing', 'scatter/null', 'status/no-message'];
  const faults = FAULTS.filter(({ id }) => ids.includes(id));
  try {
    const trials = await tryCommand(SUITE, { url: deployment.url, key: KEY }, [NO_FAULT, ...faults]);
    expect(Object.fromEntries(trials.map(({ fault, outcome }) => [fault, outcome]))).toEqual({
      none: 'not shown',
      'scatter/missing': 'found',
      'scatter/null': 'missed',
      'status/no-message': 'not shown',
    });
    expect(trials.map(({ requests }) => requests)).toEqual([1, 1, 1, 1]);
  } finally {
    await deployment.close();
  }
});
