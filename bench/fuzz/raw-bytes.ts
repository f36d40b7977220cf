/** Bytes that may not be HTTP: damaged requests, ambiguous bodies, other protocols. Requests never have the method HEAD. */
import fc from 'fast-check';
import { type Conversation, type Message, textOf } from './message.ts';

export const RAW_KINDS = ['damaged bytes', 'ambiguous bodies', 'other bytes', 'oversized heads'] as const;
type RawKind = (typeof RAW_KINDS)[number];

/** Every kind of bytes; `requests` are well-formed ones to start from. */
export function rawBytesOf(
  requests: fc.Arbitrary<Message>,
  host: string,
): Readonly<Record<RawKind, fc.Arbitrary<Conversation>>> {
  const text = requests.filter(({ method }) => method !== 'HEAD').map(textOf);
  const raw = (bytes: fc.Arbitrary<string>) =>
    bytes.map((written): Conversation => ({ bytes: written.replaceAll('HEAD', 'HEAP'), messages: null }));
  return {
    'damaged bytes': raw(
      fc
        .tuple(text, fc.array(damages, { minLength: 1, maxLength: 4 }))
        .map(([bytes, made]) => made.reduce(damaged, bytes)),
    ),
    'ambiguous bodies': raw(ambiguousBodies(host)),
    'other bytes': raw(otherBytes),
    'oversized heads': raw(oversizedHeads(host)),
  };
}

interface Damage {
  readonly kind: 'cut' | 'insert' | 'replace' | 'double' | 'bare LF' | 'lower case';
  /** Where, as a fraction of the length. */
  readonly at: number;
  readonly bytes: string;
}

const odd = fc.oneof(
  fc.constantFrom(
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    ' ',
    '\t',
    ':',
    '\x7f',
    '\xff',
    '\x1b[31m',
    ' HTTP/1.1',
    'HTTP/9.9',
    'GET / HTTP/1.1\r\n',
    'Host: a\r\n',
    'Content-Length: 5\r\n',
  ),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);

const damages: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('cut', 'insert', 'replace', 'double', 'bare LF', 'lower case'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: odd,
});

function damaged(text: string, { kind, at, bytes }: Damage): string {
  const position = Math.floor(at * text.length);
  const [before, after] = [text.slice(0, position), text.slice(position)];
  if (kind === 'cut') return before;
  if (kind === 'insert') return before + bytes + after;
  if (kind === 'replace') return before + bytes + after.slice(bytes.length);
  if (kind === 'double') return text + text;
  if (kind === 'bare LF') return text.replaceAll('\r\n', '\n');
  return text.toLowerCase();
}

function ambiguousBodies(host: string): fc.Arbitrary<string> {
  const fields = fc.array(
    fc.constantFrom(
      'Content-Length: 5',
      'Content-Length: 6',
      'Content-Length: -1',
      'Content-Length: +5',
      'Content-Length: 5, 5',
      'Content-Length: 99999999999999999999',
      'Content-Length: 0x5',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: xchunked',
      'Expect: 100-continue',
      'Expect: nothing',
      'Upgrade: websocket\r\nConnection: Upgrade',
      'Connection: close, keep-alive',
      'Connection: Host',
      'Trailer: Authorization',
      ' folded: value',
      'no colon',
      ': no name',
      'Host: other',
    ),
    { minLength: 1, maxLength: 3 },
  );
  const body = fc.oneof(
    fc.constantFrom(
      '',
      'hello',
      '5\r\nhello\r\n0\r\n\r\n',
      '0\r\n\r\n',
      '5;ext=1\r\nhello\r\n0\r\nX: y\r\n\r\n',
      'ffffffffffffffff\r\n',
      '-1\r\n',
      'zz\r\n',
      '5\nhello\n0\n\n',
      '0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n',
      `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    ),
    odd,
  );
  return fc
    .tuple(
      fc.constantFrom('GET', 'POST', 'OPTIONS', 'CONNECT'),
      fc.constantFrom('/api/v1/status', '/', '*', 'example.com:443', '/docs/'),
      fields,
      body,
    )
    .map(
      ([method, target, lines, text]) =>
        `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('\r\n')}\r\n\r\n${text}`,
    );
}

const otherBytes: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '\r\n\r\n',
    '\0\0\0\0',
    'GET /\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/2.0\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
    'SSH-2.0-OpenSSH_9.9\r\n',
    'EHLO example.edu\r\n',
    'GET  / HTTP/1.1\r\n\r\n',
    'GET http:// HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET ftp://a/api/v1/status HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET ?x HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  ),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc
    .tuple(fc.constantFrom('GET ', 'POST ', 'OPTIONS '), odd, odd)
    .map(([method, target, end]) => `${method}${target} HTTP/1.1\r\nHost: a${end}\r\n\r\n`),
);

function oversizedHeads(host: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('target', 'field', 'fields', 'name', 'method'),
      fc.integer({ min: 7000, max: 40_000 }),
    )
    .map(([where, length]) => {
      const long = 'a'.repeat(length);
      const [method, target] = [
        where === 'method' ? long : 'GET',
        where === 'target' ? `/${long}` : '/livez',
      ];
      const fields = {
        field: `X-Long: ${long}\r\n`,
        name: `${long}: x\r\n`,
        fields: 'X: y\r\n'.repeat(Math.floor(length / 6)),
        target: '',
        method: '',
      }[where as 'field'];
      return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n`;
    });
}
