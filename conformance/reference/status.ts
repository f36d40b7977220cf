import { LEANING_WEIGHT, leaningOf } from './leaning.ts';
import { clockText, localParts, stampText } from './local-time.ts';
import { headcountOf } from './reports.ts';

import type { Store } from './store.ts';
import { nextSpan, spanAt } from './timetable.ts';

/** The current estimate: an average of recent reports that gives newer ones more weight, and maybe leans on what is usual. */
export function readStatus(store: Store): Record<string, unknown> {
  const { options } = store;
  const now = store.now();
  const open = spanAt(now, options);
  const oldest = now - options.memory * 60_000_000;
  const recent =
    open === undefined ? [] : store.reports.filter((report) => report.us > oldest && report.us <= now);
  const newest = store.reports.at(-1);
  const updated =
    newest === undefined ? null : stampText(newest.us - options.updatedBefore * 60_000_000, options);
  const hours = readHours(store);
  const head = {
    has_estimate: recent.length > 0,
    message: messageOf(store, recent.length, open !== undefined),
    ...estimateOf(store, recent),
    report_count: recent.length,
    last_updated: updated ?? (options.noEstimate === 'nulls' ? null : stampText(now, options)),
  };
  return { ...head, hours };
}

function estimateOf(store: Store, recent: Store['reports']): Record<string, unknown> {
  const { options } = store;
  if (recent.length === 0) {
    if (options.noEstimate === 'zeros') return { estimate_display: '0-0', estimate_value: 0 };
    if (options.noEstimate === 'nulls') return { estimate_display: null, estimate_value: null };
    return { estimate_display: 'No estimate', estimate_value: 0 };
  }
  const leaning = leaningOf(store)(store.now());
  let weights = leaning === undefined ? 0 : LEANING_WEIGHT;
  let total = weights * (leaning ?? 0);
  for (const report of recent) {
    const weight = 0.5 ** ((store.now() - report.us) / (25 * 60_000_000));
    total += weight * headcountOf(report, options);
    weights += weight;
  }
  const value = total / weights;
  return {
    estimate_display:
      options.display === 'decimals'
        ? `${(value * 0.8).toFixed(1)}-${(value * 1.2 + 1).toFixed(1)}`
        : `${Math.max(0, Math.floor(value * 0.8))}-${Math.ceil(value * 1.2) + 1}`,
    estimate_value: options.rounding === 'none' ? value : Math.round(value * 10) / 10,
  };
}

function readHours(store: Store): Record<string, unknown> {
  const { options } = store;
  const now = store.now();
  const clock = (us: number) => clockText(localParts(us, options.zone).minute);
  const open = spanAt(now, options);
  if (open !== undefined) {
    const left = (open.to - now) / 60_000_000;
    const minutes = { floor: Math.floor, ceil: Math.ceil, round: Math.round }[options.minutes](left);
    return {
      is_open: true,
      closing_soon: left <= options.closingSoon,
      minutes_until_close: minutes,
      closes_at: clock(open.to),
      opens_at: null,
    };
  }
  const next = nextSpan(now, options);
  const opens = next === undefined ? options.unscheduledOpening : clock(next.from);
  const shut = { is_open: false, closing_soon: false };
  if (options.closedFields === 'nulls')
    return { ...shut, minutes_until_close: null, closes_at: null, opens_at: opens };
  const closes = next === undefined ? '12:00am' : clock(next.to);
  const minutes =
    options.closedFields === 'next' && next !== undefined ? Math.floor((next.to - now) / 60_000_000) : 0;
  return { ...shut, minutes_until_close: minutes, closes_at: closes, opens_at: opens };
}

function messageOf(store: Store, recent: number, open: boolean): string | null {
  if (store.options.message === 'never') return null;
  if (!open) return 'Geschlossen – kommen Sie später wieder.';
  if (recent === 0) return 'Nobody has reported lately.';
  return store.options.message === 'always' ? 'Thanks for reporting!' : null;
}
