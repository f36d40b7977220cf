import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const highlightsRequirements: readonly BehaviorRecord[] = [
  {
    id: 'highlights.photo-host',
    promise: 'All photo URLs are on one photo host.',
    made: ['Highlight (Form 2) 4', 'Highlight (Form 2) 5'],
    reading: '{photo_host} is the same placeholder in both rows, so it means one host. Ports may differ.',
    at: '/components/schemas/Photo/properties/image_url',
    presupposes: ['highlights.photo-image_url', 'highlights.photo-thumbnail_url'],
  },
  {
    id: 'highlights.older',
    promise: 'The photo is older than the day it is shown for.',
    made: ['Highlight (Form 2) 2'],
    reading: 'An older photo that is brought back for a day was taken before that day.',
    at: '/components/schemas/Highlight/properties/photo',
    presupposes: ['time.local-offset', 'highlights.date', 'highlights.photo-created_at'],
  },
];
