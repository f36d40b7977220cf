import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const reportsRequirements: readonly BehaviorRecord[] = [
  {
    id: 'reports.id-unique',
    promise: 'No two reports have the same id.',
    made: ['Report (feed item) 1'],
    reading: 'An id identifies a report. The gate compares ids by their digits, so they may be of any size.',
    at: '/components/schemas/Report/properties/id',
    presupposes: ['reports.id'],
  },
  {
    id: 'reports.walk',
    promise: 'Following next visits every report exactly once, without a loop.',
    made: ['Behavior rules 1.1', 'Parameters 6'],
    at: '/components/schemas/ReportPage/properties/next',
    presupposes: ['reports.id-unique', 'reports.order', 'reports.next-null'],
  },
  {
    id: 'reports.next-url',
    promise:
      'next is a full URL of the feed endpoint with the cursor, and starts with the public URL if one is given.',
    made: ['Behavior rules 2', 'Parameters 6'],
    reading:
      'Without --public-url, another origin or prefix is a warning, because the deployment may have several names. So is a slash at the end of the path, which it may accept.',
    at: '/components/schemas/ReportPage/properties/next',
    presupposes: ['reports.results', 'reports.next'],
  },
  {
    id: 'reports.next-null',
    promise: 'next is null on the last page and only there.',
    made: ['Behavior rules 1.2'],
    at: '/components/schemas/ReportPage/properties/next',
    presupposes: ['reports.next-url'],
  },
  {
    id: 'reports.previous-null',
    promise: 'previous is null on the first page.',
    made: ['Behavior rules 1.2'],
    at: '/components/schemas/ReportPage/properties/previous',
    presupposes: ['reports.results', 'reports.previous'],
  },
  {
    id: 'reports.previous-url',
    promise: 'If previous is not null, it is a URL of the feed endpoint that leads to newer reports.',
    made: ['Report (feed item) 5'],
    reading: 'The previous page has what comes before, which are newer reports. The URL may be relative.',
    at: '/components/schemas/ReportPage/properties/previous',
    presupposes: ['reports.id-unique', 'reports.previous-null'],
  },
];
