import { at, ELSEWHERE, variantsOf } from './variant.ts';

/** Opening hours, time zones and clocks. */
export const clockVariants = variantsOf({
  'closed-now': ['Closed at night; closing fields are null.', at('03:10:00')],
  'closed-now-zeros': [
    'Closed at night; closing fields are zero.',
    { ...at('03:10:00'), closedFields: 'zeros' },
  ],
  'closed-now-next': [
    'Closed at night; closing fields describe the next opening.',
    { ...at('03:10:00'), closedFields: 'next' },
  ],
  'closed-sunday': ['Closed on a Sunday.', { now: '2026-11-22T13:00:00', noEstimate: 'nulls' }],
  'always-open': ['Open around the clock.', { hours: 'always' }],
  'always-open-midnight': [
    'Open around the clock, just after midnight.',
    { hours: 'always', ...at('00:02:00') },
  ],
  'past-midnight-evening': ['Open from 5 pm to 2 am, in the evening.', { hours: 'late', ...at('22:15:00') }],
  'past-midnight-night': ['The same after midnight.', { hours: 'late', ...at('01:20:00') }],
  'past-midnight-hour': [
    'The same; the last open hour is the hour of closing.',
    { hours: 'late', ...at('20:00:00'), lastHour: 'hour-of-close' },
  ],
  'never-open': ['No opening hours at all.', { hours: 'never' }],
  'never-open-clock': [
    'No opening hours; the opening time is a usual one.',
    { hours: 'never', unscheduledOpening: '9:30am', closedFields: 'zeros' },
  ],
  'split-hours': ['A break in the afternoon, during the break.', { hours: 'split', ...at('15:30:00') }],
  'split-hours-open': ['A break in the afternoon, at lunch.', { hours: 'split', ...at('12:35:00') }],
  'split-hours-morning': ['The same before opening.', { hours: 'split', ...at('08:10:00') }],
  'split-hours-night': ['The same after closing.', { hours: 'split', ...at('22:40:00') }],
  'split-break-begins': ['A break begins during the run.', { hours: 'split', ...at('13:59:59'), tick: 60 }],
  'split-break-ends': ['A break ends during the run.', { hours: 'split', ...at('16:59:59'), tick: 60 }],
  'split-break-behind': [
    'A break, with a clock that is two hours behind the Date header.',
    { hours: 'split', ...at('15:30:00'), dateSkew: 120 },
  ],
  'split-break-ahead': [
    'A break, with a clock that is two hours ahead of the Date header.',
    { hours: 'split', ...at('15:30:00'), dateSkew: -120 },
  ],
  'night-behind': [
    'Closed at night, with a clock that is five hours behind the Date header.',
    { ...at('03:10:00'), dateSkew: 300 },
  ],
  'evening-ahead': [
    'Closed late in the evening, with a clock that is hours ahead of the Date header.',
    { hours: 'early', ...at('21:10:00'), dateSkew: -300 },
  ],
  'closed-noon-late': ['Open from 5 pm to 2 am, closed at noon.', { hours: 'late', ...at('12:10:00') }],
  'closed-saturday-morning': [
    'Closed before the later opening of a Saturday.',
    { now: '2026-11-21T08:15:00' },
  ],
  'closed-saturday-night': ['Closed after the earlier close of a Saturday.', { now: '2026-11-21T21:15:00' }],
  'no-date-break': ['A break, without a Date header.', { hours: 'split', ...at('15:30:00'), dateSkew: null }],
  'early-hours': ['Open from 5 to 10 am.', { hours: 'early', ...at('08:00:00') }],
  'lunch-last-minute': ['A minute before closing.', { hours: 'lunch', ...at('13:59:20') }],
  'closing-in-run': ['Closes during the run.', { hours: 'lunch', ...at('13:59:59'), tick: 60 }],
  'opening-in-run': ['Opens during the run.', { hours: 'lunch', ...at('10:59:59'), tick: 60 }],
  'utc-z': ['A service in UTC that writes Z.', { zone: 'UTC' }],
  'utc-offset': ['A service in UTC that writes +00:00.', { zone: 'UTC', utc: '+00:00' }],
  'zone-kolkata': ['A half-hour zone.', { zone: 'Asia/Kolkata' }],
  'zone-kathmandu': ['A quarter-hour zone.', { zone: 'Asia/Kathmandu', fractions: 'mixed' }],
  'zone-kiritimati': ['Fourteen hours ahead of UTC.', { zone: 'Pacific/Kiritimati' }],
  'zone-pago-pago': ['Eleven hours behind UTC.', { zone: 'Pacific/Pago_Pago', ...at('20:30:00') }],
  'zone-lord-howe': [
    'A half-hour clock change within the data.',
    { zone: 'Australia/Lord_Howe', now: '2026-10-20T12:35:00' },
  ],
  'zone-st-johns': [
    'A half-hour zone with summer time.',
    { zone: 'America/St_Johns', now: '2026-11-12T15:00:00' },
  ],
  'zone-london-winter': [
    'Winter time equals UTC; the data include summer.',
    { zone: 'Europe/London', now: '2026-11-03T12:35:00' },
  ],
  'zone-sydney': [
    'Clocks go forward in October.',
    { zone: 'Australia/Sydney', now: '2026-10-07T14:00:00', hours: 'always' },
  ],
  'change-at-closing': [
    'Open until 2 am, which does not exist on the night when clocks go forward.',
    { zone: 'Australia/Sydney', now: '2026-10-07T18:00:00', hours: 'late' },
  ],
  'change-spring': [
    'Clocks went forward a few days ago: a day of 23 hours.',
    { zone: 'America/New_York', now: '2026-03-11T12:35:00', hours: 'always' },
  ],
  'change-autumn': [
    'Clocks went back a few days ago: a day of 25 hours.',
    { zone: 'Europe/Berlin', now: '2026-10-27T12:35:00', hours: 'always' },
  ],
  'change-today-spring': [
    'Clocks go forward today.',
    { zone: 'America/New_York', now: '2026-03-08T15:00:00', hours: 'always' },
  ],
  'change-today-autumn': [
    'Clocks go back today.',
    { zone: 'America/New_York', now: '2026-11-01T15:00:00', hours: 'always' },
  ],
  'change-soon-spring': [
    'Clocks go forward within the hour.',
    { zone: 'America/New_York', now: '2026-03-08T01:30:00', hours: 'always' },
  ],
  'change-soon-autumn': [
    'Clocks go back within the hour.',
    { zone: 'America/New_York', now: '2026-11-01T00:30:00', hours: 'always' },
  ],
  'change-just-now-spring': [
    'Clocks have just gone forward.',
    { zone: 'America/New_York', now: '2026-03-08T03:30:00', hours: 'always' },
  ],
  'change-day-begins': [
    'A day of 25 hours begins.',
    { zone: 'America/New_York', now: '2026-11-01T00:00:01', hours: 'always' },
  ],
  'change-yesterday': [
    'Clocks went back yesterday.',
    { zone: 'America/Los_Angeles', now: '2026-11-02T09:00:00' },
  ],
  cairo: [
    'Clocks change at midnight.',
    { zone: 'Africa/Cairo', now: '2026-11-02T13:00:00', hours: 'always' },
  ],
  replayed: ['A staging service that replays last year.', { ...ELSEWHERE, now: '2025-05-14T13:00:00' }],
  'replayed-frozen': [
    'A staging service whose clock stands still.',
    { ...ELSEWHERE, now: '2024-02-29T13:00:00', tick: 0 },
  ],
  'replayed-fast': [
    'A service whose clock advances a second with each request.',
    { ...ELSEWHERE, now: '2025-07-01T13:00:00', tick: 1000 },
  ],
  'from-the-future': ['A clock that runs ahead.', { ...ELSEWHERE, now: '2031-12-31T18:00:00' }],
  'no-date': ['No Date header.', { dateSkew: null }],
  'hours-behind': ['A clock that is hours behind the Date header.', { dateSkew: 300 }],
  'hours-ahead': ['A clock that is hours ahead of the Date header.', { dateSkew: -300 }],
  'day-behind': ['A clock that is a day behind the Date header.', { dateSkew: 1440 }],
  'day-ahead': ['A clock that is a day ahead of the Date header.', { dateSkew: -1440 }],
  'new-year': ['Just into a new year.', { now: '2027-01-01T12:40:00' }],
  'midnight-in-run': [
    'The run crosses local midnight early.',
    { ...at('23:59:59'), tick: 100, hours: 'always' },
  ],
  'midnight-late-in-run': [
    'The run crosses local midnight late.',
    { ...at('23:59:58'), tick: 50, hours: 'late' },
  ],
  'midnight-closed-in-run': ['The run crosses local midnight while closed.', { ...at('23:59:59'), tick: 60 }],
  'midnight-arrivals': [
    'The run crosses local midnight while reports arrive.',
    { ...at('23:59:59'), tick: 60, arrivals: 4, hours: 'always' },
  ],
  'midnight-retention': [
    'The run crosses local midnight, when the oldest of thirty days is deleted.',
    { ...at('23:59:59'), tick: 50, hours: 'always', count: 600, silentDays: 0, retentionDays: 30 },
  ],
  'midnight-retention-early': [
    'The same, before the walk through the feed reaches that day.',
    { ...at('23:59:59'), tick: 88, hours: 'always', count: 600, silentDays: 0, retentionDays: 30 },
  ],
  'midnight-header-behind': [
    'The run crosses local midnight, six seconds before the Date header of a proxy does.',
    { ...at('23:59:59'), tick: 50, dateSkew: -0.1, hours: 'always' },
  ],
  'midnight-header-just-ahead': [
    'The run crosses local midnight, a second after the Date header of a proxy does.',
    { ...at('23:59:59'), tick: 50, dateSkew: 0.02, hours: 'always' },
  ],
  'weeks-alternate': ['Long and short weeks alternate.', { hours: 'alternating' }],
  'weeks-alternate-monday': [
    'The same on a Monday; the week before had other hours.',
    { hours: 'alternating', now: '2026-11-23T08:30:00' },
  ],
  'weeks-end-late': [
    'Still open since Sunday evening, half an hour after a week of other hours began.',
    { hours: 'late-early', now: '2026-11-23T00:30:00' },
  ],
  'weeks-end-late-morning': [
    "The same in the morning; today's smoothed line has values after midnight.",
    {
      hours: 'late-early',
      count: 400,
      days: 3,
      leaning: 'default',
      lineAfterMidnight: true,
      now: '2026-11-23T08:30:00',
    },
  ],
  'weeks-from-sunday': [
    'Long and short weeks alternate, from Sunday to Saturday.',
    { hours: 'sunday-weeks', days: 5, now: '2026-11-22T12:35:10' },
  ],
  'weeks-from-sunday-long': [
    'The same at the beginning of a long week.',
    { hours: 'sunday-weeks', days: 5, now: '2026-11-15T12:35:10' },
  ],
  'hours-marathon': [
    'Open from 5 am on other days, and from Friday evening until noon.',
    { hours: 'marathon', now: '2026-11-19T12:35:10' },
  ],
  'zone-casey': [
    'Clocks were changed by three hours.',
    { zone: 'Antarctica/Casey', now: '2023-04-20T12:35:00', count: 400, days: 30 },
  ],
  'updated-early': ['last_updated is three days older than the newest report.', { updatedBefore: 4320 }],
  'arrivals-micros': [
    'Several reports arrive in a second, with microseconds.',
    { arrivals: 1, tick: 130, arrivalMicros: true, fractions: 'micro' },
  ],
  'arrivals-micros-ranges': [
    'The same with labels of ranges, and huge ids.',
    { arrivals: 1, tick: 90, arrivalMicros: true, fractions: 'mixed', labels: 'ranges', ids: 'huge' },
  ],
  arrivals: ['Reports arrive during the run.', { arrivals: 3, tick: 400 }],
  'arrivals-each': ['A report arrives with every request.', { arrivals: 1, tick: 1100 }],
  'arrivals-ties': ['Several reports arrive in the same second.', { arrivals: 1, tick: 100 }],
  'arrivals-empty': ['The first reports ever arrive during the run.', { count: 0, arrivals: 6, tick: 900 }],
  'arrivals-small': ['A store of seven reports grows past a page.', { count: 7, arrivals: 5, tick: 900 }],
});
