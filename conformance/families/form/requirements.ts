import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const formRequirements: readonly BehaviorRecord[] = [
  {
    id: 'form.declared',
    promise: 'The deployment implements the declared form on all endpoints.',
    made: [
      'Versioning 2.1',
      'Queue Headcount Estimate API 2.1',
      'Queue Headcount Estimate API 2.3',
      'Queue Headcount Estimate API 2.4',
      'Versioning 2.2',
    ],
    at: '/info',
    contract: true,
    endpoints: 'all',
    presupposes: [
      'form.no-highlights',
      'form.no-open-hours',
      'chart.open_window',
      'patterns.open_hours',
      'reports.photo_url',
      'export.has_photo',
    ],
  },
  {
    id: 'form.no-highlights',
    promise: 'Form 1 has no highlights endpoint.',
    made: ['Endpoints 5', 'Queue Headcount Estimate API 2.3'],
    at: '/paths',
    form: 1,
    endpoints: ['highlights'],
  },
  {
    id: 'form.no-photo-info',
    promise: 'Form 2 reports have no photo information, neither in the feed nor in the export.',
    made: ['Report (feed item) 4', 'Queue Headcount Estimate API 2.3', 'CSV row 2', 'Versioning 2.2'],
    at: '/components/schemas/Report',
    form: 2,
    contract: true,
    endpoints: ['reports', 'export.csv'],
    presupposes: ['http.json', 'export.csv'],
  },
];
