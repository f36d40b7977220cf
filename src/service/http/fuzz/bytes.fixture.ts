/** Header fields, methods, bodies, and damage to the bytes of a request. */
import fc from 'fast-check';
import type { Header } from './message.fixture.ts';
import { anyText, oneOf } from './texts.fixture.ts';

/** Methods that no operation has; OPTIONS is a preflight. */
export const methods = oneOf(
  'POST PUT PATCH DELETE OPTIONS TRACE PROPFIND MKCOL SEARCH PURGE QUERY M-SEARCH LOCK',
);

const chunk = (bytes: Uint8Array) =>
  `${bytes.length.toString(16)}\r\n${Buffer.from(bytes).toString('latin1')}\r\n`;

/** Bodies with the fields that announce them. */
export const bodies: fc.Arbitrary<{ readonly fields: readonly Header[]; readonly body: string }> = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => ({
    fields: [['Content-Length', String(bytes.length)] as const],
    body: Buffer.from(bytes).toString('latin1'),
  })),
  fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 4 }).map((chunks) => ({
    fields: [['Transfer-Encoding', 'chunked'] as const],
    body: `${chunks.map(chunk).join('')}0\r\n\r\n`,
  })),
);

const fieldText = anyText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 2000));
const field = (names: string, values: string): fc.Arbitrary<Header> =>
  fc.tuple(oneOf(names), fc.oneof(oneOf(values), fieldText));

/** Fields that servers interpret, with odd values, and any others. */
export const header: fc.Arbitrary<Header> = fc.oneof(
  field('If-None-Match If-Match', `* " W/ "x" W/"x","y" ,,, "${'x'.repeat(3000)}"`),
  field('If-Modified-Since If-Unmodified-Since If-Range Date', '0 1970-01-01 Thu,01'),
  field('Range', `bytes=0- bytes=-1 bytes=5-1 bytes=999999999- bytes=0-1,3-4 bytes=${'0-1,'.repeat(300)}5-6`),
  field('Accept-Encoding', `gzip br br;q=0,gzip;q=0.5 *;q=0 identity;q=0 gzip;q=x ${'gzip,'.repeat(500)}br`),
  field(
    'Accept Accept-Language Accept-Charset Content-Type Cookie User-Agent Referer Via Cache-Control',
    '*/* text/html text/html;q=2 application/json;version=9',
  ),
  field(
    'Origin Access-Control-Request-Method Access-Control-Request-Headers',
    'null http://evil.example DELETE',
  ),
  field(
    'X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded X-HTTP-Method-Override X-Original-URL X-Request-Id',
    'null 127.0.0.1 ::1 DELETE /api/v1/status',
  ),
  fc.tuple(fc.stringMatching(/^X-[A-Za-z0-9-]{1,40}$/), fieldText),
);

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
    ' HTTP/9.9',
  ),
  fc.constantFrom('GET / HTTP/1.1\r\n', 'Host: a\r\n', 'Content-Length: 5\r\n'),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);

/** Something that happens to the bytes of a request, anywhere in them. */
export const damages: fc.Arbitrary<(bytes: string) => string> = fc
  .tuple(
    oneOf('cut insert replace double bare-LF lower-case'),
    fc.double({ min: 0, max: 1, noNaN: true }),
    odd,
  )
  .map(([kind, place, other]) => (bytes) => {
    const at = Math.floor(place * bytes.length);
    if (kind === 'cut') return bytes.slice(0, at);
    if (kind === 'insert') return bytes.slice(0, at) + other + bytes.slice(at);
    if (kind === 'replace') return bytes.slice(0, at) + other + bytes.slice(at + other.length);
    if (kind === 'double') return bytes + bytes;
    return kind === 'bare-LF' ? bytes.replaceAll('\r\n', '\n') : bytes.toLowerCase();
  });

/** Requests whose fields disagree about their bodies, separated by bars. */
export function ambiguousBodies(host: string): fc.Arbitrary<string> {
  const lengths =
    'Content-Length: 5|Content-Length: 6|Content-Length: -1|Content-Length: +5|Content-Length: 5, 5|Content-Length: 0x5|' +
    'Content-Length: 99999999999999999999|Transfer-Encoding: chunked|Transfer-Encoding: gzip, chunked|' +
    'Transfer-Encoding: chunked, identity|Transfer-Encoding : chunked|Transfer-Encoding: xchunked|Expect: 100-continue|' +
    'Expect: nothing|Upgrade: websocket\r\nConnection: Upgrade|Connection: close, keep-alive|Connection: Host|' +
    'Trailer: Authorization| folded: value|no colon|: no name|Host: other';
  const body = fc.oneof(
    fc.constantFrom(
      '',
      'hello',
      '5\r\nhello\r\n0\r\n\r\n',
      '0\r\n\r\n',
      'ffffffffffffffff\r\n',
      '-1\r\n',
      'zz\r\n',
    ),
    fc.constantFrom(
      '5;ext=1\r\nhello\r\n0\r\nX: y\r\n\r\n',
      '5\nhello\n0\n\n',
      `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    ),
    fc.constant('0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n'),
    odd,
  );
  return fc
    .tuple(
      oneOf('GET POST OPTIONS CONNECT'),
      oneOf('/api/v1/status / * example.com:443 /docs/'),
      fc.array(fc.constantFrom(...lengths.split('|')), { minLength: 1, maxLength: 3 }),
      body,
    )
    .map(
      ([method, target, lines, text]) =>
        `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('\r\n')}\r\n\r\n${text}`,
    );
}
