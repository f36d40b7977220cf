import type { RequirementRecord } from './record.ts';

export const authRequirements = [
  {
    id: 'auth.accepted',
    promise: 'Every endpoint accepts a valid key after the word Token and one space.',
    made: ['Authentication 1', 'Endpoints 1.1'],
    at: '/components/securitySchemes/token',
    level: 'must',
    contract: true,
    endpoints: 'all',
  },
  {
    id: 'auth.missing',
    promise: 'Every endpoint rejects a request without credentials with 401.',
    made: ['Errors 1', 'Endpoints 1.1', 'Authentication 3'],
    at: '/components/responses/Unauthorized',
    level: 'must',
    contract: true,
    endpoints: 'all',
  },
  {
    id: 'auth.wrong-key',
    promise:
      'Every endpoint rejects a key that was never issued with 401, even if it starts or ends like a valid one.',
    made: ['Errors 1', 'Authentication 3'],
    at: '/components/responses/Unauthorized',
    level: 'must',
    endpoints: 'all',
  },
  {
    id: 'auth.other-scheme',
    promise: 'A key with another scheme (Bearer, Basic) is rejected with 401.',
    made: ['Authentication 1'],
    reading:
      'Every request needs the header in this form, so a request with another form has no valid token.',
    at: '/components/securitySchemes/token',
    level: 'must',
    endpoints: 'shared',
  },
  {
    id: 'auth.keyword',
    promise: 'A key without the keyword Token before it is rejected with 401.',
    made: ['Authentication 1'],
    at: '/components/securitySchemes/token',
    level: 'must',
    endpoints: 'shared',
  },
  {
    id: 'auth.empty',
    promise: 'The keyword without a key, or with text after the key, is rejected with 401.',
    made: ['Authentication 1'],
    at: '/components/securitySchemes/token',
    level: 'must',
    endpoints: 'shared',
  },
  {
    id: 'auth.header-only',
    promise:
      'A key is valid in the Authorization header only; a request with a key anywhere else, such as in the query, is rejected with 401.',
    made: ['Authentication 1'],
    reading: 'If the key is elsewhere only, the request lacks the required header.',
    at: '/components/securitySchemes/token',
    level: 'must',
    endpoints: 'shared',
  },
  {
    id: 'auth.no-data',
    promise: 'A rejected request gets none of the requested data.',
    made: ['Errors 1'],
    reading: 'The description leaves the body of the 401 open, but a rejected request must not get the data.',
    at: '/components/responses/Unauthorized',
    level: 'must',
    endpoints: 'all',
  },
] as const satisfies readonly RequirementRecord[];
