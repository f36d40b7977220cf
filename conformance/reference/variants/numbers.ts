import { at, variantsOf } from './variant.ts';

/** Estimates, averages, lines, patterns and highlights. */
export const numberVariants = variantsOf({
  'estimate-nulls': ['Nulls without an estimate.', { ...at('05:00:00'), noEstimate: 'nulls' }],
  'estimate-zeros': ['Zeros without an estimate.', { ...at('05:00:00'), noEstimate: 'zeros' }],
  'estimate-texts': [
    'Without an estimate, the range is a sentence.',
    { ...at('05:00:00'), noEstimate: 'texts' },
  ],
  'estimate-usual': ['The estimate and the line lean on what is usual at that hour.', { leaning: 'usual' }],
  'estimate-follows-rush': [
    'The newest reports are from before the usual rush, which the estimate follows.',
    { leaning: 'usual', newestAge: 105 },
  ],
  'estimate-first-quiet': [
    'The only report ever says nobody; the estimate leans on a default.',
    { leaning: 'default', count: 1, newestAge: 40, ...at('08:40:00') },
  ],
  'estimate-first-busy': [
    'The only report ever is of a long line; the estimate leans on a default.',
    { leaning: 'default', count: 1, newestAge: 80, ...at('13:50:00') },
  ],
  'estimate-first-day': [
    'All reports are a few hours old; the estimate leans on a default.',
    { leaning: 'default', count: 8, days: 1, newestAge: 90 },
  ],
  'estimate-of-yesterday': [
    'The estimate remembers reports for days; the newest is from this time of yesterday.',
    { memory: 2880, newestAge: 1460 },
  ],
  'estimate-of-three': [
    'The same with three reports.',
    { memory: 2880, newestAge: 1460, count: 3, hours: 'daily' },
  ],
  'minutes-ceil': ['Minutes until closing rounded up.', { minutes: 'ceil' }],
  'minutes-round': ['Minutes until closing rounded to the nearest.', { minutes: 'round' }],
  'closing-soon-90': ['Closing is soon for the last 90 minutes.', { closingSoon: 90, ...at('22:30:00') }],
  'message-always': ['There is always something to say.', { message: 'always' }],
  'message-never': ['There is never anything to say.', { message: 'never', ...at('03:00:00') }],
  'line-newest': ['The smoothed line is from newest to oldest.', { lineOrder: 'newest' }],
  'closed-newest': [
    'Closed parts from last to first.',
    { closedOrder: 'newest', hours: 'split', ...at('15:30:00') },
    [2],
  ],
  'closed-halves': [
    'A closed part is listed as two that touch.',
    { closedOrder: 'halves', hours: 'split', ...at('15:30:00') },
    [2],
  ],
  'future-no-window': ['Days to come have no open window.', { futureDays: 'no-window' }, [2]],
  'future-400': ['A chart of days to come gets 400.', { futureDays: 400 }],
  'hours-down': ['The list of hours begins with 23.', { hourOrder: 'down' }],
  'photos-uploaded': ['Photos are uploaded seven hours after their report.', { photoDelay: 420 }, [2]],
  'scatter-newest': ['Scatter from newest to oldest.', { scatterOrder: 'newest' }],
  'line-5': ['The smoothed line has a point every five minutes.', { lineStep: 5 }],
  'line-10': ['The smoothed line has a point every ten minutes.', { lineStep: 10 }],
  'line-30': ['The smoothed line has a point every half hour.', { lineStep: 30 }],
  'line-1': ['The smoothed line has a point every minute.', { lineStep: 1 }],
  'line-60': ['The smoothed line has a point every hour.', { lineStep: 60 }],
  'line-hours': ['The smoothed line covers opening hours only.', { lineExtent: 'hours' }],
  'line-hours-late': [
    'The smoothed line covers opening hours that extend past midnight.',
    { lineExtent: 'hours', hours: 'late', ...at('22:15:00') },
  ],
  'line-while-closed': [
    'Reports that are made while the venue is closed give the smoothed line values.',
    { lineWhileClosed: 'reports', whileOpen: 0.8 },
  ],
  'averages-of-whole-weeks': [
    'The first and the last week of a range are averaged whole.',
    { wholeWeeks: true, weeklyFrom: 14 },
  ],
  'line-overnight': [
    'Open from 7 pm to noon; the smoothed line ends with the window, at noon of the next day.',
    { lineExtent: 'hours', hours: 'overnight', ...at('22:15:00') },
  ],
  'line-overnight-empty': [
    'The same without any report.',
    { lineExtent: 'hours', hours: 'overnight', count: 0, ...at('22:15:00') },
  ],
  'line-overnight-few': [
    'The same with five reports.',
    { lineExtent: 'hours', hours: 'overnight', count: 5, ...at('22:15:00') },
  ],
  'line-overnight-morning': [
    "Open since yesterday at 7 pm; today's smoothed line has no value yet, although people report.",
    { hours: 'overnight', count: 400, days: 10, ...at('09:57:32') },
  ],
  'line-so-far': ["Today's smoothed line ends now.", { lineExtent: 'so-far' }],
  'line-so-far-early': [
    "Today's smoothed line has hardly begun.",
    { lineExtent: 'so-far', ...at('00:07:00') },
  ],
  'rounding-0': ['Averages are whole numbers.', { rounding: 0 }],
  'rounding-2': ['Averages have two decimals.', { rounding: 2 }],
  'rounding-none': ['Averages are not rounded.', { rounding: 'none', bucketValue: 'exact-middle' }],
  'rounding-3-digits': ['Averages have three significant digits.', { rounding: '3-digits' }],
  'rounding-4-digits': ['Averages have four significant digits.', { rounding: '4-digits' }],
  'rounding-3-digits-large': [
    'The same with long queues.',
    { rounding: '3-digits', labels: 'large', weeklyFrom: 1000 },
    [2],
  ],
  'rounding-float32': ['Averages are 32-bit floats.', { rounding: 'float32', labels: 'large' }, [2]],
  'rounding-halves': ['Averages are rounded to the nearest half.', { rounding: 'halves' }],
  'rounding-quarters': ['Averages are rounded to the nearest quarter.', { rounding: 'quarters' }],
  'rounding-cut': ['Averages are cut off after one decimal.', { rounding: 'cut' }],
  'rounding-cut-daily': [
    'The same, with daily points however long the range.',
    { rounding: 'cut', weeklyFrom: 1000, count: 400 },
  ],
  'rounding-cut-whole': ['Averages are cut off to whole numbers.', { rounding: 'cut-whole' }],
  'middle-hours': ['Ranges of a few days have hourly points.', { middleStep: 'hour' }, [1]],
  'middle-quarters': ['Ranges of a few days have quarter-hour points.', { middleStep: 'line' }, [1]],
  'middle-hours-open': [
    'Ranges of a few days have hourly points in opening hours only.',
    { middleStep: 'hour', lineExtent: 'hours', hours: 'lunch' },
    [1],
  ],
  'middle-split': [
    'Ranges of a few days have points in opening hours with a break.',
    { middleStep: 'line', lineExtent: 'hours', hours: 'split' },
    [1],
  ],
  'weekly-2': ['Every range of several days has a point per calendar week.', { weeklyFrom: 2 }],
  'weekly-2-range': [
    'The same, with weeks that start at the first day of the range.',
    { weeklyFrom: 2, weeks: 'range', stamp: 'noon' },
  ],
  'weekly-2-end': [
    'The same, with points at the end of each week.',
    { weeklyFrom: 2, weeks: 'sunday', stamp: 'end', emptyDays: 'omit' },
  ],
  'weekly-7': ['Ranges of a week or more have weekly points.', { weeklyFrom: 7, stamp: 'end' }],
  'weekly-8-omit': [
    'Ranges of more than a week have weekly points; periods without reports have none.',
    { weeklyFrom: 8, emptyDays: 'omit', count: 90 },
  ],
  'weekly-2-smoothed': [
    "A week's average is the average of its smoothed lines, on any range.",
    { weeklyFrom: 2, dayAverage: 'smoothed' },
  ],
  'weekly-14': ['Ranges of two weeks or more have a point per calendar week.', { weeklyFrom: 14 }],
  'weekly-15': [
    'Ranges over two weeks have weekly points that start at the first day of the range.',
    { weeklyFrom: 15, weeks: 'range' },
  ],
  'weekly-sunday': ['Weeks begin on Sunday.', { weeklyFrom: 14, weeks: 'sunday' }],
  'weekly-end': ['Weekly points are at the end of their week.', { weeklyFrom: 14, stamp: 'end' }],
  'weekly-noon': [
    'Weekly points are at noon of their first day.',
    { weeklyFrom: 21, stamp: 'noon', weeks: 'range' },
  ],
  'weekly-omit': [
    'Weeks without reports have no point.',
    { weeklyFrom: 14, emptyDays: 'omit', count: 100, days: 100 },
  ],
  'daily-forever': [
    'Daily points, however long the range.',
    { weeklyFrom: Number.POSITIVE_INFINITY, count: 3000, days: 400 },
  ],
  'stamp-noon': ['Daily points are at noon.', { stamp: 'noon' }],
  'stamp-end': ['Daily points are at the last second of their day.', { stamp: 'end' }],
  'stamp-utc-noon': ['Daily points are at noon in UTC.', { stamp: 'utc-noon' }],
  'stamp-noon-change': [
    'Daily points are at noon across a clock change.',
    { stamp: 'noon', zone: 'Europe/Berlin', now: '2026-10-30T12:35:00' },
  ],
  'days-omitted': ['Days without reports have no point.', { emptyDays: 'omit', count: 120 }],
  'days-omitted-noon': [
    'Days without reports have no point, the others are at noon.',
    { emptyDays: 'omit', count: 60, stamp: 'noon' },
  ],
  'averages-of-days-and-weeks': [
    "A day's average is the average of its smoothed line, and a week's that of its reports.",
    { dayAverage: 'line-of-days', weeklyFrom: 14 },
  ],
  'averages-smoothed': ["A day's average is the average of its smoothed line.", { dayAverage: 'smoothed' }],
  'averages-smoothed-weekly': [
    "A week's average is the average of its smoothed lines.",
    { dayAverage: 'smoothed', weeklyFrom: 14 },
  ],
  'averages-of-line': [
    'Long ranges average the smoothed line, which leans on what is usual and exists without reports.',
    { dayAverage: 'line', leaning: 'usual', count: 120 },
  ],
  'averages-of-line-default': [
    'Long ranges average the smoothed line, which leans on a default, in whole people.',
    { dayAverage: 'line', leaning: 'default', rounding: 0, count: 400 },
  ],
  'averages-of-line-weekly': [
    'Weeks average the smoothed line, which leans on a default.',
    { dayAverage: 'line', leaning: 'default', weeklyFrom: 14, count: 60 },
  ],
  'averages-of-line-closed': [
    'Long ranges average the smoothed line, which has no value, as the venue is never open.',
    { dayAverage: 'line', hours: 'never', whileOpen: 0 },
  ],
  'averages-of-line-lunch': [
    'Long ranges average the smoothed line of the lunch hours, although people report at any time.',
    { dayAverage: 'line', hours: 'lunch', whileOpen: 0.2, leaning: 'usual', rounding: 0 },
  ],
  'averages-of-line-omitted': [
    'Long ranges average the smoothed line; closed days on which people reported have no point.',
    { dayAverage: 'line', emptyDays: 'omit' },
  ],
  'averages-of-line-none': [
    'The same in lunch hours; some ranges have no point at all.',
    { dayAverage: 'line', emptyDays: 'omit', hours: 'lunch', whileOpen: 0.2, count: 12, days: 10, seed: 2 },
  ],
  'averages-of-line-few': [
    'Long ranges average the smoothed line of the lunch hours, although most reports are made at other times.',
    { dayAverage: 'line', hours: 'lunch', whileOpen: 0.4, count: 60, days: 30 },
  ],
  'averages-of-line-sunday': [
    'Long ranges average the smoothed line; nearly all reports are from a Sunday, when the venue is closed.',
    {
      dayAverage: 'line',
      leaning: 'default',
      days: 1,
      seed: 4,
      newestAge: 900,
      count: 400,
      now: '2026-03-30T20:08:21',
    },
  ],
  'averages-of-line-near': [
    'Queues are so short that the average of the smoothed line often is that of the reports.',
    {
      dayAverage: 'line',
      hours: 'early',
      seed: 13,
      bucketValue: 'low',
      whileOpen: 1,
      ties: 0.3,
      lineStep: 10,
      count: 400,
      days: 30,
      now: '2026-10-04T14:30:07',
    },
  ],
  'weekday-zero': ['A weekday without reports has the value 0.', { count: 3 }],
  'weekday-mean': ['A weekday without reports has an overall average.', { weekdayWithout: 12.5, count: 3 }],
  'weekday-mean-whole': [
    'The same; the averages of the other weekdays are whole numbers.',
    { weekdayWithout: 12.5, rounding: 0, count: 12, days: 3 },
  ],
  'weekday-german': [
    'Weekdays are named in German.',
    { weekdayNames: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] },
  ],
  'weekday-japanese': [
    'Weekdays are named in Japanese.',
    { weekdayNames: ['月', '火', '水', '木', '金', '土', '日'] },
  ],
  'weekday-spanish': [
    'Weekdays are named in Spanish, with a period.',
    { weekdayNames: ['lun.', 'mar.', 'mié.', 'jue.', 'vie.', 'sáb.', 'dom.'] },
  ],
  'weekday-upper': [
    'Weekdays are named in capitals.',
    { weekdayNames: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] },
  ],
  'weekday-arabic': [
    'Weekdays are named in Arabic, whose short names are long.',
    {
      weekdayNames: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
    },
  ],
  'weekday-letters': ['Weekdays have one letter.', { weekdayNames: [...'MTWTFSS'] }],
  'weekday-order': ['The list of weekdays begins with Sunday, which is 6.', { weekdayFirst: 6 }],
  'highlights-sparse': ['Few days have a highlight.', { highlightDensity: 0.2 }, [2]],
  'highlights-none': ['No day has a highlight.', { highlightDensity: -1 }, [2]],
  'highlights-all': ['Every day has a highlight.', { highlightDensity: 1 }, [2]],
  'highlights-refuse': ['Too many days get 400.', { badNumber: 400, highlightDensity: 1 }, [2]],
  'highlight-chosen': [
    "Today's highlight is chosen during the run.",
    { highlightFrom: 20, highlightBack: 0, highlightDensity: 1 },
    [2],
  ],
  'highlight-withdrawn': [
    'The photo of three days ago is withdrawn during the run.',
    { highlightUntil: 20, highlightBack: 3, highlightDensity: 1 },
    [2],
  ],
  'highlight-withdrawn-late': [
    'The same, between two requests for several weeks.',
    { highlightUntil: 39, highlightBack: 3, highlightDensity: 1 },
    [2],
  ],
  'highlight-withdrawn-last': [
    'The photo of the last day of a week is withdrawn during the run.',
    { highlightUntil: 20, highlightBack: 6, highlightDensity: 1 },
    [2],
  ],
  'highlight-returns': [
    'The photo of the last day of a week appears during the run.',
    { highlightFrom: 39, highlightBack: 6, highlightDensity: 1 },
    [2],
  ],
  'highlights-since-week': [
    'Highlights were introduced a week ago.',
    { highlightDays: 7, highlightDensity: 1 },
    [2],
  ],
  'highlights-since-month': [
    'Highlights were introduced thirty days ago.',
    { highlightDays: 30, highlightDensity: 1 },
    [2],
  ],
  'highlights-since-long': ['Highlights were introduced 59 days ago.', { highlightDays: 59 }, [2]],
  'photo-anew': ['The photo of a day is chosen again with each request.', { photoChoice: 'anew' }, [2]],
  'photo-ids-shared-anew': [
    'The same; photos from several albums share ids.',
    { photoChoice: 'anew', photoIds: 'shared', highlightDensity: 0.15, seed: 1 },
    [2],
  ],
  'photo-ids-shared': ['Photos from several albums share ids.', { photoIds: 'shared' }, [2]],
  'photos-signed': ['Photo URLs carry a signature that changes.', { signedPhotos: true }],
  'photo-host-port': [
    'Photos are on a host with a port, without TLS.',
    { photoHost: 'http://127.0.0.1:9001' },
  ],
});
