/** Header fields, methods and bodies. */
import fc from 'fast-check';
import type { Known } from './known.ts';
import type { Header } from './message.ts';
import { anyText } from './texts.ts';

/** Credentials that the service must reject. */
export function authorizations({ key, badKeys }: Known): fc.Arbitrary<readonly Header[]> {
  const secret = fc.oneof(
    fc.constantFrom(...badKeys),
    fc.nat(key.length - 1).map((at) => key.slice(0, at)),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019_-.~+/='), maxLength: 60 }),
  );
  const value = fc.oneof(
    fc
      .tuple(fc.constantFrom('Token ', 'token ', 'TOKEN ', 'Token  ', 'Token\t', 'Token'), secret)
      .map(([keyword, text]) => keyword + text),
    fc
      .tuple(
        fc.constantFrom('Bearer ', 'Basic ', 'Token=', 'Token,', '', 'Token "', 'Token x '),
        fc.constant(key),
      )
      .map(([before, text]) => before + text),
    fc.integer({ min: 100, max: 5000 }).map((length) => `Token ${'k'.repeat(length)}`),
    anyText
      .map((text) => `Token ${text.replaceAll(/[^\x21-\x7e\x80-\xff]/g, '')}`)
      .filter((text) => text !== `Token ${key}`),
  );
  return fc.oneof(
    value.map((text): readonly Header[] => [['Authorization', text]]),
    fc.constantFrom<readonly Header[]>(
      [],
      [['X-Api-Key', key]],
      [['Cookie', `token=${key}`]],
      [['Proxy-Authorization', `Token ${key}`]],
    ),
  );
}

/** Methods that no operation has; OPTIONS is a preflight. */
export const methods = fc.constantFrom(
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'MKCOL',
  'SEARCH',
  'PURGE',
  'QUERY',
  'M-SEARCH',
  'LOCK',
);

/** Bodies with the fields that announce them. */
export const bodies: fc.Arbitrary<readonly [readonly Header[], string]> = fc.oneof(
  fc.constant([[['Content-Length', '0']], ''] as const),
  fc
    .tuple(
      fc.uint8Array({ maxLength: 2000 }),
      fc.constantFrom(
        'application/json',
        'text/plain',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        '',
      ),
    )
    .map(([bytes, type]) => {
      const text = Buffer.from(bytes).toString('latin1');
      return [
        [
          ['Content-Length', String(text.length)],
          ['Content-Type', type],
        ],
        text,
      ] as const;
    }),
  fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 4 }).map((chunks) => {
    const parts = chunks.map(
      (bytes) => `${bytes.length.toString(16)}\r\n${Buffer.from(bytes).toString('latin1')}\r\n`,
    );
    return [[['Transfer-Encoding', 'chunked']], `${parts.join('')}0\r\n\r\n`] as const;
  }),
);

const fieldText = anyText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 2000));

/** Fields that servers interpret, with odd values, and any others. */
export const headers: fc.Arbitrary<Header> = fc.oneof(
  fc.tuple(
    fc.constantFrom('If-None-Match', 'If-Match'),
    fc.oneof(fc.constantFrom('*', '"', 'W/', '"x"', 'W/"x", "y"', ',,,', `"${'x'.repeat(3000)}"`), fieldText),
  ),
  fc.tuple(
    fc.constantFrom('If-Modified-Since', 'If-Unmodified-Since', 'If-Range', 'Date'),
    fc.oneof(
      fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '0'),
      fieldText,
    ),
  ),
  fc.tuple(
    fc.constant('Range'),
    fc.constantFrom(
      'bytes=0-',
      'bytes=0-0',
      'bytes=-1',
      'bytes=5-1',
      'bytes=999999999-',
      'bytes=0-1,3-4',
      `bytes=${'0-1,'.repeat(300)}5-6`,
      'lines=1-2',
      'bytes=',
    ),
  ),
  fc.tuple(
    fc.constant('Accept-Encoding'),
    fc.oneof(
      fc.constantFrom(
        'gzip',
        'br',
        'br;q=0, gzip;q=0.5',
        '*;q=0',
        'identity;q=0',
        'gzip;q=x',
        `${'gzip,'.repeat(500)}br`,
      ),
      fieldText,
    ),
  ),
  fc.tuple(
    fc.constantFrom(
      'Accept',
      'Accept-Language',
      'Accept-Charset',
      'Content-Type',
      'Cookie',
      'User-Agent',
      'Referer',
      'Via',
      'Cache-Control',
    ),
    fc.oneof(fc.constantFrom('*/*', 'text/html', 'text/html;q=2', 'application/json;version=9'), fieldText),
  ),
  fc.tuple(
    fc.constantFrom(
      'Origin',
      'Access-Control-Request-Method',
      'Access-Control-Request-Headers',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'Forwarded',
      'X-HTTP-Method-Override',
      'X-Original-URL',
      'X-Request-Id',
      'traceparent',
    ),
    fc.oneof(
      fc.constantFrom('null', 'http://evil.example', 'DELETE', '127.0.0.1', '/api/v1/status', '::1'),
      fieldText,
    ),
  ),
  fc.tuple(fc.stringMatching(/^X-[A-Za-z0-9-]{1,40}$/), fieldText),
);
