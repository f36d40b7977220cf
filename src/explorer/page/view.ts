import { type ChartView, type Comparison, FIRST_VIEW as FIRST_CHART } from './chart/chart-view.ts';
import { isComplete, type Range } from './chart/range.ts';
import { type FormChoice, formChoiceOf } from './deployment/deployment.ts';

const WEEKDAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const COMPARISONS = ['typical', 'week-before', 'day-before', 'nothing'] as const;
export const WINDOWS = ['28', '56', 'all'] as const;
/** The most days that `range=…d` may have. */
const MAX_DAYS = 1100;

/** The days before today that a typical week is based on. */
export type TypicalWindow = (typeof WINDOWS)[number];

/** A weekday, which is 0 for Monday, or one hour of it. */
export interface WeekdayHour {
  readonly weekday: number;
  /** Null for the whole day. */
  readonly hour: number | null;
}

/** What the typical week shows. */
export interface WeekView {
  readonly window: TypicalWindow;
  /** The weekday that is shown over the weeks, if any. */
  readonly opened: WeekdayHour | null;
}

/** What the user chose to see of a deployment. The fragment of the address holds it, so that a link shares it. */
export interface View {
  readonly form: FormChoice;
  readonly chart: ChartView;
  readonly week: WeekView;
  /** The number of days of the highlights. */
  readonly highlights: string;
}

/** What the page shows first. */
export const FIRST_VIEW: View = {
  form: 'auto',
  chart: FIRST_CHART,
  week: { window: '56', opened: null },
  highlights: '7',
};

/** Reads a view from the fragment of an address. The first view replaces what is missing or invalid. */
export function readView(fragment: URLSearchParams): View {
  const text = (name: string) => fragment.get(name) ?? '';
  return {
    form: formChoiceOf(text('form')),
    chart: {
      range: readRange(text('range')) ?? FIRST_CHART.range,
      compare: readComparison(text('compare')) ?? FIRST_CHART.compare,
    },
    week: {
      window: WINDOWS.find((days) => days === text('typical')) ?? FIRST_VIEW.week.window,
      opened: readWeekday(text('week')),
    },
    highlights: ['7', '14', '30', '60'].find((days) => days === text('highlights')) ?? FIRST_VIEW.highlights,
  };
}

/** The fragment of a view, such as `range=7d&typical=28`, without what the page shows anyway. */
export function viewFragment(view: View): string {
  const parts = (shown: View) => [
    `form=${shown.form}`,
    `range=${rangeText(shown.chart.range)}`,
    `compare=${comparisonText(shown.chart.compare)}`,
    `typical=${shown.week.window}`,
    `week=${weekdayText(shown.week.opened)}`,
    `highlights=${shown.highlights}`,
  ];
  const first = parts(FIRST_VIEW);
  return parts(view)
    .filter((part) => !first.includes(part))
    .join('&');
}

/** Whether a view only compares with another date than before, as while the user types one. The history keeps the last of them. */
export function isAdjusted(before: View, after: View): boolean {
  const [one, other] = [before.chart.compare, after.chart.compare];
  if (typeof one === 'string' || typeof other === 'string' || one.date === other.date) return false;
  const moved: View = { ...before, chart: { ...before.chart, compare: other } };
  return viewFragment(moved) === viewFragment(after);
}

function readRange(text: string): Range | null {
  if (text === 'all' || text === 'today') return { kind: text };
  const [, count] = /^(\d{1,4})d$/.exec(text) ?? [];
  const days = Number(count);
  if (count !== undefined) return days > 1 && days <= MAX_DAYS ? { kind: 'last', days } : null;
  const [since = '', until = since, ...rest] = text.split('..');
  const isValid = isShareable(since) && isShareable(until) && since <= until && rest.length === 0;
  return isValid ? { kind: 'days', since, until } : null;
}

function rangeText(range: Range): string {
  if (range.kind === 'last') return `${range.days}d`;
  if (range.kind !== 'days') return range.kind;
  return range.since === range.until ? range.since : `${range.since}..${range.until}`;
}

function readComparison(text: string): Comparison | null {
  return isShareable(text) ? { date: text } : (COMPARISONS.find((one) => one === text) ?? null);
}

function comparisonText(compare: Comparison): string {
  return typeof compare === 'string' ? compare : compare.date;
}

function readWeekday(text: string): WeekdayHour | null {
  const [, name, digits] = /^([a-z]{3})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  const weekday = WEEKDAYS.indexOf(name ?? '');
  const hour = digits === undefined ? null : Number(digits);
  return weekday < 0 || (hour ?? 0) > 23 ? null : { weekday, hour };
}

function weekdayText(opened: WeekdayHour | null): string {
  if (opened === null) return '';
  return `${WEEKDAYS[opened.weekday]}${opened.hour === null ? '' : `-${opened.hour}`}`;
}

/** Whether a text is a date that the page can move on from by any range. */
function isShareable(text: string): boolean {
  return isComplete(text) && text < '3000';
}
