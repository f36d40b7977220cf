import type { Chart, OpenWindow, Status } from '../deployment/responses.ts';
import { MINUTE } from '../local-time.ts';

/** A chart of one day: its line has a point every quarter-hour; `at` gives the values by local time, such as `12:15`. */
export function chartOf(about: {
  readonly date: string;
  /** The UTC offset in hours, and the one from an instant on. */
  readonly offset?: number;
  readonly change?: { readonly at: string; readonly offset: number };
  readonly line?: Readonly<Record<string, number>>;
  readonly reports?: readonly string[];
  readonly window?: OpenWindow | null;
}): Chart {
  const { date, offset = -7, change, line = {}, reports = [], window = null } = about;
  const start = Date.parse(`${date}T00:00:00Z`) - offset * 60 * MINUTE;
  const changed = change === undefined ? Infinity : Date.parse(change.at);
  const offsetAt = (at: number) => (at < changed ? offset : (change?.offset ?? offset)) * 60 * MINUTE;
  const points: { t: string; value: number | null }[] = [];
  for (let at = start; new Date(at + offsetAt(at)).toISOString().startsWith(date); at += 15 * MINUTE) {
    const t = timestampOf(at, offsetAt(at));
    points.push({ t, value: line[t.slice(11, 16)] ?? null });
  }
  const chart = {
    scatter: reports.map((t) => ({ t, value: 3 })),
    line: points,
  };
  return window === null ? chart : { ...chart, open_window: window };
}

/** The rows of a table in text, such as `a | b`. */
export function rowsOf(table: string): string[][] {
  const rows = table.trim().split('\n');
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

/** An instant in the spelling of the API, at a UTC offset in milliseconds. */
export function timestampOf(instant: number, offset: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toString({
    timeZone: `${offset < 0 ? '-' : '+'}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`,
  });
}

/** An open window from times such as `2026-10-16T07:00`, at 7 hours behind UTC. */
export function windowOf(
  start: string,
  end: string,
  ...closed: readonly (readonly [string, string])[]
): OpenWindow {
  const at = (time: string) => `${time}:00-07:00`;
  return {
    start: at(start),
    end: at(end),
    closed: closed.map(([from, to]) => ({ start: at(from), end: at(to) })),
  };
}

const STATUS = {
  has_estimate: true,
  message: null,
  estimate_display: '9-23',
  estimate_value: 16.4,
  report_count: 5,
  last_updated: '2026-10-16T12:31:15-07:00',
  hours: {
    is_open: true,
    closing_soon: false,
    minutes_until_close: 85,
    closes_at: '2:00pm',
    opens_at: null,
  },
} as const;

/** A status, with an estimate unless `about` says otherwise, at a local time. */
export function nowAt(
  timestamp: string,
  about: Readonly<Record<string, unknown>> = {},
): { readonly at: number; readonly status: Status } {
  return { at: Date.parse(timestamp), status: { ...STATUS, ...about } };
}
