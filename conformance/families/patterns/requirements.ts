import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const patternsRequirements: readonly BehaviorRecord[] = [
  {
    id: 'patterns.open_hours-agree',
    promise: 'open_hours includes the hours in the open windows of days.',
    made: ['Patterns 10'],
    reading: 'Weeks that the gate has not requested may have longer hours, so wider hours are a warning.',
    at: '/components/schemas/Patterns/properties/open_hours',
    endpoints: ['patterns', 'chart'],
    presupposes: ['time.local-offset', 'patterns.open_hours'],
  },
];
