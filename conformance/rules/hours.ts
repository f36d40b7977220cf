import { isObject, type JsonObject } from '../contract/json.ts';
import { clockMinutes, clockOf, clockText } from '../facts/clock-text.ts';
import type { Facts } from '../facts/facts.ts';
import type { Answered, ChartAnswer } from '../facts/responses.ts';
import { freshness, isFreshAt, serverTime } from '../facts/service-clock.ts';
import { localDate, localMinutes, type Stamp } from '../facts/timestamp.ts';
import { expectThat, type Rule, type Say } from './rule.ts';

/** Opening information: by state, against the clock, and against the open window. */
export const hours: Rule = {
  name: 'hours',
  requirements: [
    'hours.is_open',
    'hours.closing_soon',
    'hours.minutes_until_close',
    'hours.closes_at',
    'hours.opens_at',
    'hours.minutes-agree',
    'hours.window-agrees',
  ],
  judge: (facts, say) => {
    const clocks: Read[] = [];
    for (const answered of facts.statuses) {
      const body = isObject(answered.body) ? answered.body['hours'] : undefined;
      if (!isObject(body)) continue;
      judgeSoon(answered, body, say);
      judgeOpening(facts, answered, body, say);
      judgeOpensAt(facts, answered, body, say);
      const clock = judgeClock(facts, answered, body, say);
      if (clock !== undefined) clocks.push({ clock, answered });
      judgeWindow(facts, answered, body, say);
    }
    judgeTwoReads(facts, clocks, say);
  },
};

const longestSoon = 180;

function judgeSoon({ exchange }: Answered, body: JsonObject, say: Say): void {
  const { is_open, closing_soon, minutes_until_close } = body;
  if (closing_soon !== true) return;
  if (is_open === false) {
    say.breach('hours.closing_soon', {
      message: 'closing soon, and already closed',
      expected: 'false while closed',
      seen: 'true',
      exchange,
    });
  } else if (typeof minutes_until_close === 'number' && minutes_until_close > longestSoon) {
    say.breach('hours.closing_soon', {
      message: `closing soon with ${minutes_until_close} minutes left`,
      expected: 'false hours before closing',
      seen: 'true',
      exchange,
    });
  }
}

function judgeOpening(facts: Facts, { exchange }: Answered, body: JsonObject, say: Say): void {
  const { is_open, minutes_until_close } = body;
  if (typeof minutes_until_close !== 'number') return;
  const seen = String(minutes_until_close);
  if (minutes_until_close < 0) {
    say.odd('hours.minutes_until_close', {
      message: 'closing is a negative time away',
      expected: '0 or more',
      seen,
      exchange,
    });
  } else if (is_open === true && minutes_until_close > 1440 && closesDaily(facts)) {
    say.breach('hours.minutes-agree', {
      message: 'closing is more than a day away, though the place closes every day',
      expected: 'less than 1440',
      seen,
      exchange,
    });
  } else if (
    is_open === true &&
    minutes_until_close <= 1 &&
    body['closing_soon'] === false &&
    body['closes_at'] !== '12:00am'
  ) {
    say.breach('hours.minutes-agree', {
      message: 'the place closes within a minute, and that is not soon',
      expected: 'closing_soon true, or more minutes',
      seen,
      exchange,
    });
  }
}

/** While closed `opens_at` is a clock time, where a chart shows that the place opens at all. */
function judgeOpensAt(facts: Facts, { exchange }: Answered, body: JsonObject, say: Say): void {
  if (body['is_open'] === false && body['opens_at'] === null && facts.charts.some(showsOpening))
    say.breach('hours.opens_at', {
      message: 'opens_at is null while closed, though the place opens on other days or hours',
      expected: 'a clock time such as 7:30am',
      seen: 'null',
      exchange,
    });
}

/** An open part in the window of a day; in Form 1 a line of a past day that is null at times only. */
function showsOpening(chart: ChartAnswer): boolean {
  const { window } = chart;
  if (window !== null && window !== undefined) {
    const closed = window.closed.reduce((sum, { start, end }) => sum + end.micros - start.micros, 0);
    return closed < window.end.micros - window.start.micros;
  }
  return window === undefined && isNullAtTimes(chart);
}

/** A line of a past day that has values at some times only. */
function isNullAtTimes({ since, until, line }: ChartAnswer): boolean {
  return (
    since !== undefined &&
    since === until &&
    line.some(({ value }) => value === null) &&
    line.some(({ value }) => value !== null)
  );
}

/** Whether past days show closing hours: a window shorter than a day, or a line that is null at times. */
function closesDaily(facts: Facts): boolean {
  return facts.charts.some((chart) => {
    const { window } = chart;
    if (window !== null && window !== undefined)
      return window.end.micros - window.start.micros < 23 * 3_600_000_000;
    return facts.form === 1 && isNullAtTimes(chart);
  });
}

