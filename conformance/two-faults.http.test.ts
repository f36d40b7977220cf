import { expect, it } from 'vitest';
import { FAULTS } from './reference/faults/catalogue.ts';
import { broken, type Fault } from './reference/faults/fault.ts';
import type { Service } from './reference/serve.ts';
import { createReference } from './reference/service.ts';
import { deriveFaults } from './testing/derived-faults.ts';
import { judge, named } from './testing/run-gate.fixture.ts';
import { causesOf } from './verdict/causes.ts';

/** Faults at different endpoints, of which each breaks more requirements than its own. */
const PAIRS = [
  ['derived/chart.scatter-missing', 'patterns/hours-one-more'],
  ['scatter/values-plus-one', 'export/header-capital'],
  ['line/other-day', 'feed/id-twice'],
  ['derived/chart.open_window.closed-missing', 'paging/next-null-early'],
  ['feed/created-utc', 'export/until-exclusive-ranges'],
  ['status/updated-utc', 'export/stamp-utc'],
  ['hours/minutes-plus-10', 'highlights/days-ignored'],
  ['patterns/default-until-yesterday', 'scatter/until-exclusive'],
] as const;

const ALL_FAULTS = [...FAULTS, ...deriveFaults()];

it.each(PAIRS)('two faults are two causes: %s and %s', async (one, other) => {
  const faults: readonly Fault[] = [named(ALL_FAULTS, one), named(ALL_FAULTS, other)];
  const conforming: Service = createReference({ form: 2, count: 400, days: 30 });
  const { outcomes } = await judge(faults.reduce((service, fault) => broken(fault, service), conforming));
  const causes = causesOf(outcomes).map(({ requirement }) => requirement);
  for (const { id, requirements } of faults)
    expect(
      requirements.filter((requirement) => causes.includes(requirement)),
      `${id} among ${causes}`,
    ).not.toEqual([]);
});
