import { element } from './element.ts';
import { clock, dateOf, dayName, duration, MINUTE, type WallTime, wallTimeOf } from './local-time.ts';
import { formatPeople, pluralize } from './plot.ts';
import type { Status } from './responses.ts';
import type { TypicalWeek } from './typical-week.ts';

/** Shows a countdown to closing from this many minutes on. */
const COUNTDOWN_MINUTES = 180;

/** The current estimate and the opening hours; `now` is the time at the venue. */
export function statusView(status: Status, now: WallTime, typical: TypicalWeek | null): HTMLElement {
  const usual = typical?.at(now) ?? null;
  return element(
    'div',
    { class: 'status' },
    status.has_estimate && status.estimate_value !== null
      ? estimate(status, status.estimate_value, now)
      : noEstimate(status, now),
    element('div', { class: 'opening' }, openingPill(status), openingDetail(status)),
    usual === null ? null : element('p', { class: 'facts' }, `Usually about ${formatPeople(usual.value)}`),
    status.message === null ? null : element('p', { class: 'message' }, status.message),
  );
}

/** The same as a sentence for screen readers. */
export function statusSentence({ has_estimate, estimate_value, hours }: Status): string {
  const opening = hours.is_open ? 'Open' : 'Closed';
  if (!has_estimate || estimate_value === null) return `${opening}. No estimate right now.`;
  return `${opening}. About ${pluralize(Math.round(estimate_value), 'person', 'people')} in line.`;
}

/** How long ago something was: `just now`, `4 min ago`, or its date and time after a day. */
export function ageText(time: WallTime, now: WallTime): string {
  const age = now - time;
  if (age < MINUTE) return 'just now';
  if (age < 24 * 60 * MINUTE) return `${duration(age)} ago`;
  return dateText(time, now);
}

function estimate(status: Status, value: number, now: WallTime): HTMLElement {
  const count = Math.round(value);
  const range = { class: 'chip', title: 'The likely range' };
  return element(
    'div',
    { class: 'estimate' },
    element(
      'p',
      { class: 'hero' },
      element('strong', count),
      element('span', count === 1 ? ' person in line' : ' people in line'),
    ),
    element(
      'p',
      { class: 'facts' },
      element('span', range, status.estimate_display ?? ''),
      ` from ${pluralize(status.report_count, 'report')}`,
      status.last_updated === null ? null : ` · ${ageText(wallTimeOf(status.last_updated), now)}`,
    ),
  );
}

function noEstimate(status: Status, now: WallTime): HTMLElement {
  const { last_updated, hours } = status;
  const updated = last_updated === null ? null : wallTimeOf(last_updated);
  return element(
    'div',
    { class: 'estimate' },
    element('p', { class: 'hero none' }, element('strong', hours.is_open ? 'No estimate' : 'Closed')),
    element(
      'p',
      { class: 'facts' },
      hours.is_open ? 'No recent reports.' : 'Nobody is in line while the venue is closed.',
      updated === null || updated > now ? null : ` Last updated ${dateText(updated, now)}.`,
    ),
  );
}

function dateText(time: WallTime, now: WallTime): string {
  return `${dateOf(time) === dateOf(now) ? '' : `on ${dayName(time)} `}at ${clock(time)}`;
}

function openingPill({ hours, has_estimate }: Status): HTMLElement | null {
  // Without an estimate, the headline already says so.
  if (!hours.is_open) return has_estimate ? element('span', { class: 'pill closed' }, 'Closed') : null;
  return hours.closing_soon
    ? element('span', { class: 'pill soon' }, 'Closing soon')
    : element('span', { class: 'pill open' }, 'Open');
}

function openingDetail({ hours }: Status): string {
  const { is_open, minutes_until_close, closes_at, opens_at } = hours;
  if (!is_open) return opens_at === null ? '' : `Opens at ${opens_at}`;
  if (minutes_until_close === null || minutes_until_close > COUNTDOWN_MINUTES)
    return closes_at === null ? '' : ` until ${closes_at}`;
  return ` closes in ${duration(minutes_until_close * MINUTE)}${closes_at === null ? '' : `, at ${closes_at}`}`;
}
