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
    since: '2026-11',
  },
  {
    id: 'http.no-server-error',
    promise: 'No request causes a server error, not even occasionally.',
    made: ['Endpoints 2'],
    reading:
      'This includes requests whose response the description leaves open, such as malformed dates. By RFC 9110, a status of 500 or more means that the server failed, so no deployment sends it on purpose.',
    at: '/paths',
    level: 'must',
    contract: true,
    endpoints: 'all',
    since: '2026-11',
  },
  {
    id: 'http.json',
    promise:
      'Every response except the export is JSON as the documents describe it, with a JSON content type.',
    made: ['What the service does 4'],
    reading:
      'The description names no media type for JSON. Any type that ends in json passes; text/html or text/plain means that the body is something else.',
    at: '/paths',
    level: 'must',
    contract: true,
    endpoints: 'json',
    since: '2026-11',
  },
  {
    id: 'http.read-only',
    promise: 'The API is read with GET only; other methods neither return nor change data.',
    made: ['What the service does 3', 'Endpoints 1.1'],
    reading:
      'The description leaves the status for other methods open, but 2xx means that the request was carried out.',
    at: '/paths',
    level: 'must',
    endpoints: 'all',
    since: '2026-11',
  },
  {
    id: 'http.repeatable',
    promise: 'A report has the same id, time, bucket and headcount value in every response.',
    made: ['Chart data 3', 'Report (feed item) 1', 'Report (feed item) 2', 'Report (feed item) 3'],
    reading:
      'A report has one time, one bucket and one value. Each request may get newly signed URLs and another photo for a day.',
    at: '/paths',
    level: 'must',
    endpoints: 'all',
    since: '2026-11',
  },
] as const satisfies readonly RequirementRecord[];
