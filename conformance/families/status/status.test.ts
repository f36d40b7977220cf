import { expect, it } from 'vitest';
import { type Breach, change, failuresOf, type Gap } from '../../testing/edited-evidence.fixture.ts';

it.each<Gap>([
  [
    'extra members',
    'status',
    (body) => change(body, (one: object) => Object.assign(one, { source: 'web', api_version: 3 })),
  ],
])('does not fail %s, which the description leaves open', async (_, endpoint, edit) => {
  for (const form of [1, 2] as const) expect(await failuresOf(form, endpoint, edit)).toEqual([]);
});

it.each<Breach>([
  [
    'status.report_count-bounded',
    2,
    'status',
    (body) => body.replace(/"report_count":\d+/, '"report_count":401'),
  ],
])('%s fails in form %i: %s', async (requirement, form, endpoint, edit) => {
  expect(await failuresOf(form, endpoint, edit)).toContain(requirement);
});
