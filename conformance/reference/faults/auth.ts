import { addDays } from '../local-time.ts';
import { type HttpResponse, KEY } from '../options.ts';
import { ENDPOINTS, type Endpoint, formsOf, isAt, TODAY } from './edits.ts';
import { type Fault, familyOf } from './fault.ts';

const { faults, breaking, by } = familyOf('auth');
export const authFaults: readonly Fault[] = faults;

const VALID = `Token ${KEY}`;
type Test = (header: string | undefined) => boolean;

/** Accepts credentials that pass a test as if they were the valid key. */
const inAccepts =
  (test: Test, at: (request: Parameters<Fault['respond']>[0]) => boolean = () => true): Fault['respond'] =>
  (request, { pass }) =>
    pass(
      test(request.headers['authorization']) && at(request)
        ? { ...request, headers: { ...request.headers, authorization: VALID } }
        : request,
    );
/** Replaces parts of a 401 response. */
const rejects =
  (
    instead: Partial<HttpResponse>,
    test: Test,
    at: (request: Parameters<Fault['respond']>[0]) => boolean = () => true,
  ): Fault['respond'] =>
  (request, { pass }) => {
    const response = pass(request);
    return response.status === 401 && test(request.headers['authorization']) && at(request)
      ? { ...response, ...instead }
      : response;
  };
const missing: Test = (header) => header === undefined || header.trim() === '';
const wrong: Test = (header) => /^Token \S+$/.test(header ?? '') && header !== VALID;
const any: Test = () => true;
const only = (endpoint: Endpoint) => (request: Parameters<Fault['respond']>[0]) => isAt(request, endpoint);

const accepts = by(inAccepts);

for (const endpoint of ENDPOINTS) {
  const forms = formsOf(endpoint);
  const at = only(endpoint);
  breaking('auth.missing').add(
    `no-key-${endpoint}`,
    `${endpoint} responds without credentials.`,
    inAccepts(missing, at),
    { forms },
  );
  breaking('auth.wrong-key').add(
    `wrong-key-${endpoint}`,
    `${endpoint} responds to a wrong key.`,
    inAccepts(wrong, at),
    { forms },
  );
  breaking('auth.missing', 'auth.wrong-key').add(
    `open-${endpoint}`,
    `${endpoint} ignores credentials.`,
    inAccepts(any, at),
    { forms },
  );
  breaking('auth.missing').add(
    `403-${endpoint}`,
    `${endpoint} rejects a missing key with 403.`,
    rejects({ status: 403 }, missing, at),
    { forms },
  );
  breaking('auth.wrong-key').add(
    `wrong-403-${endpoint}`,
    `${endpoint} rejects a wrong key with 403.`,
    rejects({ status: 403 }, wrong, at),
    { forms },
  );
  breaking('auth.accepted', 'http.answers').add(
    `valid-refused-${endpoint}`,
    `${endpoint} returns 401 to the valid key.`,
    (request, { pass }) =>
      pass(
        at(request)
          ? { ...request, headers: { ...request.headers, authorization: 'Token nobody' } }
          : request,
      ),
    { forms },
  );
}
for (const name of ['token', 'api_key', 'key', 'access_token']) {
  breaking('auth.header-only').add(
    `query-${name}`,
    `The key is accepted in the query as \`${name}\`.`,
    (request, { pass }) =>
      pass(
        request.query.get(name) === KEY
          ? { ...request, headers: { ...request.headers, authorization: VALID } }
          : request,
      ),
  );
}

breaking('auth.wrong-key', 'http.no-server-error')
  .add('any-key', 'Every key is accepted; a missing one is rejected.', inAccepts(wrong))
  .add('status-407', 'A wrong key gets 407.', rejects({ status: 407 }, wrong))
  .add(
    'error-in-200',
    'A wrong key gets 200 with an error body.',
    rejects({ status: 200, body: '{"error":"unauthorized"}' }, wrong),
  )
  .add('wrong-500', 'A wrong key makes the service return 500.', rejects({ status: 500 }, wrong))
  .add(
    'wrong-cursor-pages',
    'Pages after the first accept a wrong key.',
    inAccepts(wrong, (request) => request.query.has('cursor')),
  );
breaking('auth.missing', 'auth.wrong-key')
  .add('all-open', 'No endpoint requires a key.', inAccepts(any))
  .add(
    'cursor-pages-open',
    'Pages after the first need no key.',
    inAccepts(any, (request) => request.query.has('cursor')),
  )
  .add(
    'ranges-open',
    'Chart and patterns of a range need no key.',
    inAccepts(any, (request) => request.query.has('since')),
  )
  .add(
    'remembered',
    'Once a client has shown the key, it needs none for a while.',
    (request, { pass, memory }) => {
      const valid = request.headers['authorization'] === VALID;
      if (valid) memory.set('known', true);
      return pass(
        memory.get('known') === true
          ? { ...request, headers: { ...request.headers, authorization: VALID } }
          : request,
      );
    },
  );
