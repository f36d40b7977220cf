import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const chartRequirements: readonly BehaviorRecord[] = [
  {
    id: 'chart.scatter-complete',
    promise: "scatter has one item for every report in the range, at the report's time, and no others.",
    made: ['Chart data 1'],
    reading: 'The gate compares times in the smallest unit that feed, export and chart all show.',
    at: '/components/schemas/Chart/properties/scatter',
    endpoints: ['chart', 'reports', 'export.csv'],
    presupposes: ['chart.default-today'],
  },
  {
    id: 'chart.scatter-in-bucket',
    promise: 'The value of a scatter item is in the reported bucket.',
    made: ['Chart data 3'],
    reading:
      'The headcount value of a report is a number that its bucket allows. The numeric labels of Form 2 may be mere names; in that case nothing limits the value.',
    at: '/components/schemas/Chart/properties/scatter',
    endpoints: ['chart', 'reports'],
    presupposes: ['chart.scatter-complete'],
  },
  {
    id: 'chart.line-plausible',
    promise:
      'line smooths the reports: it is not far from everything ever reported, and has values where there are reports.',
    made: ['Chart data 4', 'What the service does 6.2'],
    reading:
      'The description leaves the smoothing open, so the line may lean on what is usual, and say any number of a bucket. But no value is more than 10 people above twice the highest report (only a warning if fewer than 20 reports are known), and on a past day with many reports that differ, the line is closer to them than a line unrelated to them. Reports within 5 minutes count as one, because they may be of one person. The line need not follow reports that were made while the venue was closed.',
    at: '/components/schemas/Chart/properties/line',
    presupposes: ['chart.day-spacing', 'chart.long-averages', 'chart.open_window-closed'],
  },
  {
    id: 'chart.line-null-closed',
    promise: 'The line of a single day has no value while the venue is closed.',
    made: ['Chart data 6'],
    reading:
      'The example in brackets says when there is no value: while closed. A difference of one step at an opening or closing time is allowed. Within three hours of a report that was made while the venue was closed, a value is only a warning.',
    at: '/components/schemas/Chart/properties/line',
    form: 2,
    presupposes: ['chart.day-spacing', 'chart.open_window-closed'],
  },
  {
    id: 'chart.day-spacing',
    promise: 'On a single day, line points are evenly spaced at short intervals.',
    made: ['Chart data 12'],
    at: '/components/schemas/Chart/properties/line',
    presupposes: ['chart.line'],
  },
  {
    id: 'chart.long-steps',
    promise: 'On long ranges, each line point stands for a day or a week.',
    made: ['Chart data 13', 'Behavior rules 6'],
    reading:
      'In Form 2, every range of several days is long (behavior rule 6). In Form 1, several points a day at regular intervals are only a warning on ranges of 2 to 13 days.',
    at: '/components/schemas/Chart/properties/line',
    presupposes: ['chart.line'],
  },
  {
    id: 'chart.long-averages',
    promise:
      'On long ranges, a point is the average of the reports of its day or week, and null without reports.',
    made: ['Chart data 13', 'Behavior rules 6'],
    reading:
      'A plain average of the reports passes. The description leaves open what is averaged, and an average of the smoothed line may be outside the day’s reports, or exist without any, so that is only a warning. A difference fails if the other points are plain averages, or if the points clearly show something else: the average of another day, a highest, lowest or last report, a sum, a number of reports, far more people than reported, or nothing at all.',
    at: '/components/schemas/Chart/properties/line',
    presupposes: ['chart.scatter-in-bucket', 'chart.long-steps'],
  },
  {
    id: 'chart.open_window-single-day',
    promise: 'The chart of a single day, past or present, has an open window.',
    made: ['Behavior rules 6', 'Chart data 7'],
    at: '/components/schemas/Chart/properties/open_window',
    presupposes: ['chart.default-today', 'chart.until', 'chart.open_window'],
  },
];
