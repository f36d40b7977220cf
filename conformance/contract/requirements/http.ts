import type { RequirementRecord } from './record.ts';

export const httpRequirements = [
  {
    id: 'http.answers',
    promise:
      'Every endpoint of the form responds to an allowed GET under {base_url}/api/v1/ with status 200.',
    made: [
      'Endpoints 1.2',
      'Queue Headcount Estimate API 2.2',
      'What the service does 3',
      'Endpoints 2',
      'Endpoints 3',
      'Endpoints 4',
      'Endpoints 5',
      'Endpoints 6',
      'Endpoints 7',
      'Versioning 1',
    ],
    at: '/paths',
    level: 'must',
    contract: true,
    endpoints: 'all',
  },
  {
    id: 'http.no-server-error',
    promise: 'No request causes a server error, not even occasionally.',
    made: ['Endpoints 2'],
    at: '/paths',
    level: 'must',
    contract: true,
    endpoints: 'all',
  },
  {
    id: 'http.json',
    promise:
      'Every response except the export is JSON as the documents describe it, with a JSON content type.',
    made: ['What the service does 4'],
    at: '/paths',
    level: 'must',
    contract: true,
    endpoints: 'json',
  },
  {
    id: 'http.read-only',
    promise: 'The interface is read with GET only; other methods neither return data nor change any.',
    made: ['What the service does 3', 'Endpoints 1.1'],
    at: '/paths',
    level: 'must',
    endpoints: 'all',
  },
  {
    id: 'http.repeatable',
    promise: 'The same request about past days always gets the same response.',
    made: ['Versioning 2.1'],
    at: '/paths',
    level: 'must',
    endpoints: 'all',
  },
] as const satisfies readonly RequirementRecord[];
