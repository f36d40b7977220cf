import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const timeRequirements: readonly BehaviorRecord[] = [
  {
    id: 'time.local-offset',
    promise:
      "Every timestamp has the offset of the service's local time at that instant, the same on all endpoints.",
    made: ['Resources and their fields 1.1'],
    reading:
      'The gate compares offsets between endpoints and between times close to each other. Between two times of one offset that are less than a week apart, another offset fails. The time zone of the service does not matter, but if all timestamps are in UTC, the hours of patterns and the closing time must be, too. Dates fail that are all a month before the Date header, if a day that has reports has none when it is requested.',
    at: '/components/schemas/Timestamp',
  },
];
