/** Requests of every kind, with what the service may respond where that is known in advance. */
import fc from 'fast-check';
import { ambiguousBodies, bodies, damages, header, methods } from './bytes.fixture.ts';
import { type Conversation, type Header, type Known, type Message, textOf } from './message.fixture.ts';
import { operationsOf, paths, validQuery, wrongQuery } from './targets.fixture.ts';
import { oneOf } from './texts.fixture.ts';

export const KINDS = [
  'valid parameters',
  'wrong parameters',
  'paths',
  'methods',
  'headers',
  'HTTP/1.0',
  'absolute form',
  'pipelines',
  'damaged bytes',
  'ambiguous bodies',
] as const;

/** Responses without a valid key: one machine sends more of these requests than a network may (gap `failed-authentication`). */
const NO_KEY: readonly number[] = [401, 429];

/** What clients write, by kind. */
export function conversationsOf(
  known: Known,
): Readonly<Record<(typeof KINDS)[number], fc.Arbitrary<Conversation>>> {
  const operation = operationsOf(known);
  const path = operation.map((one) => one.path);
  const withKey: Header = ['Authorization', `Token ${known.key}`];
  const message = (
    parts: Partial<Message> & Pick<Message, 'target'>,
    fields: readonly Header[] = [withKey],
  ): Message => ({
    method: 'GET',
    version: '1.1',
    body: '',
    expected: null,
    ...parts,
    headers: [['Host', known.host], ...fields],
  });
  const requests = {
    'valid parameters': operation.chain((one) =>
      validQuery(one, known).map((query) => message({ target: `${one.path}${query}`, expected: [200] })),
    ),
    'wrong parameters': fc
      .tuple(operation, oneOf('GET HEAD'))
      .chain(([one, method]) =>
        wrongQuery(one, known).map((query) => message({ method, target: `${one.path}${query}` })),
      ),
    paths: fc
      .tuple(paths(known), fc.boolean())
      .map(([target, isKeyed]) => message({ target }, isKeyed ? [withKey] : [])),
    methods: fc
      .tuple(path, methods, bodies, fc.boolean())
      .map(([target, method, { fields, body }, isKeyed]) => {
        const expected = method === 'OPTIONS' ? [204] : isKeyed ? [405] : NO_KEY;
        return message({ target, method, body, expected }, isKeyed ? [...fields, withKey] : fields);
      }),
    headers: fc
      .tuple(
        fc.oneof(path, oneOf('/ /openapi.yaml /docs/ /livez /photos/a.jpg /explorer.js')),
        fc.array(header, { minLength: 1, maxLength: 4 }),
      )
      .map(([target, fields]) => message({ target }, [withKey, ...fields])),
    'HTTP/1.0': fc
      .tuple(path, oneOf('GET HEAD'), fc.array(oneOf('keep-alive close'), { maxLength: 1 }))
      .map(([target, method, tokens]) =>
        message({ target, method, version: '1.0' }, [
          withKey,
          ...tokens.map((token): Header => ['Connection', token]),
        ]),
      ),
    'absolute form': fc
      .tuple(
        path,
        oneOf('http:// HTTP:// https://'),
        fc.oneof(
          fc.constant(known.host),
          fc.domain(),
          fc.ipV6().map((ip) => `[${ip}]`),
        ),
      )
      .map(([target, scheme, host]) => message({ target: `${scheme}${host}${target}`, expected: [200] })),
  };
  const any = fc.oneof(...Object.values(requests));
  const single = (one: fc.Arbitrary<Message>) => one.map((written) => conversationOf([written]));
  return {
    ...(Object.fromEntries(Object.entries(requests).map(([kind, one]) => [kind, single(one)])) as Readonly<
      Record<keyof typeof requests, fc.Arbitrary<Conversation>>
    >),
    pipelines: fc
      .array(
        any.filter(({ version }) => version === '1.1'),
        { minLength: 2, maxLength: 8 },
      )
      .map(conversationOf),
    'damaged bytes': fc
      .tuple(
        any.filter(({ method }) => method !== 'HEAD').map(textOf),
        fc.array(damages, { minLength: 1, maxLength: 4 }),
      )
      .map(([text, made]) => raw(made.reduce((bytes, damage) => damage(bytes), text))),
    'ambiguous bodies': ambiguousBodies(known.host).map(raw),
  };
}

/** Requests that are written at once, one after the other (pipelining). */
function conversationOf(messages: readonly Message[]): Conversation {
  return { bytes: messages.map(textOf).join(''), messages };
}

/** No request has the method HEAD, since its response could not be told from one with a body. */
function raw(written: string): Conversation {
  return { bytes: written.replaceAll('HEAD', 'HEAP'), messages: null };
}
