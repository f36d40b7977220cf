import { type Body, edit } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';

const { faults, breaking, by } = familyOf('hours');
export const hoursFaults: readonly Fault[] = faults;

const inHours = (change: (hours: Body, body: Body) => void) =>
  edit('status', (body) => change(body.hours, body));
const set = (name: string, value: unknown) => inHours((part) => void (part[name] = value));
const CLOSED = { now: '2026-11-20T03:10:00', closedFields: 'zeros' } as const;
const inMinutes = (change: (value: number) => unknown) =>
  inHours((part) => void (part.minutes_until_close = change(part.minutes_until_close)));
const clock = (name: string, change: (text: string) => unknown) =>
  inHours((part) => void (part[name] = change(part[name])));

const hours = by(inHours);
const minutes = by(inMinutes);
const closesAt = by((change: (text: string) => unknown) => clock('closes_at', change));
const opensAt = by((change: (text: string) => unknown) => clock('opens_at', change));

/** Converts a clock text to the 24-hour clock. */
function dial(text: string): string {
  const [, hour = '0', minute = '00', half] = /^(\d+):(\d\d)(am|pm)$/.exec(text) ?? [];
  return `${String((Number(hour) % 12) + (half === 'pm' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

const MEMBERS = ['is_open', 'closing_soon', 'minutes_until_close', 'closes_at', 'opens_at'] as const;
type Member = (typeof MEMBERS)[number];
for (const name of MEMBERS) {
  hours
    .breaking(`hours.${name}`)
    .add(`no-${name}`, `\`hours.${name}\` is missing.`, (part) => void delete part[name]);
  hours.breaking(`hours.${name}`).add(
    `no-${name}-closed`,
    `\`hours.${name}\` is missing while closed.`,
    (part) => {
      if (part.is_open === false) delete part[name];
    },
    { state: CLOSED },
  );
}
const wrong = (id: string, name: Member, value: unknown) =>
  breaking(`hours.${name}`).add(
    id,
    `\`hours.${name}\` is ${JSON.stringify(value)} while open.`,
    set(name, value),
  );
wrong('open-text', 'is_open', 'yes');
wrong('open-number', 'is_open', 1);
wrong('open-null', 'is_open', null);
wrong('soon-text', 'closing_soon', 'false');
wrong('soon-null', 'closing_soon', null);
wrong('soon-number', 'closing_soon', 0);
wrong('minutes-null', 'minutes_until_close', null);
wrong('minutes-negative', 'minutes_until_close', -15);
wrong('minutes-words', 'minutes_until_close', '11 hours');
wrong('closes-null', 'closes_at', null);
wrong('closes-empty', 'closes_at', '');
wrong('closes-midnight-zero', 'closes_at', '0:30am');
wrong('closes-thirteen', 'closes_at', '13:45pm');
wrong('closes-minute-sixty', 'closes_at', '11:60pm');
wrong('opens-while-open', 'opens_at', '7:30am');
wrong('opens-empty-while-open', 'opens_at', '');
wrong('opens-false-while-open', 'opens_at', false);

/** Open every day, since the clock may be right on any day. */
const LIVE = { now: 'live', hours: 'daily' } as const;
for (const [id, change] of [
  ['plus-60', (value: number) => value + 60],
  ['minus-60', (value: number) => value - 60],
  ['hours', (value: number) => Math.floor(value / 60)],
  ['zero', () => 0],
  ['since-open', (value: number) => 975 - value],
] as const) {
  breaking('hours.minutes-agree').add(
    `minutes-${id}-live`,
    `As minutes-${id}, with a correct clock.`,
    inMinutes(change),
    { state: LIVE },
  );
}

for (const minutes of [0, 1440])
  breaking('hours.minutes-agree', 'status.last_updated').add(
    `never-closes-${minutes}`,
    `A venue that never closes does so at 12:00am, in ${minutes} minutes.`,
    inHours((part) => void Object.assign(part, { closes_at: '12:00am', minutes_until_close: minutes })),
    {
      state: { hours: 'always' },
      allowed: 'nothing says what the fields hold for a venue that never closes',
    },
  );
minutes
  .breaking('hours.minutes_until_close')
  .add('minutes-text', 'minutes_until_close is the number as a string.', (value) => String(value))
  .add('minutes-fraction', 'minutes_until_close has a fraction.', (value) => value + 0.5);
minutes
  .breaking('hours.minutes-agree')
  .add('minutes-plus-60', 'minutes_until_close is an hour too high.', (value) => value + 60)
  .add('minutes-minus-60', 'minutes_until_close is an hour too low.', (value) => value - 60)
  .add('minutes-plus-day', 'minutes_until_close is a day too high.', (value) => value + 1440)
  .add('minutes-plus-10', 'minutes_until_close is ten too high.', (value) => value + 10)
  .add('minutes-hours', 'minutes_until_close counts hours.', (value) => Math.floor(value / 60))
  .add('minutes-seconds', 'minutes_until_close counts seconds.', (value) => value * 60)
  .add('minutes-zero', 'minutes_until_close is always 0.', () => 0)
  .add('minutes-since-open', 'minutes_until_close counts from opening.', (value) => 975 - value);
