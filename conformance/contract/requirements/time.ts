import type { RequirementRecord } from './record.ts';

export const timeRequirements = [
  {
    id: 'time.format',
    promise: 'Every timestamp is a valid ISO 8601 date-time with a UTC offset.',
    made: ['Resources and their fields 1.1'],
    reading:
      'Every notation of ISO 8601 with an offset: basic or extended, without seconds, with a comma, offsets of hours. A space for the T is not ISO 8601.',
    at: '/components/schemas/Timestamp',
    level: 'must',
    contract: true,
    endpoints: ['status', 'chart', 'highlights', 'reports', 'export.csv'],
    since: '2026-11',
  },
  {
    id: 'time.local-offset',
    promise:
      "Every timestamp has the offset of the service's local time at that instant, the same on all endpoints.",
    made: ['Resources and their fields 1.1'],
    reading:
      'Offsets are compared between endpoints and between neighbouring times; which zone the service is in does not matter.',
    at: '/components/schemas/Timestamp',
    level: 'must',
    endpoints: ['status', 'chart', 'highlights', 'reports', 'export.csv'],
    since: '2026-11',
  },
] as const satisfies readonly RequirementRecord[];
