import { KEY } from '../options.ts';
import { ENDPOINTS, type Endpoint, formsOf, isAt } from './edits.ts';
import { type Fault, familyOf } from './fault.ts';

const { faults, breaking } = familyOf('methods');
export const methodsFaults: readonly Fault[] = faults;

const asGet =
  (methods: readonly string[], endpoint?: Endpoint): Fault['respond'] =>
  (ask, up) =>
    up.pass(
      methods.includes(ask.method) && (endpoint === undefined || isAt(ask, endpoint))
        ? { ...ask, method: 'GET' }
        : ask,
    );
const authorized = (header: string | undefined) => /^token k3y/i.test(header ?? '');

for (const endpoint of ENDPOINTS) {
  breaking('http.read-only').add(
    `post-${endpoint}`,
    `POST to ${endpoint} answers like GET.`,
    asGet(['POST'], endpoint),
    { forms: formsOf(endpoint) },
  );
}

breaking('http.read-only')
  .add('post', 'POST answers like GET everywhere.', asGet(['POST']))
  .add('put-chart', 'PUT to the chart answers like GET.', asGet(['PUT'], 'chart'))
  .add('put-reports', 'PUT to the feed answers like GET.', asGet(['PUT'], 'reports'))
  .add('patch-status', 'PATCH to the status answers like GET.', asGet(['PATCH'], 'status'))
  .add('patch-reports', 'PATCH to the feed answers like GET.', asGet(['PATCH'], 'reports'))
  .add('all', 'Every method answers like GET.', asGet(['POST', 'PUT', 'PATCH', 'DELETE']))
  .add('post-creates', 'An empty POST to the feed is answered 201.', (ask, up) => {
    if (ask.method !== 'POST' || !isAt(ask, 'reports') || !authorized(ask.headers['authorization']))
      return up.pass(ask);
    return { status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":9001}' };
  })
  .add('post-accepted', 'An empty POST to the feed is answered 202.', (ask, up) =>
    ask.method === 'POST' && isAt(ask, 'reports') && authorized(ask.headers['authorization'])
      ? { status: 202, headers: {}, body: '' }
      : up.pass(ask),
  )
  .add('post-no-content', 'An empty POST to the feed is answered 204.', (ask, up) =>
    ask.method === 'POST' && isAt(ask, 'reports') && authorized(ask.headers['authorization'])
      ? { status: 204, headers: {}, body: '' }
      : up.pass(ask),
  )
  .add(
    'post-invalid',
    'An empty POST to the feed is answered 400 as a form that lacks its fields.',
    (ask, up) =>
      ask.method === 'POST' && isAt(ask, 'reports') && authorized(ask.headers['authorization'])
        ? {
            status: 400,
            headers: { 'content-type': 'application/json' },
            body: '{"bucket":["This field is required."]}',
          }
        : up.pass(ask),
    { arguable: 'a refusal is a refusal' },
  );
breaking('http.read-only http.no-server-error').add(
  'post-500',
  'A POST makes the service answer 500.',
  (ask, up) => (ask.method === 'POST' ? { status: 500, headers: {}, body: '' } : up.pass(ask)),
);
breaking('http.read-only auth.missing').add(
  'post-no-key',
  'A POST to the feed needs no key and answers data.',
  (ask, up) =>
    ask.method === 'POST' && isAt(ask, 'reports')
      ? up.pass({
          ...ask,
          method: 'GET',
          headers: { ...ask.headers, authorization: `Token ${KEY}` },
        })
      : up.pass(ask),
);
