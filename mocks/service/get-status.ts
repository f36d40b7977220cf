import { priorOf, weightedAverage } from './averages.ts';
import { clockText, localParts, stampText } from './local-time.ts';
import { type Body, type Report, type Store, todayOf } from './store.ts';
import { nextSpan, type Span, spanAt } from './timetable.ts';

const MINUTE = 60_000_000;
/** Minutes after which a report counts half. */
const HALF_LIFE = 25;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `getStatus`: the current estimate, and the opening hours. Options fill what the description leaves open (see `choices.ts`). */
export function getStatus(store: Store): Body {
  const { now, options, reports, timetable } = store;
  const open = spanAt(now, timetable);
  const recent = recentReports(store, open);
  const newest = reports.at(-1)?.us;
  const updated =
    newest === undefined ? Math.floor(now / MINUTE) * MINUTE : newest - options.updatedBefore * MINUTE;
  return {
    has_estimate: recent.length > 0,
    message: messageOf(store, open, recent.length),
    ...estimateOf(store, recent),
    report_count: recent.length,
    last_updated: recent.length === 0 && options.lastUpdated === 'null' ? null : stampText(updated, store),
    hours: open === undefined ? closedHours(store) : openHours(store, open),
  };
}

function recentReports({ now, options, reports, timetable }: Store, open: Span | undefined) {
  if (open === undefined) return [];
  // A venue that closes and opens at once has not closed.
  const began = (spanAt(open.from - 1, timetable) ?? open).from;
  const oldest = now - options.memory * MINUTE;
  return reports.filter(({ us }) => us > oldest && us <= now && (options.acrossOpenings || us >= began));
}

function estimateOf(store: Store, recent: readonly Report[]): Body {
  const { now, options } = store;
  if (recent.length === 0) {
    if (options.noEstimate === 'nulls') return { estimate_display: null, estimate_value: null };
    return { estimate_display: options.noEstimate === 'zeros' ? '0-0' : 'No estimate', estimate_value: 0 };
  }
  const value = weightedAverage(recent, now, HALF_LIFE, priorOf(store)(now)) ?? 0;
  return {
    // Any range around the value will do: the gap `estimate-formula`.
    estimate_display:
      options.display === 'decimals'
        ? `${(value * 0.8).toFixed(1)}-${(value * 1.2 + 1).toFixed(1)}`
        : `${Math.floor(value * 0.8)}-${Math.ceil(value * 1.2) + 1}`,
    estimate_value: options.rounding === 'none' ? value : Math.round(value * 10) / 10,
  };
}

function openHours(store: Store, open: Span): Body {
  return {
    is_open: true,
    closing_soon: open.to - store.now <= store.options.closingSoon * MINUTE,
    minutes_until_close: minutesUntil(open.to, store),
    closes_at: clockText(open.to, store.zone),
    opens_at: null,
  };
}

function closedHours(store: Store): Body {
  const { closedFields, unscheduledOpening } = store.options;
  const next = nextSpan(store.now, store.timetable);
  const clock = (us: number | undefined, otherwise: string) =>
    us === undefined ? otherwise : clockText(us, store.zone);
  const isNext = closedFields === 'next' && next !== undefined;
  return {
    is_open: false,
    closing_soon: false,
    minutes_until_close: closedFields === 'nulls' ? null : isNext ? minutesUntil(next.to, store) : 0,
    closes_at: closedFields === 'nulls' ? null : clock(next?.to, '12:00am'),
    opens_at: clock(next?.from, unscheduledOpening),
  };
}

function messageOf(store: Store, open: Span | undefined, count: number): string | null {
  const { message, closingSoon } = store.options;
  if (message === 'never') return null;
  if (open === undefined) return closedMessage(store);
  const minutes = minutesUntil(open.to, store);
  const sentences = [
    open.to - store.now <= closingSoon * MINUTE
      ? `Closes in ${minutes} min, at ${clockText(open.to, store.zone)}.`
      : '',
    ['No recent reports.', 'Based on a single report.', 'Based on only two reports.'][count] ?? '',
    message === 'always' ? 'Thanks for reporting.' : '',
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? null : sentences.join(' ');
}

function closedMessage(store: Store): string {
  const next = nextSpan(store.now, store.timetable);
  if (next === undefined) return 'Closed now. No opening is scheduled.';
  const { date, weekday } = localParts(next.from, store.zone);
  const day = date === todayOf(store) ? '' : ` on ${WEEKDAYS[weekday]}`;
  return `Closed now. Opens${day} at ${clockText(next.from, store.zone)}.`;
}

function minutesUntil(us: number, { now, options }: Store): number {
  return { floor: Math.floor, ceil: Math.ceil, round: Math.round }[options.minutes]((us - now) / MINUTE);
}
