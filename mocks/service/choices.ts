/**
 * How a service fills the gaps of the description, as far as its data show it: one option or more for each gap of openapi/gaps.yaml,
 * which the comments name.
 */
export interface Choices {
  /** Gap `timestamp-precision`. Without seconds, reports have none. */
  readonly notation:
    | 'extended'
    | 'no-seconds'
    | 'colonless'
    | 'hour-offset'
    | 'basic'
    | 'comma'
    | 'lower-case';
  readonly utc: 'Z' | '+00:00';
  readonly fractionDigits: 3 | 6;
  /** Gap `additions`: whether every object has members that no document names. */
  readonly extras: boolean;

  /** Gap `when-no-estimate`: minutes for which the estimate remembers a report. */
  readonly memory: number;
  /** Gap `report-count-window`: whether reports from before the current opening count. */
  readonly acrossOpenings: boolean;
  /** Gap `no-estimate-values`. */
  readonly noEstimate: 'zeros' | 'nulls' | 'texts';
  /** Gap `estimate-formula`: whether the displayed range has decimals. */
  readonly display: 'whole' | 'decimals';
  /** What estimate and line lean on where reports are few or old: nothing, what is usual at that hour, or a default of 6 people. */
  readonly leaning: 'none' | 'usual' | 'default';
  /** Gap `last-updated`: what the field has without an estimate. */
  readonly lastUpdated: 'newest' | 'null';
  /** Minutes by which it is older than the newest report. */
  readonly updatedBefore: number;
  /** Gap `message-texts`. */
  readonly message: 'sometimes' | 'never' | 'always';
  /** Gap `closing-soon`, in minutes. */
  readonly closingSoon: number;
  /** Gap `minutes-rounding`. */
  readonly minutes: 'floor' | 'ceil' | 'round';
  /** Gap `closed-closing-fields`; `next`: they describe the next opening. */
  readonly closedFields: 'nulls' | 'zeros' | 'next';
  /** Gap `opens-at-unscheduled`. */
  readonly unscheduledOpening: string;

  /** Gap `average-rounding`: to decimals, to significant digits, as 32-bit floats, to a step, or cut off after a decimal. */
  readonly rounding: Rounding;
  /** How values of a day's line are rounded; null is as averages. */
  readonly lineRounding: Rounding | null;
  /** Gap `chart-order`. */
  readonly scatterOrder: 'oldest' | 'newest';
  readonly lineOrder: 'oldest' | 'newest';
  /** Gap `reports-while-closed`: whether reports made while the venue is closed give the line values. */
  readonly lineWhileClosed: 'null' | 'reports';
  /** Gap `line-formula`: whether a day's line continues after midnight an opening of the evening before. */
  readonly lineAfterMidnight: boolean;
  /** Gap `line-extent`. */
  readonly lineExtent: 'day' | 'hours' | 'so-far';
  readonly lineStep: 1 | 5 | 10 | 15 | 20 | 30 | 60;
  /** Gap `line-step`: the step of ranges from two to thirteen days. */
  readonly middleStep: 'day' | 'hour' | 'line';
  /** Ranges of this many days or more get weekly points. */
  readonly weeklyFrom: number;
  readonly weeks: 'monday' | 'sunday' | 'range';
  /** Whether the average of a week that the range cuts off is that of the whole week. */
  readonly wholeWeeks: boolean;
  /** Gap `line-average`: the time of an average. */
  readonly stamp: 'start' | 'noon' | 'end' | 'utc-noon';
  readonly emptyDays: 'null' | 'omit';
  /** Long ranges average reports, smoothed lines of days with reports, or all smoothed lines. */
  readonly dayAverage: 'plain' | 'smoothed' | 'line' | 'line-of-days';
  /** Gap `future-days`: what the chart shows of days to come: the same as of other days, no open window, or an error. */
  readonly futureDays: 'shown' | 'no-window' | 400;
  /** Gap `range-cap`: the longest range of a chart in days. */
  readonly longestRange: number;
  /** Whether a chart of which only an end in the future is given ends today. */
  readonly endsToday: boolean;
  /** Gap `one-sided-range`. */
  readonly oneSided: 'open' | 'single-day' | 'today';
  /** Gap `closed-parts`; `halves`: each closed part is listed as two that touch. */
  readonly closedOrder: 'oldest' | 'newest' | 'halves';

  /** Gap `weekday-without-data`: the average of a weekday without reports. */
  readonly weekdayWithout: number;
  /** Gap `weekday-names`, from Monday. */
  readonly weekdayNames: readonly string[];
  /** Gap `pattern-order`. */
  readonly weekdayFirst: 0 | 6;
  readonly hourOrder: 'up' | 'down';
  /** Gap `open-hours-after-midnight`. */
  readonly lastHour: 'hour-of-close' | 'last-open-hour';

  /** Gap `previous-page`. */
  readonly previous: 'url' | 'null';
  /** Gap `export-without-range`. */
  readonly exportDefault: 'all' | 'today' | 'month' | 'empty';
  /** Gap `csv-headers`. */
  readonly csvEol: '\r\n' | '\n';
  readonly csvLastEol: boolean;
  readonly csvBom: boolean;
  readonly csvQuotes: 'none' | 'all' | 'text';
  readonly csvOrder: 'newest' | 'oldest';
  readonly csvType: string;
  readonly jsonType: string;
}

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

export const ENGLISH = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** As this project's service chooses, except that its estimate is no plain weighted average. */
export const DEFAULT_CHOICES: Choices = {
  notation: 'extended',
  utc: '+00:00',
  fractionDigits: 6,
  extras: false,
  memory: 120,
  acrossOpenings: false,
  noEstimate: 'zeros',
  display: 'whole',
  leaning: 'none',
  lastUpdated: 'newest',
  updatedBefore: 0,
  message: 'sometimes',
  closingSoon: 30,
  minutes: 'ceil',
  closedFields: 'zeros',
  unscheduledOpening: '12:00am',
  rounding: 2,
  lineRounding: 1,
  scatterOrder: 'oldest',
  lineOrder: 'oldest',
  lineWhileClosed: 'null',
  lineAfterMidnight: true,
  lineExtent: 'day',
  lineStep: 15,
  middleStep: 'day',
  weeklyFrom: 93,
  weeks: 'monday',
  wholeWeeks: false,
  stamp: 'start',
  emptyDays: 'null',
  dayAverage: 'plain',
  futureDays: 'shown',
  longestRange: 1100,
  endsToday: true,
  oneSided: 'open',
  closedOrder: 'oldest',
  weekdayWithout: 0,
  weekdayNames: ENGLISH,
  weekdayFirst: 0,
  hourOrder: 'up',
  lastHour: 'last-open-hour',
  previous: 'url',
  exportDefault: 'all',
  csvEol: '\r\n',
  csvLastEol: true,
  csvBom: false,
  csvQuotes: 'none',
  csvOrder: 'newest',
  csvType: 'text/csv; charset=utf-8; header=present',
  jsonType: 'application/json; charset=utf-8',
};
