import type { RequirementRecord } from './record.ts';

export const privacyRequirements = [
  {
    id: 'privacy.coordinates-feed',
    promise: 'Neither the feed nor any other JSON response has coordinates.',
    made: ['Behavior rules 3', 'What the service does 5'],
    at: '/components/schemas/NoCoordinates',
    level: 'must',
    contract: true,
    endpoints: 'json',
    since: '2026-11',
  },
  {
    id: 'privacy.coordinates-export',
    promise: 'The export has no coordinates.',
    made: ['Behavior rules 3', 'What the service does 5'],
    at: '/components/schemas/NoCoordinates',
    level: 'must',
    contract: true,
    endpoints: ['export.csv'],
    since: '2026-11',
  },
  {
    id: 'privacy.anonymous',
    promise: 'Nothing identifies who reported: no names, addresses, devices or accounts.',
    made: ['What the service does 5'],
    at: '/components/schemas/Report',
    level: 'must',
    contract: true,
    endpoints: ['reports', 'export.csv'],
    since: '2026-11',
  },
] as const satisfies readonly RequirementRecord[];
