import { at, variantsOf } from './variant.ts';

/** Estimates, averages, lines, patterns and highlights. */
export const numberVariants = variantsOf({
  'estimate-nulls': ['Nulls without an estimate.', { ...at('05:00:00'), noEstimate: 'nulls' }],
  'estimate-zeros': ['Zeros without an estimate.', { ...at('05:00:00'), noEstimate: 'zeros' }],
  'estimate-texts': [
    'A sentence for the range without an estimate.',
    { ...at('05:00:00'), noEstimate: 'texts' },
  ],
  'minutes-ceil': ['Minutes until closing rounded up.', { minutes: 'ceil' }],
  'minutes-round': ['Minutes until closing rounded to the nearest.', { minutes: 'round' }],
  'closing-soon-90': ['Closing is soon an hour and a half before.', { closingSoon: 90, ...at('22:30:00') }],
  'message-always': ['There is always something to say.', { message: 'always' }],
  'message-never': ['There is never anything to say.', { message: 'never', ...at('03:00:00') }],
  'scatter-newest': ['Scatter from new to old.', { scatterOrder: 'newest' }],
  'line-5': ['The line has a point every five minutes.', { lineStep: 5 }],
  'line-10': ['The line has a point every ten minutes.', { lineStep: 10 }],
  'line-30': ['The line has a point every half hour.', { lineStep: 30 }],
  'line-1': ['The line has a point every minute.', { lineStep: 1 }],
  'line-60': ['The line has a point every hour.', { lineStep: 60 }],
  'line-hours': ['The line covers opening hours only.', { lineExtent: 'hours' }],
  'line-hours-late': [
    'The line covers opening hours that pass midnight.',
    { lineExtent: 'hours', hours: 'late', ...at('22:15:00') },
  ],
  'line-so-far': ['The line of today ends now.', { lineExtent: 'so-far' }],
  'line-so-far-early': ['The line of today has hardly begun.', { lineExtent: 'so-far', ...at('00:07:00') }],
  'rounding-0': ['Averages are whole numbers.', { rounding: 0 }],
  'rounding-2': ['Averages have two decimals.', { rounding: 2 }],
  'rounding-none': ['Averages are not rounded.', { rounding: 'none', bucketValue: 'exact-middle' }],
  'middle-hours': ['Ranges of some days have hourly points.', { middleStep: 'hour' }],
  'middle-quarters': ['Ranges of some days have quarter-hour points.', { middleStep: 'line' }],
  'weekly-14': ['Two weeks and more are weekly by calendar.', { weeklyFrom: 14 }],
  'weekly-15': [
    'More than two weeks are weekly, each from the first day of the range.',
    { weeklyFrom: 15, weeks: 'range' },
  ],
  'weekly-sunday': ['Weeks begin on Sunday.', { weeklyFrom: 14, weeks: 'sunday' }],
  'weekly-end': ['Weekly points stand at the end of their week.', { weeklyFrom: 14, stamp: 'end' }],
  'weekly-noon': [
    'Weekly points stand at noon of their first day.',
    { weeklyFrom: 21, stamp: 'noon', weeks: 'range' },
  ],
  'weekly-omit': [
    'Weeks without reports have no point.',
    { weeklyFrom: 14, emptyDays: 'omit', count: 100, days: 100 },
  ],
  'daily-forever': [
    'Daily points however long the range.',
    { weeklyFrom: Number.POSITIVE_INFINITY, count: 3000, days: 400 },
  ],
  'stamp-noon': ['Daily points stand at noon.', { stamp: 'noon' }],
  'stamp-end': ['Daily points stand at the last second of their day.', { stamp: 'end' }],
  'stamp-utc-noon': ['Daily points stand at noon in UTC.', { stamp: 'utc-noon' }],
  'stamp-noon-change': [
    'Daily points stand at noon over a clock change.',
    { stamp: 'noon', zone: 'Europe/Berlin', now: '2026-10-30T12:35:00' },
  ],
  'days-omitted': ['Days without reports have no point.', { emptyDays: 'omit', count: 120 }],
  'days-omitted-noon': [
    'Days without reports have no point, the others stand at noon.',
    { emptyDays: 'omit', count: 60, stamp: 'noon' },
  ],
  'averages-smoothed': ["A day's average is that of its smoothed line.", { dayAverage: 'smoothed' }],
  'averages-smoothed-weekly': [
    "A week's average is that of its smoothed lines.",
    { dayAverage: 'smoothed', weeklyFrom: 14 },
  ],
  'weekday-null': ['A weekday without reports has the value null.', { weekdayWithout: 'null', count: 3 }],
  'weekday-zero': ['A weekday without reports has the value 0.', { weekdayWithout: 'zero', count: 3 }],
  'weekday-german': [
    'Weekdays are named in German.',
    { weekdayNames: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] },
  ],
  'weekday-japanese': [
    'Weekdays are named in Japanese.',
    { weekdayNames: ['月', '火', '水', '木', '金', '土', '日'] },
  ],
  'weekday-spanish': [
    'Weekdays are named in Spanish, with a point.',
    { weekdayNames: ['lun.', 'mar.', 'mié.', 'jue.', 'vie.', 'sáb.', 'dom.'] },
  ],
  'weekday-upper': [
    'Weekdays are named in capitals.',
    { weekdayNames: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] },
  ],
  'weekday-order': ['The list of weekdays begins with Sunday, which is 6.', { weekdayFirst: 6 }],
  'highlights-sparse': ['Few days have a highlight.', { highlightDensity: 0.2 }, [2]],
  'highlights-none': ['No day has a highlight.', { highlightDensity: -1 }, [2]],
  'highlights-all': ['Every day has a highlight.', { highlightDensity: 1 }, [2]],
  'highlights-refuse': ['Too many days are refused.', { badNumber: 400, highlightDensity: 1 }, [2]],
  'photo-host-port': [
    'Photos lie on a host with a port, unencrypted.',
    { photoHost: 'http://127.0.0.1:9001' },
  ],
});
