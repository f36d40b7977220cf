/** The moments at which clocks and days do what programs forget: midnights, clock changes, clocks that are set. */
import { HOUR, MINUTE, type Micros, microsOf, SECOND } from '../../domain/micros.ts';

/** What a service's clock shows during a run of the gate. */
export interface Moment {
  readonly zone: string;
  readonly name: string;
  /** The time at each request, from 0. */
  readonly at: (request: number) => Micros;
  /** When the service started and was used, if its clock has been set between then and the run. */
  readonly usedAt?: Micros;
  /** Whether the clock is set during the run, which no replay does. */
  readonly isSet?: boolean;
  /** Reports vanish when a clock is set back, so the gate must then say that it cannot judge. Default `pass`. */
  readonly verdict?: 'pass' | 'inconclusive';
}

/** The number of the request in the middle of a run; the gate sends about 45. */
const MIDDLE = 22;

/** The moments of a zone. */
export function momentsOf(zone: string): readonly Moment[] {
  const local = (text: string) => microsOf(Temporal.ZonedDateTime.from(`${text}[${zone}]`).toInstant());
  const midnight = local('2026-06-12T00:00');
  const noon = local('2026-06-12T12:00');
  const back = { isSet: true, verdict: 'inconclusive' } as const;
  const moments: readonly Omit<Moment, 'zone'>[] = [
    { name: 'noon', at: running(noon) },
    { name: 'half a minute past midnight', at: running(midnight + 30 * SECOND) },
    { name: 'midnight', at: passing(midnight) },
    { name: 'new year', at: passing(local('2027-01-01T00:00')) },
    { name: 'leap day', at: passing(local('2028-02-29T00:00')) },
    { name: 'set forward by an hour during the run', at: set(noon, HOUR), isSet: true },
    { name: 'set forward over midnight during the run', at: set(midnight - 30 * MINUTE, HOUR), isSet: true },
    { name: 'set back by an hour during the run', at: set(noon, -HOUR), ...back },
    { name: 'set back over midnight during the run', at: set(midnight + 30 * MINUTE, -HOUR), ...back },
    { name: 'set forward by an hour before the run', at: running(noon), usedAt: noon - HOUR },
    { name: 'set back by an hour before the run', at: running(noon), usedAt: noon + HOUR },
    {
      name: 'set back over midnight before the run',
      at: running(midnight - 30 * MINUTE),
      usedAt: midnight + 30 * MINUTE,
    },
    ...changesOf(zone).flatMap(({ name, change, day }) => [
      { name, at: passing(microsOf(change)) },
      { name: `midnight before ${name}`, at: passing(microsOf(day.toInstant())) },
      { name: `midnight after ${name}`, at: passing(microsOf(day.add({ days: 1 }).toInstant())) },
      { name: `the day after ${name}`, at: running(microsOf(change) + 34 * HOUR) },
    ]),
  ];
  return moments.map((moment) => ({ zone, ...moment }));
}

/** Both clock changes of 2026, with their days; none in zones without. */
function changesOf(zone: string) {
  const first = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next');
  const changes = [first, first?.getTimeZoneTransition('next')].filter((one) => one?.year === 2026);
  return changes.flatMap((change) => {
    if (change === undefined || change === null) return [];
    const isForward = change.offsetNanoseconds > change.subtract({ seconds: 1 }).offsetNanoseconds;
    const name = `clocks going ${isForward ? 'forward' : 'back'}`;
    return [{ name, change: change.toInstant(), day: change.startOfDay() }];
  });
}

/** A second passes with each request. */
function running(start: Micros): Moment['at'] {
  return (request) => start + request * SECOND;
}

/** A time passes in the middle of the run. */
function passing(time: Micros): Moment['at'] {
  return running(time - MIDDLE * SECOND + SECOND / 2);
}

/** The clock is set in the middle of the run. */
function set(start: Micros, by: Micros): Moment['at'] {
  return (request) => start + request * SECOND + (request < MIDDLE ? 0 : by);
}
