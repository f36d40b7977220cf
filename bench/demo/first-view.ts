import { busyPlace } from '../../src/cli/commands/busy-place.ts';
import { simulateReports } from '../../src/cli/commands/simulate.ts';
import { DEMO_CAFE } from '../../src/cli/simulation/venue.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import type { Micros } from '../../src/service/domain/micros.ts';
import { EMPTY_MODEL_STATE, fitModel, learn, type ModelState } from '../../src/service/domain/model-state.ts';
import { openSpans } from '../../src/service/domain/opening-hours.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import { currentStatus, type Status } from '../../src/service/domain/status.ts';

/** What the page of a new demo shows first. */
export interface FirstView {
  /** The local time of the venue, with its offset. */
  readonly time: string;
  readonly zone: string;
  readonly status: Status;
}

const { timetable } = DEMO_CAFE;
const WEEKS = 9;

/** The first view of a demo that is started at `now`, with the model that has learned from the simulated weeks. */
export function firstView(now: Micros): FirstView {
  const place = busyPlace(timetable, now);
  if (place === null) throw new Error('the venue is closed everywhere');
  const time = new LocalTime(place.timeZone);
  const today = time.date(now);
  const firstDay = today.subtract({ weeks: WEEKS });
  const observations = simulateReports({
    ...{ seed: place.seed, venue: DEMO_CAFE, timetable, time, owner: null },
    span: { start: time.startOfDay(firstDay), end: now + 1 },
  }).map(({ createdAt, bucket }) => ({ at: createdAt, bucket }));
  let state = EMPTY_MODEL_STATE;
  for (let day = firstDay; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
    state = learnDay(state, day, observations, time);
  }
  const model = fitModel(state, time);
  const lastReport = observations.at(-1)?.at ?? null;
  const status = currentStatus({ now, observations, lastReport, timetable, time, model });
  return { time: time.timestamp(now), zone: place.timeZone, status };
}

function learnDay(
  state: ModelState,
  day: Temporal.PlainDate,
  observations: readonly Observation[],
  time: LocalTime,
): ModelState {
  const span = time.day(day);
  const ofDay = observations.filter(({ at }) => at >= span.start && at < span.end);
  if (ofDay.length === 0) return state;
  return learn(state, { openings: openSpans(timetable, time, span), observations: ofDay }, time);
}
