/** Requests of every kind, with what the service may respond where that is known in advance. */
import fc from 'fast-check';
import type { ContractUnderTest, DocumentedResponse } from '../../contract/contract-under-test.fixture.ts';
import { anyText, cursorsFrom, dates, fieldText, inUrl, numbers, oddBytes, oneOf } from './texts.fixture.ts';

export type Header = readonly [name: string, value: string];

/** One HTTP request, whose response ends the connection. Each character of its texts stands for one byte (Latin-1). */
export interface Message {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly headers: readonly Header[];
  readonly body: string;
  /** The statuses that are right; null: any that is documented. */
  readonly expected: readonly number[] | null;
}

/** What requests need to know about the service. */
export interface Known {
  readonly host: string;
  readonly key: string;
  /** Cursors that the service has made. */
  readonly cursors: readonly string[];
  readonly contract: ContractUnderTest;
}

/** The request as it is written. */
export function textOf({ method, target, version, headers, body }: Message): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${body}`;
}

/** Responses without a valid key: one machine sends more of these requests than a network may (gap `failed-authentication`). */
const NO_KEY: readonly number[] = [401, 429];
const METHODS = 'POST PUT PATCH DELETE OPTIONS TRACE PROPFIND MKCOL SEARCH PURGE QUERY M-SEARCH LOCK';

/** Well-formed requests, by kind. */
export function messagesOf(known: Known) {
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
    headers: [['Host', known.host], ['Connection', 'close'], ...fields],
  });
  return {
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
      .tuple(path, oneOf(METHODS), fc.uint8Array({ maxLength: 2000 }), fc.boolean(), fc.boolean())
      .map(([target, method, bytes, isChunked, isKeyed]) => {
        const body = isChunked ? chunk(bytes) + chunk(new Uint8Array()) : latin1(bytes);
        const length: Header = isChunked
          ? ['Transfer-Encoding', 'chunked']
          : ['Content-Length', String(bytes.length)];
        const expected = method === 'OPTIONS' ? [204] : isKeyed ? [405] : NO_KEY;
        return message({ target, method, body, expected }, isKeyed ? [length, withKey] : [length]);
      }),
    headers: fc
      .tuple(
        fc.oneof(path, oneOf('/ /openapi.yaml /docs/ /livez /photos/a.jpg /explorer.js')),
        fc.array(header, { minLength: 1, maxLength: 4 }),
      )
      .map(([target, fields]) => message({ target }, [withKey, ...fields])),
    'HTTP/1.0': fc
      .tuple(path, oneOf('GET HEAD'))
      .map(([target, method]) => message({ target, method, version: '1.0' })),
    'absolute form': fc
      .tuple(path, oneOf('http:// HTTP:// https://'), fc.oneof(fc.constant(known.host), fc.domain()))
      .map(([target, scheme, host]) => message({ target: `${scheme}${host}${target}`, expected: [200] })),
  };
}

/** Bytes that may be no request, by kind. None has the method HEAD, whose response could not be told from one with a body. */
export function bytesOf(known: Known): Readonly<Record<string, fc.Arbitrary<string>>> {
  const { headers: _, ...messages } = messagesOf(known);
  const texts = fc.oneof(...Object.values(messages)).map(textOf);
  const damaged = fc
    .tuple(texts, fc.array(damages, { minLength: 1, maxLength: 4 }))
    .map(([text, made]) => made.reduce((bytes, damage) => damage(bytes), text));
  return {
    'damaged bytes': damaged.map((text) => text.replaceAll('HEAD', 'HEAP')),
    'ambiguous bodies': ambiguousBodies(known.host),
  };
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const chunk = (bytes: Uint8Array) => `${bytes.length.toString(16)}\r\n${latin1(bytes)}\r\n`;

const field = (names: string, values: string): fc.Arbitrary<Header> =>
  fc.tuple(oneOf(names), fc.oneof(oneOf(values), fieldText));

/** Fields that servers interpret, with odd values, and any others. */
const header: fc.Arbitrary<Header> = fc.oneof(
  field('If-None-Match If-Match', `* " W/ "x" W/"x","y" ,,, "${'x'.repeat(3000)}"`),
  field('If-Modified-Since If-Unmodified-Since If-Range Date', '0 1970-01-01 Thu,01'),
  field('Range', `bytes=0- bytes=-1 bytes=5-1 bytes=0-1,3-4 bytes=${'0-1,'.repeat(300)}5-6`),
  field('Accept-Encoding', `gzip br br;q=0,gzip;q=0.5 *;q=0 identity;q=0 gzip;q=x ${'gzip,'.repeat(500)}br`),
  field('Accept Accept-Language Content-Type Cookie User-Agent Via', '*/* text/html text/html;q=2'),
  field('Origin Access-Control-Request-Method', 'null http://evil.example DELETE'),
  field(
    'X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded X-HTTP-Method-Override X-Request-Id',
    'null 127.0.0.1 ::1 DELETE /api/v1/status',
  ),
  fc.tuple(fc.stringMatching(/^X-[A-Za-z0-9-]{1,40}$/), fieldText),
);

