import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const authRequirements: readonly BehaviorRecord[] = [
  {
    id: 'auth.wrong-key',
    promise:
      'Every endpoint rejects a key that was never issued with 401, even if it starts or ends like a valid one.',
    made: ['Errors 1', 'Authentication 3'],
    reading:
      'One of the requests with such a key has a date that does not exist. The key comes first, but 403 is only a warning there, since a firewall may have responded.',
    at: '/components/responses/Unauthorized',
    presupposes: ['auth.missing'],
  },
  {
    id: 'auth.other-scheme',
    promise: 'A key with another scheme (Bearer, Basic) is rejected with 401.',
    made: ['Authentication 1'],
    reading:
      'Every request needs the header in this form, so a request with another form has no valid token.',
    at: '/components/securitySchemes/token',
    endpoints: 'shared',
    presupposes: ['auth.wrong-key'],
  },
  {
    id: 'auth.keyword',
    promise: 'A key without the keyword Token before it is rejected with 401.',
    made: ['Authentication 1'],
    at: '/components/securitySchemes/token',
    endpoints: 'shared',
    presupposes: ['auth.other-scheme'],
  },
  {
    id: 'auth.empty',
    promise: 'The keyword without a key, or with text after the key, is rejected with 401.',
    made: ['Authentication 1'],
    at: '/components/securitySchemes/token',
    endpoints: 'shared',
    presupposes: ['auth.keyword'],
  },
  {
    id: 'auth.header-only',
    promise:
      'A key is valid in the Authorization header only; a request with a key anywhere else, such as in the query, is rejected with 401.',
    made: ['Authentication 1'],
    reading: 'If the key is elsewhere only, the request lacks the required header.',
    at: '/components/securitySchemes/token',
    endpoints: 'shared',
    presupposes: ['auth.missing'],
  },
  {
    id: 'auth.no-data',
    promise: 'A rejected request gets none of the requested data.',
    made: ['Errors 1'],
    reading: 'The description leaves the body of the 401 open, but a rejected request must not get the data.',
    at: '/components/responses/Unauthorized',
    presupposes: ['auth.missing'],
  },
];
