/** Well-formed HTTP requests of every kind, with what the service may respond where that is known in advance. */
import fc from 'fast-check';
import { authorizations, bodies, headers, methods } from './fields.ts';
import type { Known } from './known.ts';
import type { Header, Message } from './message.ts';
import { paths, validQuery, wrongQuery } from './targets.ts';

export const REQUEST_KINDS = [
  'valid parameters',
  'wrong parameters',
  'keys',
  'paths',
  'methods',
  'headers',
  'HTTP/1.0',
  'absolute form',
] as const;
type RequestKind = (typeof REQUEST_KINDS)[number];

/** Responses without a valid key: one machine sends more of these requests than a network may (gap `failed-authentication`). */
const NO_KEY: readonly number[] = [401, 429];

/** Every kind of well-formed request. */
export function requestsOf(known: Known): Readonly<Record<RequestKind, fc.Arbitrary<Message>>> {
  const operation = fc.constantFrom(...known.operations);
  const withKey: Header = ['Authorization', `Token ${known.key}`];
  const message = (
    parts: Partial<Message> & Pick<Message, 'target'>,
    headers: readonly Header[] = [withKey],
  ): Message => ({
    method: 'GET',
    version: '1.1',
    body: '',
    expected: null,
    ...parts,
    headers: [['Host', known.host], ...headers],
  });
  return {
    'valid parameters': operation.chain((one) =>
      validQuery(one, known).map((query) => message({ target: `${one.path}${query}`, expected: [200] })),
    ),
    'wrong parameters': fc
      .tuple(operation, fc.constantFrom('GET', 'HEAD'))
      .chain(([one, method]) =>
        wrongQuery(one, known).map((query) => message({ method, target: `${one.path}?${query}` })),
      ),
    keys: fc
      .tuple(operation, authorizations(known))
      .map(([{ path }, headers]) => message({ target: path, expected: NO_KEY }, headers)),
    paths: fc
      .tuple(paths(known), fc.boolean())
      .map(([target, keyed]) => message({ target }, keyed ? [withKey] : [])),
    methods: fc
      .tuple(operation, methods, bodies, fc.boolean())
      .map(([{ path }, method, [fields, body], keyed]) =>
        message(
          { target: path, method, body, expected: method === 'OPTIONS' ? [204] : keyed ? [405] : NO_KEY },
          [...fields, ...(keyed ? [withKey] : [])],
        ),
      ),
    headers: fc
      .tuple(
        fc.oneof(
          operation.map(({ path }) => path),
          fc.constantFrom('/', '/openapi.yaml', '/docs/', '/livez', '/photos/a.jpg', '/explorer.js'),
        ),
        fc.array(headers, { minLength: 1, maxLength: 4 }),
      )
      .map(([target, fields]) => message({ target }, [withKey, ...fields])),
    'HTTP/1.0': fc
      .tuple(
        operation,
        fc.constantFrom('GET', 'HEAD'),
        fc.array(fc.constantFrom<Header>(['Connection', 'keep-alive'], ['Connection', 'close']), {
          maxLength: 1,
        }),
      )
      .map(([{ path }, method, fields]) =>
        message({ target: path, method, version: '1.0' }, [withKey, ...fields]),
      ),
    'absolute form': fc
      .tuple(
        operation,
        fc.constantFrom('http://', 'HTTP://', 'https://'),
        fc.oneof(
          fc.constant(known.host),
          fc.domain(),
          fc.ipV6().map((ip) => `[${ip}]`),
        ),
      )
      .map(([{ path }, scheme, host]) => message({ target: `${scheme}${host}${path}`, expected: [200] })),
  };
}
