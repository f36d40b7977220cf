/** The moments at which clocks and days do what programs forget: midnights, clock changes, clocks that are set. */
import { HOUR, MINUTE, type Micros, microsOf, SECOND } from '../../src/service/domain/micros.ts';

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

export const ZONES = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/New_York'] as const;

/** The gate sends about 45 requests. */
const EARLY = 4;
const MIDDLE = 22;
const LATE = 40;

/** The moments of a zone. */
export function momentsOf(zone: string): readonly Moment[] {
  const local = (text: string): Micros =>
    microsOf(Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant());
  const midnight = local('2026-06-12T00:00');
  const noon = local('2026-06-12T12:00');
  const named = (name: string, at: Moment['at'], more: Partial<Moment> = {}): Moment => ({
    zone,
    name,
    at,
    ...more,
  });
  const back = { isSet: true, verdict: 'inconclusive' } as const;
  return [
    named('noon', running(noon)),
    named('half a minute past midnight', running(midnight + 30 * SECOND)),
    named('midnight, early in the run', passing(midnight, EARLY)),
    named('midnight, in the middle', passing(midnight, MIDDLE)),
    named('midnight, late', passing(midnight, LATE)),
    named('new year', passing(local('2027-01-01T00:00'), MIDDLE)),
    named('leap day', passing(local('2028-02-29T00:00'), MIDDLE)),
    named('set forward by an hour during the run', set(local('2026-06-12T12:20'), HOUR), { isSet: true }),
    named('set forward over midnight during the run', set(midnight - 30 * MINUTE, HOUR), { isSet: true }),
    named('set back by an hour during the run', set(local('2026-06-12T12:20'), -HOUR), back),
    named('set back over midnight during the run', set(midnight + 30 * MINUTE, -HOUR), back),
    named('set forward by an hour before the run', running(noon), { usedAt: noon - HOUR }),
    named('set back by an hour before the run', running(noon), { usedAt: noon + HOUR }),
    named('set back over midnight before the run', running(midnight - 30 * MINUTE), {
      usedAt: midnight + 30 * MINUTE,
    }),
    ...changesOf(zone).flatMap(({ name, change }) => [
      named(`${name}, early in the run`, passing(change, EARLY)),
      named(`${name}, in the middle`, passing(change, MIDDLE)),
      named(`${name}, late`, passing(change, LATE)),
      named(`half an hour before ${name}`, running(change - 30 * MINUTE)),
      named(`half an hour after ${name}`, running(change + 30 * MINUTE)),
      named(`noon after ${name}`, running(change + 10 * HOUR)),
      named(`midnight before ${name}`, passing(dayOf(change, zone), MIDDLE)),
      named(`midnight after ${name}`, passing(dayOf(change, zone, 1), MIDDLE)),
      named(`the day after ${name}`, running(change + 34 * HOUR)),
    ]),
  ];
}

/** Both clock changes of 2026; none in zones without. */
function changesOf(zone: string): readonly { readonly name: string; readonly change: Micros }[] {
  const found: { name: string; change: Micros }[] = [];
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`);
  for (
    let next = at.getTimeZoneTransition('next');
    next?.year === 2026;
    next = at.getTimeZoneTransition('next')
  ) {
    const forward = next.offsetNanoseconds > next.subtract({ seconds: 1 }).offsetNanoseconds;
    found.push({
      name: forward ? 'clocks going forward' : 'clocks going back',
      change: microsOf(next.toInstant()),
    });
    at = next;
  }
  return found;
}

/** The start of the local day of a time, or of a later day. */
function dayOf(time: Micros, zone: string, later = 0): Micros {
  const local = Temporal.Instant.fromEpochMilliseconds(time / 1000).toZonedDateTimeISO(zone);
  return microsOf(local.toPlainDate().add({ days: later }).toZonedDateTime(zone).toInstant());
}

/** A second passes with each request. */
function running(start: Micros): Moment['at'] {
  return (request) => start + request * SECOND;
}

function passing(moment: Micros, at: number): Moment['at'] {
  return running(moment - at * SECOND + SECOND / 2);
}

/** The clock is set in the middle of the run. */
function set(start: Micros, by: Micros): Moment['at'] {
  return (request) => start + request * SECOND + (request < MIDDLE ? 0 : by);
}
