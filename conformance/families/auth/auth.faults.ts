import { ENDPOINTS, type Endpoint, formsOf, isAt, withKey } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';
import { isDate } from '../../reference/local-time.ts';
import type { HttpRequest, HttpResponse } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('auth');
export const authFaults: readonly Fault[] = faults;

/** A test of the Authorization header; `valid` is the one that the service accepts. */
type Test = (header: string | undefined, valid: string) => boolean;
const isValid = (request: HttpRequest, key: string) => request.headers['authorization'] === `Token ${key}`;
/** Checks dates before keys, at all endpoints or at one. */
const datesFirst =
  (endpoint?: Endpoint): Fault['respond'] =>
  (request, { pass, key }) => {
    const areValid = ['since', 'until'].every((name) => isDate(request.query.get(name) ?? '2026-01-01'));
    const isElsewhere = endpoint !== undefined && !isAt(request, endpoint);
    return areValid || isElsewhere || isValid(request, key)
      ? pass(request)
      : { ...pass(request), status: 400, body: '{"error":"no such date"}' };
  };

/** Accepts credentials that pass a test as if they were the valid key. */
const inAccepts =
  (test: Test, at: (request: Parameters<Fault['respond']>[0]) => boolean = () => true): Fault['respond'] =>
  (request, upstream) =>
    upstream.pass(
      test(request.headers['authorization'], `Token ${upstream.key}`) && at(request)
        ? withKey(request, upstream)
        : request,
    );
/** Replaces parts of a 401 response. */
const rejects =
  (
    instead: Partial<HttpResponse>,
    test: Test,
    at: (request: Parameters<Fault['respond']>[0]) => boolean = () => true,
  ): Fault['respond'] =>
  (request, { pass, key }) => {
    const response = pass(request);
    return response.status === 401 && test(request.headers['authorization'], `Token ${key}`) && at(request)
      ? { ...response, ...instead }
      : response;
  };
const missing: Test = (header) => header === undefined || header.trim() === '';
const wrong: Test = (header, valid) => /^Token \S+$/.test(header ?? '') && header !== valid;
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
for (const name of ['token', 'api_key']) {
  breaking('auth.header-only').add(
    `query-${name}`,
    `The key is accepted in the query as \`${name}\`.`,
    (request, upstream) =>
      upstream.pass(request.query.get(name) === upstream.key ? withKey(request, upstream) : request),
  );
}

breaking('auth.wrong-key', 'http.no-server-error')
  .add(
    'error-in-200',
    'A wrong key gets 200 with an error body.',
    rejects({ status: 200, body: '{"error":"unauthorized"}' }, wrong),
  )
  .add('wrong-500', 'A wrong key makes the service return 500.', rejects({ status: 500 }, wrong));
breaking('auth.missing', 'auth.wrong-key')
  .add('all-open', 'No endpoint requires a key.', inAccepts(any))
  .add(
    'cursor-pages-open',
    'Pages after the first need no key.',
    inAccepts(any, (request) => request.query.has('cursor')),
  )
  .add('dates-first', 'An invalid date gets 400 before the key is checked.', datesFirst())
  .add('remembered', 'Once a client has shown the key, it needs none for a while.', (request, upstream) => {
    const { memory } = upstream;
    if (isValid(request, upstream.key)) memory.set('known', true);
    return upstream.pass(memory.get('known') === true ? withKey(request, upstream) : request);
  });

breaking('auth.keyword', 'auth.other-scheme', 'auth.empty', 'http.no-server-error').add(
  'malformed-500',
  'A header that does not have two words makes the service return 500.',
  rejects({ status: 500 }, (header) => header !== undefined && header.trim().split(/\s+/).length !== 2),
);
accepts
  .breaking('auth.other-scheme')
  .add(
    'bearer',
    'The keyword `Bearer` is accepted.',
    (header, valid) => header === valid.replace('Token', 'Bearer'),
  )
  .add(
    'basic',
    'The scheme `Basic` is accepted with the key as the user name.',
    (header, valid) => header === `Basic ${btoa(`${valid.slice('Token '.length)}:`)}`,
  );
accepts
  .breaking('auth.keyword')
  .add(
    'no-keyword',
    'The key alone, without the keyword, is accepted.',
    (header, valid) => `Token ${header}` === valid,
  );
accepts
  .breaking('auth.empty', 'auth.wrong-key')
  .add('empty-key', 'The keyword alone is accepted.', (header) => /^Token\s*$/.test(header ?? ''))
  .add('key-suffix', 'A key with a suffix is accepted.', (header, valid) => (header ?? '').startsWith(valid));
accepts
  .breaking('auth.keyword', 'auth.empty')
  .add(
    'no-space',
    'Keyword and key without a space between them are accepted.',
    (header, valid) => header === valid.replace(' ', ''),
  );
accepts
  .breaking('auth.wrong-key', 'http.no-server-error')
  .add(
    'key-prefix',
    'A prefix of the key is accepted.',
    (header, valid) => /^Token \S{8,}$/.test(header ?? '') && valid.startsWith(header ?? '-'),
  );
breaking('auth.accepted', 'http.answers').add(
  'only-bearer',
  'The documented keyword is rejected; `Bearer` is required.',
  (request, upstream) => {
    if (request.headers['authorization'] === `Bearer ${upstream.key}`)
      return upstream.pass(withKey(request, upstream));
    return upstream.pass(
      isValid(request, upstream.key)
        ? { ...request, headers: { ...request.headers, authorization: 'Token none' } }
        : request,
    );
  },
);
breaking('auth.no-data').add('data-in-401', 'Every 401 contains the requested data.', (request, upstream) => {
  const response = upstream.pass(request);
  return response.status === 401 ? { ...upstream.pass(withKey(request, upstream)), status: 401 } : response;
});
breaking('auth.header-only').add(
  'x-api-key',
  'The key is accepted in the header X-API-Key.',
  (request, upstream) =>
    upstream.pass(request.headers['x-api-key'] === upstream.key ? withKey(request, upstream) : request),
);
