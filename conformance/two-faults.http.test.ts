import { expect, it } from 'vitest';
import { FAULTS } from './reference/faults/catalogue.ts';
import { broken, type Fault } from './reference/faults/fault.ts';
import type { Service } from './reference/serve.ts';
import { createReference } from './reference/service.ts';
import { judge, named } from './testing/run-gate.fixture.ts';
import { causesOf } from './verdict/causes.ts';

/** Faults at different endpoints, of which each breaks more requirements than its own. */
const PAIRS = [
  ['scatter/missing', 'patterns/counts-doubled'],
  ['scatter/values-plus-one', 'export/header-value'],
  ['line/other-day', 'feed/id-twice'],
  ['window/no-closed', 'paging/next-null-early'],
  ['feed/created-utc', 'export/until-exclusive'],
  ['status/updated-utc', 'export/stamp-utc'],
  ['hours/minutes-plus-10', 'highlights/days-ignored'],
  ['patterns/default-until-yesterday', 'scatter/since-exclusive'],
] as const;

it.each(PAIRS)('two faults are two causes: %s and %s', async (one, other) => {
  const faults: readonly Fault[] = [named(FAULTS, one), named(FAULTS, other)];
  const conforming: Service = createReference({ form: 2, count: 400, days: 30 });
  const { outcomes } = await judge(faults.reduce((service, fault) => broken(fault, service), conforming));
  const causes = causesOf(outcomes).map(({ requirement }) => requirement);
  for (const { id, requirements } of faults)
    expect(
      requirements.filter((requirement) => causes.includes(requirement)),
      `${id} among ${causes}`,
    ).not.toEqual([]);
});
