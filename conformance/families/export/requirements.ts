import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const exportRequirements: readonly BehaviorRecord[] = [
  {
    id: 'export.has_photo-agrees',
    promise: 'has_photo is True for exactly the reports that have a photo_url.',
    made: ['CSV row 1'],
    at: '/components/schemas/ExportRow/properties/has_photo',
    endpoints: ['export.csv', 'reports'],
    presupposes: ['export.has_photo', 'export.rows'],
  },
];
