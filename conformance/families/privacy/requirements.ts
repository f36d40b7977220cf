import type { RequirementRecord } from '../../contract/requirement-record.ts';

export const privacyRequirements = [
  {
    id: 'privacy.coordinates-feed',
    promise: 'No individual report has coordinates, in the feed or in any other JSON response.',
    made: ['Behavior rules 3', 'What the service does 5'],
    reading:
      '“By the feed or by the export” is about reports. Coordinates of anything else, such as the venue, are only a warning. A place name is not a coordinate.',
    at: '/components/schemas/NoCoordinates',
    level: 'must',
    contract: true,
    endpoints: 'json',
  },
  {
    id: 'privacy.coordinates-export',
    promise: 'The export has no coordinates.',
    made: ['Behavior rules 3', 'What the service does 5'],
    at: '/components/schemas/NoCoordinates',
    level: 'must',
    contract: true,
    endpoints: ['export.csv'],
  },
  {
    id: 'privacy.anonymous',
    promise: 'Nothing in a report identifies who made it: no names, addresses, devices or accounts.',
    made: ['What the service does 5'],
    reading:
      'Only reports must be anonymous. The status may name a person to contact. A photo of the highlights that names a person is a warning.',
    at: '/components/schemas/Report',
    level: 'must',
    contract: true,
    endpoints: ['reports', 'export.csv'],
    presupposes: ['http.json', 'export.csv'],
  },
] as const satisfies readonly RequirementRecord[];