breaking('hours.closes_at')
  .add('closes-24h', 'closes_at is on the 24-hour clock.', clock('closes_at', dial))
  .add('closes-leading-zero', 'closes_at has a leading zero.', set('closes_at', '09:30pm'), {
    state: { hours: 'split', now: '2026-11-20T19:00:00' },
  })
  .add('closes-iso', 'closes_at is a date-time.', set('closes_at', '2026-11-20T23:45:00-08:00'))
  .add('closes-24h-closed', 'closes_at is on the 24-hour clock while closed.', clock('closes_at', dial), {
    state: CLOSED,
  });
closesAt
  .breaking('hours.closes_at')
  .add('closes-24h-pm', 'closes_at is on the 24-hour clock with a suffix.', (text) => `${dial(text)}pm`)
  .add('closes-upper', 'closes_at has upper-case PM.', (text) => text.toUpperCase())
  .add('closes-space', 'closes_at has a space before pm.', (text) => text.replace(/(am|pm)/, ' $1'))
  .add('closes-dotted', 'closes_at has p.m. with dots.', (text) =>
    text.replace('pm', 'p.m.').replace('am', 'a.m.'),
  )
  .add('closes-no-minutes', 'closes_at has no minutes.', (text) => text.replace(/:\d\d/, ''))
  .add('closes-seconds', 'closes_at has seconds.', (text) => text.replace(/(am|pm)/, ':00$1'))
  .add('closes-point', 'closes_at has a period for the colon.', (text) => text.replace(':', '.'));
closesAt
  .breaking('hours.minutes-agree', 'hours.window-agrees')
  .add('closes-half-day-off', 'closes_at says am for pm.', (text) =>
    text.includes('pm') ? text.replace('pm', 'am') : text.replace('am', 'pm'),
  );
breaking('hours.minutes-agree', 'hours.window-agrees')
  .add('closes-in-utc', 'closes_at is the UTC clock.', set('closes_at', '7:45am'))
  .add('closes-hour-late', 'closes_at is an hour late.', set('closes_at', '12:45am'))
  .add(
    'closes-hour-late-live',
    'closes_at is an hour late, with a correct clock.',
    set('closes_at', '12:45am'),
    { state: LIVE },
  )
  .add('closes-in-utc-live', 'closes_at is hours off, with a correct clock.', set('closes_at', '7:45am'), {
    state: LIVE,
  });
breaking('hours.opens_at')
  .add('opens-24h', 'opens_at is on the 24-hour clock.', clock('opens_at', dial), { state: CLOSED })
  .add('opens-number', 'opens_at is a number.', set('opens_at', 730), { state: CLOSED })
  .add('opens-iso', 'opens_at is a date-time.', set('opens_at', '2026-11-20T07:30:00-08:00'), {
    state: CLOSED,
  })
  .add('opens-null-closed', 'opens_at is null while closed.', set('opens_at', null), { state: CLOSED })
  .add('opens-null-never', 'opens_at is null, since the venue never opens.', set('opens_at', null), {
    state: { hours: 'never' },
  });
opensAt
  .breaking('hours.opens_at')
  .add('opens-leading-zero', 'opens_at has a leading zero.', (text) => `0${text}`, { state: CLOSED })
  .add('opens-upper', 'opens_at has upper-case AM.', (text) => text.toUpperCase(), { state: CLOSED })
  .add('opens-space', 'opens_at has a space before am.', (text) => text.replace('am', ' am'), {
    state: CLOSED,
  });
breaking('hours.minutes_until_close')
  .add(
    'minutes-text-closed',
    'minutes_until_close is a string while closed.',
    set('minutes_until_close', 'closed'),
    { state: CLOSED },
  )
  .add(
    'minutes-negative-closed',
    'minutes_until_close is negative while closed.',
    set('minutes_until_close', -205),
    { state: CLOSED, allowed: 'the description does not say what the field holds while closed' },
  );
breaking(
  'hours.is_open',
  'hours.opens_at',
  'hours.window-agrees',
  'hours.minutes_until_close',
  'hours.closes_at',
)
  .add('open-inverted-closed', 'is_open is true while the venue is closed.', set('is_open', true), {
    state: { ...CLOSED, closedFields: 'nulls' },
  })
  .add('open-inverted', 'is_open is false in the middle of opening hours.', set('is_open', false));
breaking('hours.closing_soon').add(
  'soon-inverted',
  'closing_soon is true eleven hours before closing.',
  set('closing_soon', true),
);
