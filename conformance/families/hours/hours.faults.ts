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

const minutes = by(inMinutes);
const closesAt = by((change: (text: string) => unknown) => clock('closes_at', change));

/** Converts a clock text to the 24-hour clock. */
function dial(text: string): string {
  const [, hour = '0', minute = '00', half] = /^(\d+):(\d\d)(am|pm)$/.exec(text) ?? [];
  return `${String((Number(hour) % 12) + (half === 'pm' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

/** Open every day, since the clock may be right on any day. */
const LIVE = { now: 'live', hours: 'daily' } as const;
for (const [id, change] of [
  ['plus-60', (value: number) => value + 60],
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
      mustPass: 'nothing says what the fields hold for a venue that never closes',
    },
  );
minutes
  .breaking('hours.minutes-agree')
  .add('minutes-plus-60', 'minutes_until_close is an hour too high.', (value) => value + 60)
  .add('minutes-plus-day', 'minutes_until_close is a day too high.', (value) => value + 1440)
  .add('minutes-plus-10', 'minutes_until_close is ten too high.', (value) => value + 10)
  .add('minutes-since-open', 'minutes_until_close counts from opening.', (value) => 975 - value);
closesAt.breaking('hours.closes_at').add('closes-24h', 'closes_at is on the 24-hour clock.', dial);
closesAt
  .breaking('hours.minutes-agree', 'hours.window-agrees')
  .add('closes-half-day-off', 'closes_at says am for pm.', (text) =>
    text.includes('pm') ? text.replace('pm', 'am') : text.replace('am', 'pm'),
  );
breaking('hours.minutes-agree', 'hours.window-agrees').add(
  'closes-hour-late',
  'closes_at is an hour late.',
  set('closes_at', '12:45am'),
);
breaking('hours.opens_at').add(
  'opens-null-never',
  'opens_at is null, since the venue never opens.',
  set('opens_at', null),
  {
    state: { hours: 'never' },
  },
);
breaking('hours.minutes_until_close').add(
  'minutes-negative-closed',
  'minutes_until_close is negative while closed.',
  set('minutes_until_close', -205),
  { state: CLOSED, mustPass: 'the description does not say what the field holds while closed' },
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
