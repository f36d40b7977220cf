import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const httpRequirements: readonly BehaviorRecord[] = [
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
    contract: true,
    endpoints: 'all',
    presupposes: ['auth.accepted'],
  },
  {
    id: 'http.no-server-error',
    promise: 'No request that the description allows causes a server error, not even occasionally.',
    made: ['Endpoints 2'],
    reading:
      'A request without a valid key gets 401, so it must not cause one either. If the description leaves the response open, as for malformed dates and other methods, a server error is only a warning.',
    at: '/paths',
    contract: true,
    endpoints: 'all',
  },
  {
    id: 'http.json',
    promise:
      'Every response except the export is JSON as the documents describe it, with a JSON content type.',
    made: ['What the service does 4'],
    reading:
      'The description names no media type for JSON. Any type that ends in json passes. A type of another format, such as text/html or text/plain, says that the body is not JSON, and clients that look at the type believe it; an unknown type or none is a warning.',
    at: '/paths',
    contract: true,
    endpoints: 'json',
    presupposes: ['http.answers'],
  },
  {
    id: 'http.read-only',
    promise: 'The API is read with GET only; other methods neither return nor change data.',
    made: ['What the service does 3', 'Endpoints 1.1'],
    reading:
      'The description leaves the status for other methods open, but 2xx means that the request was carried out.',
    at: '/paths',
    endpoints: 'all',
  },
  {
    id: 'http.repeatable',
    promise: 'A report has the same id, time, bucket and headcount value in every response.',
    made: ['Chart data 3', 'Report (feed item) 1', 'Report (feed item) 2', 'Report (feed item) 3'],
    reading:
      'A report has one time, one bucket and one value. Each request may get newly signed URLs and another photo for a day.',
    at: '/paths',
    endpoints: 'all',
    presupposes: [
      'chart.scatter-in-bucket',
      'reports.bucket',
      'reports.photo_url',
      'reports.walk',
      'highlights.date',
      'highlights.photo-id',
      'highlights.photo-created_at',
    ],
  },
];
