/** Clocks: the gate judges the service at every moment of `moments.ts`, in all zones and both forms. */

import { CAFE_TIMETABLE } from '../../../src/cli/simulation/venue.ts';
import { ALWAYS_OPEN } from '../../../src/service/domain/timetable.ts';
import type { Fault, FaultResult } from '../fault.ts';
import { alarmsOf, type ClockCase, gateAt } from './gate-at.ts';
import { type Moment, momentsOf, ZONES } from './moments.ts';

export const CLOCKS: readonly Fault[] = ZONES.map((zone) => ({
  name: `clock-${zone.toLowerCase().replace(/[^a-z]/g, '-')}`,
  must:
    'the gate passes at midnights, clock changes and after jumps of an hour, also when they happen during its run; ' +
    'a clock set back during the run makes it inconclusive',
  run: (scratch) => judgeAll(momentsOf(zone), scratch),
}));

/** All combinations of a moment. No replay's clock is set, so its Date header is then always the service's own. */
export function casesOf(moment: Moment): readonly ClockCase[] {
  const headers =
    moment.isSet || moment.usedAt !== undefined ? (['own'] as const) : (['own', 'machine'] as const);
  return ([1, 2] as const).flatMap((form) =>
    [ALWAYS_OPEN, CAFE_TIMETABLE].flatMap((timetable) =>
      headers.map((header) => ({ moment, form, timetable, header })),
    ),
  );
}

async function judgeAll(moments: readonly Moment[], scratch: string): Promise<FaultResult> {
  const cases = moments.flatMap(casesOf);
  let alarms = 0;
  for (const one of cases) {
    const found = alarmsOf(await gateAt(one, scratch), one.moment);
    if (found.length === 0) continue;
    alarms += 1;
    console.error(`${one.moment.zone}, ${one.moment.name}, form ${one.form}:\n  ${found.join('\n  ')}`);
  }
  return {
    passed: alarms === 0,
    figures: `${cases.length} runs at ${moments.length} moments, ${alarms} alarms`,
  };
}
