/** The response to an invalid parameter: an error, or the response to another value. */
export type Policy = 400 | 403 | 422 | 'default' | 'clamp';

/** How averages are rounded: to decimals, to significant digits, as 32-bit floats, to a step, or cut off after a decimal. */
export type Rounding =
  | 0
  | 1
  | 2
  | 'none'
  | '3-digits'
  | '4-digits'
  | 'float32'
  | 'halves'
  | 'quarters'
  | 'cut'
  | 'cut-whole';

/**
 * How the service in memory fills the gaps of the description, as far as its responses show it: one option or more for each such gap of
 * openapi/gaps.yaml, with the choice of this project's service, whose estimate is no plain weighted average, though.
 */
export const DEFAULT_CHOICES = {
  /** Gap `timestamp-precision`. Without seconds, reports have none. */
  notation: 'extended' as
    | 'extended'
    | 'no-seconds'
    | 'colonless'
    | 'hour-offset'
    | 'basic'
    | 'comma'
    | 'lower-case',
  utc: '+00:00' as 'Z' | '+00:00',
  fractionDigits: 6 as 3 | 6,
  /** Gap `additions`: whether every object has members that no document names. */
  extras: false,

  /** Gap `when-no-estimate`: minutes for which the estimate remembers a report. */
  memory: 120,
  /** Gap `report-count-window`: whether reports from before the current opening count. */
  acrossOpenings: false,
  /** Gap `no-estimate-values`. */
  noEstimate: 'zeros' as 'zeros' | 'nulls' | 'texts',
  /** Gap `estimate-formula`: whether the displayed range has decimals. */
  display: 'whole' as 'whole' | 'decimals',
  /** The prior of estimate and line where reports are few or old: nothing, the usual value of that hour, or 6 people. */
  prior: 'none' as 'none' | 'usual' | 'default',
  /** Gap `last-updated`: what the field has without an estimate. */
  lastUpdated: 'newest' as 'newest' | 'null',
  /** Minutes by which it is older than the newest report. */
  updatedBefore: 0,
  /** Gap `message-texts`. */
  message: 'sometimes' as 'sometimes' | 'never' | 'always',
  /** Gap `closing-soon`, in minutes. */
  closingSoon: 30,
  /** Gap `minutes-rounding`. */
  minutes: 'ceil' as 'floor' | 'ceil' | 'round',
  /** Gap `closed-closing-fields`; `next`: they describe the next opening. */
  closedFields: 'zeros' as 'nulls' | 'zeros' | 'next',
  /** Gap `opens-at-unscheduled`. */
  unscheduledOpening: '12:00am',

  /** Gap `average-rounding`: to decimals, to significant digits, as 32-bit floats, to a step, or cut off after a decimal. */
  rounding: 2 as Rounding,
  /** How values of a day's line are rounded; null is as averages. */
  lineRounding: 1 as Rounding | null,
  /** Gap `chart-order`. */
  scatterOrder: 'oldest' as 'oldest' | 'newest',
  lineOrder: 'oldest' as 'oldest' | 'newest',
  /** Gap `reports-while-closed`: whether reports made while the venue is closed give the line values. */
  lineWhileClosed: 'null' as 'null' | 'reports',
  /** Gap `line-formula`: whether a day's line continues after midnight an opening of the evening before. */
  lineAfterMidnight: true,
  /** Gap `line-extent`. */
  lineExtent: 'day' as 'day' | 'hours' | 'so-far',
  lineStep: 15 as 1 | 5 | 10 | 15 | 20 | 30 | 60,
  /** Gap `line-step`: the step of ranges from two to thirteen days. */
  middleStep: 'day' as 'day' | 'hour' | 'line',
  /** Ranges of this many days or more get weekly points. */
  weeklyFrom: 93,
  weeks: 'monday' as 'monday' | 'sunday' | 'range',
  /** Averages the whole week even if the range cuts it off. */
  wholeWeeks: false,
  /** Gap `line-average`: the time of an average. */
  stamp: 'start' as 'start' | 'noon' | 'end' | 'utc-noon',
  emptyDays: 'null' as 'null' | 'omit',
  /** Long ranges average reports, smoothed lines of days with reports, or all smoothed lines. */
  dayAverage: 'plain' as 'plain' | 'smoothed' | 'line' | 'line-of-days',
  /** Gap `future-days`: what the chart shows of days to come: the same as of other days, no open window, or an error. */
  futureDays: 'shown' as 'shown' | 'no-window' | 400,
  /** Gap `range-cap`: the longest range of a chart in days. */
  longestRange: 1100,
  /** Ends a chart today if only an end in the future is given. */
  endsToday: true,
  /** Gap `one-sided-range`. */
  oneSided: 'open' as 'open' | 'single-day' | 'today',
  /** Gap `closed-parts`; `halves`: each closed part is listed as two that touch. */
  closedOrder: 'oldest' as 'oldest' | 'newest' | 'halves',

  /** Gap `weekday-without-data`: the average of a weekday without reports. */
  weekdayWithout: 0,
  /** Gap `weekday-names`, from Monday. */
  weekdayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as readonly string[],
  /** Gap `pattern-order`. */
  weekdayFirst: 0 as 0 | 6,
  hourOrder: 'up' as 'up' | 'down',
  /** Gap `open-hours-after-midnight`. */
  lastHour: 'last-open-hour' as 'hour-of-close' | 'last-open-hour',

  /** Gap `malformed-dates`. */
  badDate: 400 as Policy,
  /** Gap `since-after-until`. */
  reversed: 400 as 400 | 422 | 'empty' | 'swap',
  /** Gap `bad-limit-or-days`. */
  badNumber: 400 as Policy,
  /** Gap `bad-cursor`. */
  badCursor: 400 as 400 | 404 | 'first-page',
  /** Gap `unknown-parameters`. */
  unknownParameter: 400 as 400 | 'ignore',

  /** Gap `previous-page`. */
  previous: 'url' as 'url' | 'null',
  /** Gap `export-without-range`. */
  exportDefault: 'all' as 'all' | 'today' | 'month' | 'empty',
  /** Gap `csv-headers`. */
  csvEol: '\r\n' as '\r\n' | '\n',
  csvLastEol: true,
  csvBom: false,
  csvQuotes: 'none' as 'none' | 'all' | 'text',
  csvOrder: 'newest' as 'newest' | 'oldest',
  csvType: 'text/csv; charset=utf-8; header=present',
  jsonType: 'application/json; charset=utf-8',
};

export type Choices = Readonly<typeof DEFAULT_CHOICES>;
