import { at, ELSEWHERE, type Variant, variantsOf } from './variant.ts';

/** Opening hours, time zones and clocks. */
export const clockVariants: readonly Variant[] = [
  ...variantsOf({
    'closed-now': { ...at('03:10:00') },
    // Closed at night; closing fields are zero
    'closed-now-zeros': { ...at('03:10:00'), closedFields: 'zeros' },
    // Closed at night; closing fields describe the next opening
    'closed-now-next': { ...at('03:10:00'), closedFields: 'next' },
    // Closed on a Sunday
    'closed-sunday': { now: '2026-11-22T13:00:00', noEstimate: 'nulls' },
    'always-open': { hours: 'always' },
    // Open around the clock, just after midnight
    'always-open-midnight': { hours: 'always', ...at('00:02:00') },
    // Open from 5 pm to 2 am, in the evening
    'past-midnight-evening': { hours: 'late', ...at('22:15:00') },
    // The same after midnight
    'past-midnight-night': { hours: 'late', ...at('01:20:00') },
    // The same; the last open hour is the hour of closing
    'past-midnight-hour': { hours: 'late', ...at('20:00:00'), lastHour: 'hour-of-close' },
    'never-open': { hours: 'never' },
    // No opening hours; the opening time is a usual one
    'never-open-clock': { hours: 'never', unscheduledOpening: '9:30am', closedFields: 'zeros' },
    // A break in the afternoon, during the break
    'split-hours': { hours: 'split', ...at('15:30:00') },
    // A break in the afternoon, at lunch
    'split-hours-open': { hours: 'split', ...at('12:35:00') },
    // The same before opening
    'split-hours-morning': { hours: 'split', ...at('08:10:00') },
    // The same after closing
    'split-hours-night': { hours: 'split', ...at('22:40:00') },
    // A break begins during the run
    'split-break-begins': { hours: 'split', ...at('13:59:59'), tick: 60 },
    // A break ends during the run
    'split-break-ends': { hours: 'split', ...at('16:59:59'), tick: 60 },
    // A break, with a clock that is two hours behind the Date header
    'split-break-behind': { hours: 'split', ...at('15:30:00'), dateSkew: 120 },
    // A break, with a clock that is two hours ahead of the Date header
    'split-break-ahead': { hours: 'split', ...at('15:30:00'), dateSkew: -120 },
    // Closed at night, with a clock that is five hours behind the Date header
    'night-behind': { ...at('03:10:00'), dateSkew: 300 },
    // Closed late in the evening, with a clock that is hours ahead of the Date header
    'evening-ahead': { hours: 'early', ...at('21:10:00'), dateSkew: -300 },
    // Open from 5 pm to 2 am, closed at noon
    'closed-noon-late': { hours: 'late', ...at('12:10:00') },
    'closed-saturday-morning': { now: '2026-11-21T08:15:00' },
    'closed-saturday-night': { now: '2026-11-21T21:15:00' },
    // A break, without a Date header
    'no-date-break': { hours: 'split', ...at('15:30:00'), dateSkew: null },
    // Open from 5 to 10 am
    'early-hours': { hours: 'early', ...at('08:00:00') },
    // A minute before closing
    'lunch-last-minute': { hours: 'lunch', ...at('13:59:20') },
    // Closes during the run
    'closing-in-run': { hours: 'lunch', ...at('13:59:59'), tick: 60 },
    // Opens during the run
    'opening-in-run': { hours: 'lunch', ...at('10:59:59'), tick: 60 },
    'utc-z': { zone: 'UTC' },
    // A service in UTC that writes +00:00
    'utc-offset': { zone: 'UTC', utc: '+00:00' },
    'zone-kolkata': { zone: 'Asia/Kolkata' },
    // A quarter-hour zone
    'zone-kathmandu': { zone: 'Asia/Kathmandu', fractions: 'mixed' },
    'zone-kiritimati': { zone: 'Pacific/Kiritimati' },
    // Eleven hours behind UTC
    'zone-pago-pago': { zone: 'Pacific/Pago_Pago', ...at('20:30:00') },
    // A half-hour clock change within the data
    'zone-lord-howe': { zone: 'Australia/Lord_Howe', now: '2026-10-20T12:35:00' },
    // A half-hour zone with summer time
    'zone-st-johns': { zone: 'America/St_Johns', now: '2026-11-12T15:00:00' },
    // Winter time equals UTC; the data include summer
    'zone-london-winter': { zone: 'Europe/London', now: '2026-11-03T12:35:00' },
    // Clocks go forward in October
    'zone-sydney': { zone: 'Australia/Sydney', now: '2026-10-07T14:00:00', hours: 'always' },
    // Open until 2 am, which does not exist on the night when clocks go forward
    'change-at-closing': { zone: 'Australia/Sydney', now: '2026-10-07T18:00:00', hours: 'late' },
    // Clocks went forward a few days ago: a day of 23 hours
    'change-spring': { zone: 'America/New_York', now: '2026-03-11T12:35:00', hours: 'always' },
    // Clocks went back a few days ago: a day of 25 hours
    'change-autumn': { zone: 'Europe/Berlin', now: '2026-10-27T12:35:00', hours: 'always' },
    // Clocks go forward today
    'change-today-spring': { zone: 'America/New_York', now: '2026-03-08T15:00:00', hours: 'always' },
    // Clocks go back today
    'change-today-autumn': { zone: 'America/New_York', now: '2026-11-01T15:00:00', hours: 'always' },
    // Clocks go forward within the hour
    'change-soon-spring': { zone: 'America/New_York', now: '2026-03-08T01:30:00', hours: 'always' },
    // Clocks go back within the hour
    'change-soon-autumn': { zone: 'America/New_York', now: '2026-11-01T00:30:00', hours: 'always' },
    // Clocks have just gone forward
    'change-just-now-spring': { zone: 'America/New_York', now: '2026-03-08T03:30:00', hours: 'always' },
    // A day of 25 hours begins
    'change-day-begins': { zone: 'America/New_York', now: '2026-11-01T00:00:01', hours: 'always' },
    // Clocks went back yesterday
    'change-yesterday': { zone: 'America/Los_Angeles', now: '2026-11-02T09:00:00' },
    // Clocks change at midnight
    cairo: { zone: 'Africa/Cairo', now: '2026-11-02T13:00:00', hours: 'always' },
    // A staging service that replays last year
    replayed: { ...ELSEWHERE, now: '2025-05-14T13:00:00' },
    // A staging service whose clock stands still
    'replayed-frozen': { ...ELSEWHERE, now: '2024-02-29T13:00:00', tick: 0 },
    // A service whose clock advances a second with each request
    'replayed-fast': { ...ELSEWHERE, now: '2025-07-01T13:00:00', tick: 1000 },
    // A clock that runs ahead
    'from-the-future': { ...ELSEWHERE, now: '2031-12-31T18:00:00' },
    'no-date': { dateSkew: null },
    'hours-behind': { dateSkew: 300 },
    'hours-ahead': { dateSkew: -300 },
    'day-behind': { dateSkew: 1440 },
    'day-ahead': { dateSkew: -1440 },
    'new-year': { now: '2027-01-01T12:40:00' },
    // The run crosses local midnight early
    'midnight-in-run': { ...at('23:59:59'), tick: 100, hours: 'always' },
    // The run crosses local midnight late
    'midnight-late-in-run': { ...at('23:59:58'), tick: 50, hours: 'late' },
    // The run crosses local midnight while closed
    'midnight-closed-in-run': { ...at('23:59:59'), tick: 60 },
    // The run crosses local midnight while reports arrive
    'midnight-arrivals': { ...at('23:59:59'), tick: 60, arrivals: 4, hours: 'always' },
    // The run crosses local midnight, when the oldest of thirty days is deleted
    'midnight-retention': {
      ...at('23:59:59'),
      tick: 50,
      hours: 'always',
      count: 600,
      silentDays: 0,
      retentionDays: 30,
    },
    // The same, before the walk through the feed reaches that day
    'midnight-retention-early': {
      ...at('23:59:59'),
      tick: 88,
      hours: 'always',
      count: 600,
      silentDays: 0,
      retentionDays: 30,
    },
    // The run crosses local midnight, six seconds before the Date header of a proxy does
    'midnight-header-behind': { ...at('23:59:59'), tick: 50, dateSkew: -0.1, hours: 'always' },
    // The run crosses local midnight, a second after the Date header of a proxy does
    'midnight-header-just-ahead': { ...at('23:59:59'), tick: 50, dateSkew: 0.02, hours: 'always' },
    'weeks-alternate': { hours: 'alternating' },
    // The same on a Monday; the week before had other hours
    'weeks-alternate-monday': { hours: 'alternating', now: '2026-11-23T08:30:00' },
    // Still open since Sunday evening, half an hour after a week of other hours began
    'weeks-end-late': { hours: 'late-early', now: '2026-11-23T00:30:00' },
    // The same in the morning; today's smoothed line has values after midnight
    'weeks-end-late-morning': {
      hours: 'late-early',
      count: 400,
      days: 3,
      prior: 'default',
      lineAfterMidnight: true,
      now: '2026-11-23T08:30:00',
    },
    // Long and short weeks alternate, from Sunday to Saturday
    'weeks-from-sunday': { hours: 'sunday-weeks', days: 5, now: '2026-11-22T12:35:10' },
    // The same at the beginning of a long week
    'weeks-from-sunday-long': { hours: 'sunday-weeks', days: 5, now: '2026-11-15T12:35:10' },
    // Open from 5 am on other days, and from Friday evening until noon
    'hours-marathon': { hours: 'marathon', now: '2026-11-19T12:35:10' },
    // Clocks were changed by three hours
    'zone-casey': { zone: 'Antarctica/Casey', now: '2023-04-20T12:35:00', count: 400, days: 30 },
    'updated-early': { updatedBefore: 4320 },
    // Several reports arrive in a second, with microseconds
    'arrivals-micros': { arrivals: 1, tick: 130, arrivalMicros: true, fractions: 'micro' },
    // The same with labels of ranges, and huge ids
    'arrivals-micros-ranges': {
      arrivals: 1,
      tick: 90,
      arrivalMicros: true,
      fractions: 'mixed',
      labels: 'ranges',
      ids: 'huge',
    },
    // Reports arrive during the run
    arrivals: { arrivals: 3, tick: 400 },
    // A report arrives with every request
    'arrivals-each': { arrivals: 1, tick: 1100 },
    // Several reports arrive in the same second
    'arrivals-ties': { arrivals: 1, tick: 100 },
    // The first reports ever arrive during the run
    'arrivals-empty': { count: 0, arrivals: 6, tick: 900 },
    // A store of seven reports grows past a page
    'arrivals-small': { count: 7, arrivals: 5, tick: 900 },
  }),
];
