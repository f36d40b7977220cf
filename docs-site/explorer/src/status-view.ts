import { element } from './element.ts';
import { clock, dateOf, dayName, duration, MINUTE, type WallTime, wallTimeOf } from './local-time.ts';
import { countOf } from './plot.ts';
import type { Status } from './responses.ts';

/** Up to how many minutes before closing they are counted down. */
const NEAR = 180;

/** The line now, as large as it deserves; `now` is what the line's clock shows. */
export function nowView(status: Status, now: WallTime): HTMLElement {
  return element(
    'div',
    { class: 'now' },
    status.has_estimate && status.estimate_value !== null
      ? estimate(status, status.estimate_value, now)
      : noEstimate(status, now),
    element('div', { class: 'opening' }, openingPill(status), openingDetail(status)),
    status.message === null ? null : element('p', { class: 'message' }, status.message),
  );
}

/** The same in a sentence, for people who listen; it changes only when something worth hearing does. */
export function nowSentence({ has_estimate, estimate_value, hours }: Status): string {
  const opening = hours.is_open ? 'Open' : 'Closed';
  if (!has_estimate || estimate_value === null) return `${opening}. No estimate at present.`;
  return `${opening}. About ${countOf(Math.round(estimate_value), 'person', 'people')} in line.`;
}

/** How old something is: `just now`, `4 min ago`, or when it was where that is over a day. */
export function ageOf(time: WallTime, now: WallTime): string {
  const age = now - time;
  if (age < MINUTE) return 'just now';
  if (age < 24 * 60 * MINUTE) return `${duration(age)} ago`;
  return whenOf(time, now);
}

function estimate(status: Status, value: number, now: WallTime): HTMLElement {
  const count = Math.round(value);
  return element(
    'div',
    { class: 'estimate' },
    element(
      'p',
      { class: 'hero' },
      element('strong', {}, count),
      element('span', {}, count === 1 ? ' person in line' : ' people in line'),
    ),
    element(
      'p',
      { class: 'facts' },
      element(
        'span',
        { class: 'chip', title: 'The range the number lies in' },
        status.estimate_display ?? '',
      ),
      ` from ${countOf(status.report_count, 'report')}`,
      status.last_updated === null ? null : ` · ${ageOf(wallTimeOf(status.last_updated), now)}`,
    ),
  );
}

function noEstimate(status: Status, now: WallTime): HTMLElement {
  const { last_updated, hours } = status;
  const updated = last_updated === null ? null : wallTimeOf(last_updated);
  return element(
    'div',
    { class: 'estimate' },
    element('p', { class: 'hero none' }, element('strong', {}, hours.is_open ? 'No estimate' : 'Closed')),
    element(
      'p',
      { class: 'facts' },
      hours.is_open ? 'Nobody has reported lately.' : 'There is no line while the place is closed.',
      updated === null || updated > now ? null : ` Last updated ${whenOf(updated, now)}.`,
    ),
  );
}

function whenOf(time: WallTime, now: WallTime): string {
  return `${dateOf(time) === dateOf(now) ? '' : `on ${dayName(time)} `}at ${clock(time)}`;
}

function openingPill({ hours, has_estimate }: Status): HTMLElement | null {
  // Without an estimate the word stands in large already.
  if (!hours.is_open) return has_estimate ? element('span', { class: 'pill closed' }, 'Closed') : null;
  return hours.closing_soon
    ? element('span', { class: 'pill soon' }, 'Closing soon')
    : element('span', { class: 'pill open' }, 'Open');
}

function openingDetail({ hours }: Status): string {
  const { is_open, minutes_until_close, closes_at, opens_at } = hours;
  if (!is_open) return opens_at === null ? '' : `Opens at ${opens_at}`;
  if (minutes_until_close === null || minutes_until_close > NEAR)
    return closes_at === null ? '' : ` until ${closes_at}`;
  return ` closes in ${duration(minutes_until_close * MINUTE)}${closes_at === null ? '' : `, at ${closes_at}`}`;
}
