import type { RequirementRecord } from '../../contract/requirement-record.ts';

export const timeRequirements = [
  {
    id: 'time.format',
    promise: 'Every timestamp is a valid ISO 8601 date-time with a UTC offset.',
    made: ['Resources and their fields 1.1'],
    reading:
      'Every ISO 8601 notation with an offset passes: basic or extended, without seconds, with a comma, with an offset in hours. A space instead of the T is not ISO 8601.',
    at: '/components/schemas/Timestamp',
    level: 'must',
    contract: true,
    endpoints: ['status', 'chart', 'highlights', 'reports', 'export.csv'],
    presupposes: [
      'status.last_updated',
      'chart.scatter-t',
      'chart.line-t',
      'chart.open_window',
      'reports.created_at',
      'export.timestamp',
      'highlights.photo-expires_at',
    ],
  },
  {
    id: 'time.local-offset',
    promise:
      "Every timestamp has the offset of the service's local time at that instant, the same on all endpoints.",
    made: ['Resources and their fields 1.1'],
    reading:
      'The gate compares offsets between endpoints and between times close to each other. Between two times of one offset that are less than a week apart, another offset fails. The time zone of the service does not matter, but if all timestamps are in UTC, the hours of patterns and the closing time must be, too.',
    at: '/components/schemas/Timestamp',
    level: 'must',
    endpoints: ['status', 'chart', 'highlights', 'reports', 'export.csv'],
  },
] as const satisfies readonly RequirementRecord[];
