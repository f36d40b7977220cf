import { at, type Variant, variantsOf } from './variant.ts';

/** Estimates, averages, lines, patterns and highlights. */
export const numberVariants: readonly Variant[] = [
  ...variantsOf({
    'estimate-nulls': { ...at('05:00:00'), noEstimate: 'nulls' },
    'estimate-zeros': { ...at('05:00:00'), noEstimate: 'zeros' },
    // Without an estimate, the range is a sentence
    'estimate-texts': { ...at('05:00:00'), noEstimate: 'texts' },
    'estimate-usual': { prior: 'usual' },
    // The newest reports are from before the usual rush, which the estimate follows
    'estimate-follows-rush': { prior: 'usual', newestAge: 105 },
    // The only report ever says nobody; the estimate leans on a default
    'estimate-first-quiet': { prior: 'default', count: 1, newestAge: 40, ...at('08:40:00') },
    // The only report ever is of a long line; the estimate leans on a default
    'estimate-first-busy': { prior: 'default', count: 1, newestAge: 80, ...at('13:50:00') },
    // All reports are a few hours old; the estimate leans on a default
    'estimate-first-day': { prior: 'default', count: 8, days: 1, newestAge: 90 },
    // The estimate remembers reports for days; the newest is from this time of yesterday
    'estimate-of-yesterday': { memory: 2880, newestAge: 1460 },
    // The same with three reports
    'estimate-of-three': { memory: 2880, newestAge: 1460, count: 3, hours: 'daily' },
    'minutes-ceil': { minutes: 'ceil' },
    'minutes-round': { minutes: 'round' },
    // Closing is soon for the last 90 minutes
    'closing-soon-90': { closingSoon: 90, ...at('22:30:00') },
    'message-always': { message: 'always' },
    // There is never anything to say
    'message-never': { message: 'never', ...at('03:00:00') },
    'line-newest': { lineOrder: 'newest' },
    'future-400': { futureDays: 400 },
    'hours-down': { hourOrder: 'down' },
    'scatter-newest': { scatterOrder: 'newest' },
    'line-5': { lineStep: 5 },
    'line-10': { lineStep: 10 },
    'line-30': { lineStep: 30 },
    'line-1': { lineStep: 1 },
    'line-60': { lineStep: 60 },
    'line-hours': { lineExtent: 'hours' },
    // The smoothed line covers opening hours that extend past midnight
    'line-hours-late': { lineExtent: 'hours', hours: 'late', ...at('22:15:00') },
    // Reports that are made while the venue is closed give the smoothed line values
    'line-while-closed': { lineWhileClosed: 'reports', whileOpen: 0.8 },
    // The first and the last week of a range are averaged whole
    'averages-of-whole-weeks': { wholeWeeks: true, weeklyFrom: 14 },
    // Open from 7 pm to noon; the smoothed line ends with the window, at noon of the next day
    'line-overnight': { lineExtent: 'hours', hours: 'overnight', ...at('22:15:00') },
    // The same without any report
    'line-overnight-empty': { lineExtent: 'hours', hours: 'overnight', count: 0, ...at('22:15:00') },
    // The same with five reports
    'line-overnight-few': { lineExtent: 'hours', hours: 'overnight', count: 5, ...at('22:15:00') },
    // Open since yesterday at 7 pm; today's smoothed line has no value yet, although people report
    'line-overnight-morning': { hours: 'overnight', count: 400, days: 10, ...at('09:57:32') },
    'line-so-far': { lineExtent: 'so-far' },
    // Today's smoothed line has hardly begun
    'line-so-far-early': { lineExtent: 'so-far', ...at('00:07:00') },
    'rounding-0': { rounding: 0 },
    'rounding-2': { rounding: 2 },
    'rounding-none': { rounding: 'none', bucketValue: 'exact-middle' },
    'rounding-3-digits': { rounding: '3-digits' },
    'rounding-4-digits': { rounding: '4-digits' },
    'rounding-halves': { rounding: 'halves' },
    'rounding-quarters': { rounding: 'quarters' },
    'rounding-cut': { rounding: 'cut' },
    // The same, with daily points however long the range
    'rounding-cut-daily': { rounding: 'cut', weeklyFrom: 1000, count: 400 },
    'rounding-cut-whole': { rounding: 'cut-whole' },
    'weekly-2': { weeklyFrom: 2 },
    // The same, with weeks that start at the first day of the range
    'weekly-2-range': { weeklyFrom: 2, weeks: 'range', stamp: 'noon' },
    // The same, with points at the end of each week
    'weekly-2-end': { weeklyFrom: 2, weeks: 'sunday', stamp: 'end', emptyDays: 'omit' },
    // Ranges of a week or more have weekly points
    'weekly-7': { weeklyFrom: 7, stamp: 'end' },
    // Ranges of more than a week have weekly points; periods without reports have none
    'weekly-8-omit': { weeklyFrom: 8, emptyDays: 'omit', count: 90 },
    // A week's average is the average of its smoothed lines, on any range
    'weekly-2-smoothed': { weeklyFrom: 2, dayAverage: 'smoothed' },
    'weekly-14': { weeklyFrom: 14 },
    // Ranges over two weeks have weekly points that start at the first day of the range
    'weekly-15': { weeklyFrom: 15, weeks: 'range' },
    // Weeks begin on Sunday
    'weekly-sunday': { weeklyFrom: 14, weeks: 'sunday' },
    // Weekly points are at the end of their week
    'weekly-end': { weeklyFrom: 14, stamp: 'end' },
    // Weekly points are at noon of their first day
    'weekly-noon': { weeklyFrom: 21, stamp: 'noon', weeks: 'range' },
    // Weeks without reports have no point
    'weekly-omit': { weeklyFrom: 14, emptyDays: 'omit', count: 100, days: 100 },
    // Daily points, however long the range
    'daily-forever': { weeklyFrom: Number.POSITIVE_INFINITY, count: 3000, days: 400 },
    'stamp-noon': { stamp: 'noon' },
    'stamp-end': { stamp: 'end' },
    'stamp-utc-noon': { stamp: 'utc-noon' },
    // Daily points are at noon across a clock change
    'stamp-noon-change': { stamp: 'noon', zone: 'Europe/Berlin', now: '2026-10-30T12:35:00' },
    // Days without reports have no point
    'days-omitted': { emptyDays: 'omit', count: 120 },
    // Days without reports have no point, the others are at noon
    'days-omitted-noon': { emptyDays: 'omit', count: 60, stamp: 'noon' },
    // A day's average is the average of its smoothed line, and a week's that of its reports
    'averages-of-days-and-weeks': { dayAverage: 'line-of-days', weeklyFrom: 14 },
    'averages-smoothed': { dayAverage: 'smoothed' },
    // A week's average is the average of its smoothed lines
    'averages-smoothed-weekly': { dayAverage: 'smoothed', weeklyFrom: 14 },
    // Long ranges average the smoothed line, which leans on what is usual and exists without reports
    'averages-of-line': { dayAverage: 'line', prior: 'usual', count: 120 },
    // Long ranges average the smoothed line, which leans on a default, in whole people
    'averages-of-line-default': { dayAverage: 'line', prior: 'default', rounding: 0, count: 400 },
    // Weeks average the smoothed line, which leans on a default
    'averages-of-line-weekly': { dayAverage: 'line', prior: 'default', weeklyFrom: 14, count: 60 },
    // Long ranges average the smoothed line, which has no value, as the venue is never open
    'averages-of-line-closed': { dayAverage: 'line', hours: 'never', whileOpen: 0 },
    // Long ranges average the smoothed line of the lunch hours, although people report at any time
    'averages-of-line-lunch': {
      dayAverage: 'line',
      hours: 'lunch',
      whileOpen: 0.2,
      prior: 'usual',
      rounding: 0,
    },
    // Long ranges average the smoothed line; closed days on which people reported have no point
    'averages-of-line-omitted': { dayAverage: 'line', emptyDays: 'omit' },
    // The same in lunch hours; some ranges have no point at all
    'averages-of-line-none': {
      dayAverage: 'line',
      emptyDays: 'omit',
      hours: 'lunch',
      whileOpen: 0.2,
      count: 12,
      days: 10,
      seed: 2,
    },
    // Long ranges average the smoothed line of the lunch hours, although most reports are made at other times
    'averages-of-line-few': { dayAverage: 'line', hours: 'lunch', whileOpen: 0.4, count: 60, days: 30 },
    // Long ranges average the smoothed line; nearly all reports are from a Sunday, when the venue is closed
    'averages-of-line-sunday': {
      dayAverage: 'line',
      prior: 'default',
      days: 1,
      seed: 4,
      newestAge: 900,
      count: 400,
      now: '2026-03-30T20:08:21',
    },
    // Queues are so short that the average of the smoothed line often is that of the reports
    'averages-of-line-near': {
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
    'weekday-zero': { count: 3 },
    // A weekday without reports has an overall average
    'weekday-mean': { weekdayWithout: 12.5, count: 3 },
    // The same; the averages of the other weekdays are whole numbers
    'weekday-mean-whole': { weekdayWithout: 12.5, rounding: 0, count: 12, days: 3 },
    'weekday-german': { weekdayNames: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] },
    'weekday-japanese': { weekdayNames: ['月', '火', '水', '木', '金', '土', '日'] },
    'weekday-spanish': { weekdayNames: ['lun.', 'mar.', 'mié.', 'jue.', 'vie.', 'sáb.', 'dom.'] },
    'weekday-upper': { weekdayNames: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] },
    'weekday-arabic': {
      weekdayNames: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
    },
    'weekday-letters': { weekdayNames: ['M', 'T', 'W', 'T', 'F', 'S', 'S'] },
    'weekday-order': { weekdayFirst: 6 },
    'photos-signed': { signedPhotos: true },
    'photo-host-port': { photoHost: 'http://127.0.0.1:9001' },
  }),
  ...variantsOf(
    {
      'middle-hours': { middleStep: 'hour' },
      'middle-quarters': { middleStep: 'line' },
      // Ranges of a few days have hourly points in opening hours only
      'middle-hours-open': { middleStep: 'hour', lineExtent: 'hours', hours: 'lunch' },
      // Ranges of a few days have points in opening hours with a break
      'middle-split': { middleStep: 'line', lineExtent: 'hours', hours: 'split' },
    },
    [1],
  ),
  ...variantsOf(
    {
      // Closed parts from last to first
      'closed-newest': { closedOrder: 'newest', hours: 'split', ...at('15:30:00') },
      // A closed part is listed as two that touch
      'closed-halves': { closedOrder: 'halves', hours: 'split', ...at('15:30:00') },
      'future-no-window': { futureDays: 'no-window' },
      'photos-uploaded': { photoDelay: 420 },
      // Three significant digits of long queues
      'rounding-3-digits-large': { rounding: '3-digits', labels: 'large', weeklyFrom: 1000 },
      // Averages are 32-bit floats
      'rounding-float32': { rounding: 'float32', labels: 'large' },
      'highlights-sparse': { highlightDensity: 0.2 },
      'highlights-none': { highlightDensity: -1 },
      'highlights-all': { highlightDensity: 1 },
      // Too many days get 400
      'highlights-refuse': { badNumber: 400, highlightDensity: 1 },
      // Today's highlight is chosen during the run
      'highlight-chosen': { highlightFrom: 20, highlightBack: 0, highlightDensity: 1 },
      // The photo of three days ago is withdrawn during the run
      'highlight-withdrawn': { highlightUntil: 20, highlightBack: 3, highlightDensity: 1 },
      // The same, between two requests for several weeks
      'highlight-withdrawn-late': { highlightUntil: 39, highlightBack: 3, highlightDensity: 1 },
      // The photo of the last day of a week is withdrawn during the run
      'highlight-withdrawn-last': { highlightUntil: 20, highlightBack: 6, highlightDensity: 1 },
      // The photo of the last day of a week appears during the run
      'highlight-returns': { highlightFrom: 39, highlightBack: 6, highlightDensity: 1 },
      // Highlights were introduced a week ago
      'highlights-since-week': { highlightDays: 7, highlightDensity: 1 },
      // Highlights were introduced thirty days ago
      'highlights-since-month': { highlightDays: 30, highlightDensity: 1 },
      'highlights-since-long': { highlightDays: 59 },
      'photo-anew': { photoChoice: 'anew' },
      // The same; photos from several albums share ids
      'photo-ids-shared-anew': { photoChoice: 'anew', photoIds: 'shared', highlightDensity: 0.15, seed: 1 },
      'photo-ids-shared': { photoIds: 'shared' },
    },
    [2],
  ),
];
