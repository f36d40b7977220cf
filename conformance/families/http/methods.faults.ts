import { ENDPOINTS, type Endpoint, formsOf, isAt, withKey } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';

const { faults, breaking } = familyOf('methods');
export const methodsFaults: readonly Fault[] = faults;

const asGet =
  (methods: readonly string[], endpoint?: Endpoint): Fault['respond'] =>
  (request, upstream) =>
    upstream.pass(
      methods.includes(request.method) && (endpoint === undefined || isAt(request, endpoint))
        ? { ...request, method: 'GET' }
        : request,
    );
const authorized = (header: string | undefined) => /^token k3y/i.test(header ?? '');

for (const endpoint of ENDPOINTS) {
  breaking('http.read-only').add(
    `post-${endpoint}`,
    `POST to ${endpoint} behaves like GET.`,
    asGet(['POST'], endpoint),
    { forms: formsOf(endpoint) },
  );
}

breaking('http.read-only')
  .add('post', 'POST behaves like GET everywhere.', asGet(['POST']))
  .add('put-chart', 'PUT to the chart behaves like GET.', asGet(['PUT'], 'chart'))
  .add('patch-status', 'PATCH to the status behaves like GET.', asGet(['PATCH'], 'status'))
  .add('post-creates', 'An empty POST to the feed gets 201.', (request, upstream) => {
    if (
      request.method !== 'POST' ||
      !isAt(request, 'reports') ||
      !authorized(request.headers['authorization'])
    )
      return upstream.pass(request);
    return { status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":9001}' };
  })
  .add(
    'post-invalid',
    'An empty POST to the feed gets 400, like a form with missing fields.',
    (request, upstream) =>
      request.method === 'POST' && isAt(request, 'reports') && authorized(request.headers['authorization'])
        ? {
            status: 400,
            headers: { 'content-type': 'application/json' },
            body: '{"bucket":["This field is required."]}',
          }
        : upstream.pass(request),
    { mustPass: 'the request is rejected all the same' },
  );
breaking('http.read-only', 'http.no-server-error').add(
  'post-500',
  'A POST makes the service return 500.',
  (request, upstream) =>
    request.method === 'POST' ? { status: 500, headers: {}, body: '' } : upstream.pass(request),
  { mustPass: 'the description leaves the response to other methods open' },
);
breaking('http.read-only', 'auth.missing').add(
  'post-no-key',
  'A POST to the feed needs no key and returns data.',
  (request, upstream) =>
    request.method === 'POST' && isAt(request, 'reports')
      ? upstream.pass(withKey({ ...request, method: 'GET' }, upstream))
      : upstream.pass(request),
);