/** Something that happens to the bytes of a request, anywhere in them. */
const damages: fc.Arbitrary<(bytes: string) => string> = fc
  .tuple(
    oneOf('cut insert replace double bare-LF lower-case'),
    fc.double({ min: 0, max: 1, noNaN: true }),
    oddBytes,
  )
  .map(([kind, place, other]) => (bytes) => {
    const at = Math.floor(place * bytes.length);
    if (kind === 'cut') return bytes.slice(0, at);
    if (kind === 'insert') return bytes.slice(0, at) + other + bytes.slice(at);
    if (kind === 'replace') return bytes.slice(0, at) + other + bytes.slice(at + other.length);
    if (kind === 'double') return bytes + bytes;
    return kind === 'bare-LF' ? bytes.replaceAll('\r\n', '\n') : bytes.toLowerCase();
  });

/** Fields that disagree about a body, separated by bars. */
const AMBIGUOUS =
  'Content-Length: 5|Content-Length: 6|Content-Length: -1|Content-Length: +5|Content-Length: 5, 5|Content-Length: 0x5|' +
  'Content-Length: 99999999999999999999|Transfer-Encoding: chunked|Transfer-Encoding: gzip, chunked|' +
  'Transfer-Encoding: chunked, identity|Transfer-Encoding : chunked|Transfer-Encoding: xchunked|Expect: 100-continue|' +
  'Expect: nothing|Upgrade: websocket\r\nConnection: Upgrade|Connection: close, keep-alive|Connection: Host|' +
  'Trailer: Authorization| folded: value|no colon|: no name|Host: other';
const BODIES = [
  ...['', 'hello', '5\r\nhello\r\n0\r\n\r\n', '0\r\n\r\n', 'ffffffffffffffff\r\n', '-1\r\n', 'zz\r\n'],
  ...[
    '5;ext=1\r\nhello\r\n0\r\nX: y\r\n\r\n',
    '5\nhello\n0\n\n',
    `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  ],
  '0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n',
];

function ambiguousBodies(host: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      oneOf('GET POST OPTIONS CONNECT'),
      oneOf('/api/v1/status / * example.com:443 /docs/'),
      fc.array(fc.constantFrom(...AMBIGUOUS.split('|')), { minLength: 1, maxLength: 3 }),
      fc.oneof(fc.constantFrom(...BODIES), oddBytes),
    )
    .map(
      ([method, target, lines, text]) =>
        `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('\r\n')}\r\n\r\n${text}`,
    );
}

/** Each operation, as its successful response is documented. */
function operationsOf({ contract }: Known): fc.Arbitrary<DocumentedResponse> {
  return fc.constantFrom(...contract.responses.filter(({ status }) => status === '200'));
}

/** Queries that an operation accepts, with their question mark. */
function validQuery({ parameters }: DocumentedResponse, { cursors }: Known): fc.Arbitrary<string> {
  const date = fc.nat(120).map((days) => String(Temporal.PlainDate.from('2026-08-20').add({ days })));
  const values = parameters.map(({ name, schema: { minimum = 0, maximum } }) => {
    if (maximum !== undefined) return fc.integer({ min: minimum, max: maximum }).map((n) => `${name}=${n}`);
    const text = name === 'cursor' ? fc.constantFrom(...cursors) : date;
    return text.map((value) => `${name}=${value}`);
  });
  return fc
    .tuple(...values)
    .chain((pairs) => fc.subarray(pairs))
    .filter((pairs) => !isReversed(pairs))
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
}

function isReversed(pairs: readonly string[]): boolean {
  const { since = '', until = '9999' } = Object.fromEntries(new URLSearchParams(pairs.join('&')));
  return since > until;
}

/** Queries with anything in them, mostly wrong, with their question mark. */
function wrongQuery({ parameters }: DocumentedResponse, known: Known): fc.Arbitrary<string> {
  const names = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('status', ...parameters.map(({ name }) => name)) },
    { weight: 1, arbitrary: oneOf('Since limit[] since.x cursor; __proto__ format callback') },
    { weight: 1, arbitrary: anyText },
  );
  const value = fc.oneof(dates, numbers, cursorsFrom(known.cursors), anyText, fc.constant(known.key));
  const pair = fc.tuple(inUrl(names), oneOf('= = = =='), inUrl(value)).map((parts) => parts.join(''));
  const few = fc
    .tuple(fc.array(pair, { maxLength: 4 }), oneOf('& & & && ; ? &amp;'))
    .map(([pairs, separator]) => pairs.join(separator).slice(0, 8000));
  const many = fc
    .integer({ min: 100, max: 2600 })
    .map((count) => Array.from({ length: count }, (_, index) => `n${index}`).join('&'));
  return fc.oneof({ weight: 20, arbitrary: few }, { weight: 1, arbitrary: many }).map((query) => `?${query}`);
}

/** Arbitrary paths, and paths that nearly match an operation. */
function paths(known: Known): fc.Arbitrary<string> {
  const word = fc.oneof(
    oneOf('api v1 v2 docs photos thumbnails reports openapi.yaml livez readyz explorer.js index.html'),
    oneOf('. .. .env .git node_modules package.json __proto__ favicon.ico'),
    fc.constantFrom(known.key, ''),
    anyText,
  );
  const segment = inUrl(word).map((text) => text.replaceAll('?', '%3F').slice(0, 1500));
  return fc.oneof(
    fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
    fc
      .tuple(operationsOf(known), fc.nat(30), oneOf('/ // %2f % %zz %c3%28 ;a=b .json \xff # *'))
      .map(([{ path }, at, other]) => `/${(path.slice(0, at) + other + path.slice(at)).replace(/^\/+/, '')}`),
    oneOf(
      '* / // /% /%00 //evil.example/api/v1/status /docs /docs/../api /photos/ /photos/% /photos/%E0%A4%A',
    ),
  );
}