breaking('auth.missing')
  .add('status-400', 'Missing credentials get 400.', rejects({ status: 400 }, missing))
  .add('status-404', 'Missing credentials get 404.', rejects({ status: 404 }, missing))
  .add(
    'login-page',
    'Missing credentials lead to a login page with 302.',
    rejects({ status: 302, headers: { location: '/login' }, body: '' }, missing),
  )
  .add(
    'error-in-200-missing',
    'A missing key gets 200 with an error body.',
    rejects({ status: 200, body: '{"detail":"no key"}' }, missing),
  );
breaking('auth.keyword', 'auth.other-scheme', 'auth.empty', 'http.no-server-error')
  .add(
    'malformed-500',
    'A header that does not have two words makes the service return 500.',
    rejects({ status: 500 }, (header) => header !== undefined && header.trim().split(/\s+/).length !== 2),
  )
  .add(
    'malformed-400',
    'A header of another scheme gets 400.',
    rejects({ status: 400 }, (header) => header !== undefined && !/^token\s/i.test(header)),
  );
accepts
  .breaking('auth.other-scheme')
  .add('bearer', 'The keyword `Bearer` is accepted.', (header) => header === `Bearer ${KEY}`)
  .add('basic', 'The keyword `Basic` with the bare key is accepted.', (header) => header === `Basic ${KEY}`)
  .add('any-scheme', 'Any word before the key is accepted.', (header) =>
    new RegExp(`^\\S+ ${KEY}$`).test(header ?? ''),
  );
accepts
  .breaking('auth.keyword')
  .add('no-keyword', 'The key alone, without the keyword, is accepted.', (header) => header === KEY);
accepts
  .breaking('auth.keyword', 'auth.other-scheme')
  .add('last-word', 'Anything that ends in the key is accepted.', (header) => (header ?? '').endsWith(KEY));
accepts
  .breaking('auth.empty', 'auth.wrong-key')
  .add('empty-key', 'The keyword alone is accepted.', (header) => /^Token\s*$/.test(header ?? ''))
  .add('key-suffix', 'A key with a suffix is accepted.', (header) => (header ?? '').startsWith(VALID));
accepts
  .breaking('auth.keyword', 'auth.empty')
  .add(
    'no-space',
    'Keyword and key without a space between them are accepted.',
    (header) => header === `Token${KEY}`,
  );
accepts
  .breaking('auth.wrong-key', 'http.no-server-error')
  .add(
    'key-prefix',
    'A prefix of the key is accepted.',
    (header) => /^Token \S{8,}$/.test(header ?? '') && VALID.startsWith(header ?? '-'),
  )
  .add(
    'same-length',
    'Only the length of the key is checked.',
    (header) => (header ?? '').length === VALID.length && (header ?? '').startsWith('Token '),
  );
breaking('auth.accepted', 'http.answers').add(
  'only-bearer',
  'The documented keyword is rejected; `Bearer` is required.',
  (request, { pass }) => {
    const header = request.headers['authorization'] ?? '';
    const turned = header === VALID ? 'Token none' : header === `Bearer ${KEY}` ? VALID : header;
    return pass({ ...request, headers: { ...request.headers, authorization: turned } });
  },
  { arguable: 'a key that no endpoint accepts may be a wrong key, so there is no verdict' },
);
breaking('auth.no-data')
  .add(
    'key-in-body',
    'The 401 leaks a report.',
    rejects({ body: `{"results":[{"id":1,"created_at":"${addDays(TODAY, -1)}T12:00:00-08:00"}]}` }, missing),
  )
  .add('status-in-401', 'The 401 of the status contains the status.', (request, { pass }) => {
    const response = pass(request);
    if (response.status !== 401 || !isAt(request, 'status')) return response;
    return { ...pass({ ...request, headers: { ...request.headers, authorization: VALID } }), status: 401 };
  })
  .add('data-in-401', 'Every 401 contains the requested data.', (request, { pass }) => {
    const response = pass(request);
    return response.status === 401
      ? { ...pass({ ...request, headers: { ...request.headers, authorization: VALID } }), status: 401 }
      : response;
  });
breaking('auth.header-only').add(
  'x-api-key',
  'The key is accepted in the header X-API-Key.',
  (request, { pass }) =>
    pass(
      request.headers['x-api-key'] === KEY
        ? { ...request, headers: { ...request.headers, authorization: VALID } }
        : request,
    ),
);