/** The service's clock, as closing time and minutes together tell it; it has to be its clock. */
function judgeClock(facts: Facts, { exchange }: Answered, body: JsonObject, say: Say): number | undefined {
  const { minutes_until_close } = body;
  const clock = clockOf(body);
  if (clock === undefined) {
    say.nothing('hours.minutes-agree', 'the place was closed');
    return undefined;
  }
  const { newest, offsetMinutes, replayed, todays } = facts.clock;
  if (offsetMinutes === undefined || todays.length > 1) return clock;
  const today = todays[0];
  const shown = `${body['closes_at']} in ${minutes_until_close} minutes, so now is ${clockText(clock)}`;
  // The clock cannot stand before the newest thing the service knows of
  if (newest !== undefined && newest.date === today && !facts.arrivals) {
    const floor = newest.hour * 60 + newest.minute;
    if (clock < floor - 2) {
      say.breach('hours.minutes-agree', {
        message: 'closing time and minutes give a time that is already past',
        expected: `now is ${clockText(floor)} or later, by ${newest.text}`,
        seen: shown,
        exchange,
      });
      return clock;
    }
  }
  const now = serverTime(exchange);
  if (!replayed && localDate(now, offsetMinutes) === today) {
    const header = localMinutes(now, offsetMinutes);
    const breach = {
      message: 'closing time and minutes do not agree with the clock',
      expected: `now is ${clockText(header)}`,
      seen: shown,
      exchange,
    };
    // Data that are as fresh as the header prove that both are on one clock
    const age = newest === undefined ? Number.POSITIVE_INFINITY : now - newest.micros / 1000;
    const confirmed = newest !== undefined && isFreshAt(now, newest);
    const apart = Math.abs(clock - header);
    const isAhead = clock > header + freshness && age > -120_000 && age < 180 * 60_000;
    if ((confirmed && apart > freshness + 2) || isAhead) say.breach('hours.minutes-agree', breach);
    else if (apart > 2) say.odd('hours.minutes-agree', breach);
    else say.holds('hours.minutes-agree');
  } else say.holds('hours.minutes-agree');
  return clock;
}

interface Read {
  readonly clock: number;
  readonly answered: Answered;
}

function judgeTwoReads(facts: Facts, reads: readonly Read[], say: Say): void {
  const [first, last] = [reads[0], reads.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const elapsed = (last.answered.exchange.startedAt - first.answered.exchange.startedAt) / 60_000;
  const told = (((last.clock - first.clock) % 1440) + 1440) % 1440;
  if (isTurnedBack(facts, first, last, told)) {
    say.breach('hours.minutes-agree', {
      message: 'closing time and minutes of two answers turn the clock back',
      expected: `${clockText(first.clock)} or later`,
      seen: clockText(last.clock),
      exchange: last.answered.exchange,
    });
    return;
  }
  // A replayed clock may run at another pace or stand still
  if (told > elapsed + 3 && told < 1440 - 3) {
    say.odd('hours.minutes-agree', {
      message: 'two answers give clocks that are further apart than the answers',
      expected: `${Math.round(elapsed)} minutes`,
      seen: `${told} minutes`,
      exchange: last.answered.exchange,
    });
  }
}

/**
 * No clock goes back, at whatever pace it runs. Told only of one that lives at the time of its Date header, within one day and
 * one opening: a replay may begin again, and another closing time may lie beyond a clock change.
 */
function isTurnedBack(
  { clock: { replayed, offsetMinutes, todays } }: Facts,
  first: Read,
  last: Read,
  told: number,
) {
  const back = (1440 - told) % 1440;
  if (replayed || offsetMinutes === undefined || todays.length !== 1 || back <= freshness || back > 720)
    return false;
  const isOnHeader = [first, last].some(({ clock, answered: { exchange } }) => {
    const apart = Math.abs(clock - localMinutes(serverTime(exchange), offsetMinutes));
    return Math.min(apart, 1440 - apart) <= 2;
  });
  const isCached = [first, last].some(({ answered: { answer } }) => Number(answer.headers['age'] ?? 0) > 0);
  return isOnHeader && !isCached && closesAt(first) === closesAt(last);
}

function closesAt({ answered: { body } }: Read): unknown {
  return isObject(body) && isObject(body['hours']) ? body['hours']['closes_at'] : undefined;
}

/** Today's window ends, and its closed parts begin, at closing times: `closes_at` must be one of them. */
function judgeWindow(facts: Facts, { exchange }: Answered, body: JsonObject, say: Say): void {
  const closes = clockMinutes(body['closes_at']);
  const chart = facts.charts.find(({ since, until }) => since === undefined && until === undefined);
  if (body['is_open'] !== true || closes === undefined) {
    say.nothing('hours.window-agrees', 'the place was closed');
    return;
  }
  const window = chart?.window;
  if (window === null || window === undefined || facts.clock.todays.length > 1) {
    say.nothing('hours.window-agrees', 'there is no open window of today');
    return;
  }
  const minutesOf = ({ hour, minute }: Stamp) => hour * 60 + minute;
  // After midnight the closing time belongs to yesterday's opening
  const clock = clockOf(body);
  const isNight = clock === undefined || clock < minutesOf(window.start);
  const crosses = window.end.date > window.start.date && minutesOf(window.end) > 0 && isNight;
  const ends = [window.end, ...window.closed.map(({ start }) => start)].map(minutesOf);
  // A window cut at midnight while the place is open does not tell when it closes after that
  const isCut =
    minutesOf(window.end) === 0 &&
    window.closed.every(({ end }) => end.micros !== window.end.micros) &&
    closes < 720;
  if (isCut && closes > 0) {
    say.nothing('hours.window-agrees', 'the open window ends at midnight, the opening does not');
    return;
  }
  const near = ends.some((end) => Math.abs(end - closes) <= 1 || Math.abs(end - closes) >= 1439);
  if (near || crosses) say.holds('hours.window-agrees');
  else {
    expectThat(say, 'hours.window-agrees', false, () => ({
      message: "the closing time is none of the closing times of today's open window",
      expected: [...new Set(ends)].map(clockText).join(' or '),
      seen: String(body['closes_at']),
      exchange,
    }));
  }
}
