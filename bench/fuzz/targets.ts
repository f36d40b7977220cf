/** Query strings and paths. */
import fc from 'fast-check';
import type { Known, OperationShape } from './known.ts';
import { anyText, cursorsFrom, dates, escaped, escapeStyles, numbers } from './texts.ts';

/** Queries that an operation accepts, with their question mark. */
export function validQuery({ parameters }: OperationShape, { cursors }: Known): fc.Arbitrary<string> {
  const range = fc
    .tuple(fc.nat(60), fc.nat(60), fc.constantFrom('both', 'since', 'until', 'none'))
    .map(([start, days, given]) => {
      const since = Temporal.PlainDate.from('2026-08-20').add({ days: start });
      const pairs = { since: String(since), until: String(since.add({ days })) };
      return given === 'both'
        ? pairs
        : given === 'none'
          ? {}
          : { [given]: pairs[given as 'since' | 'until'] };
    });
  const others = parameters
    .filter(({ kind }) => kind !== 'date')
    .map(({ name, kind, minimum, maximum }) =>
      fc.option(
        (kind === 'integer'
          ? fc.integer({ min: minimum, max: maximum }).map(String)
          : fc.constantFrom(...cursors)
        ).map((value) => ({ [name]: value })),
        { nil: {} },
      ),
    );
  const hasRange = parameters.some(({ kind }) => kind === 'date');
  return fc
    .tuple(hasRange ? range : fc.constant({}), ...others)
    .map((parts) => new URLSearchParams(Object.assign({}, ...parts) as Record<string, string>).toString())
    .map((query) => (query === '' ? '' : `?${query}`));
}

/** Queries with anything in them, mostly wrong. */
export function wrongQuery({ parameters }: OperationShape, known: Known): fc.Arbitrary<string> {
  const names = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('status', ...parameters.map(({ name }) => name)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'Since',
        'limit[]',
        'since.x',
        'cursor;',
        '__proto__',
        'format',
        'callback',
        '',
      ),
    },
    { weight: 1, arbitrary: anyText },
  );
  const value = fc.oneof(dates, numbers, cursorsFrom(known.cursors), anyText, fc.constant(known.key));
  const pair = fc
    .tuple(names, value, escapeStyles, fc.constantFrom('=', '=', '=', '', '=='))
    .map(
      ([name, text, style, equals]) =>
        `${escaped(name, style)}${equals}${equals === '' ? '' : escaped(text, style)}`,
    );
  const few = fc
    .tuple(fc.array(pair, { maxLength: 4 }), fc.constantFrom('&', '&', '&', '&&', ';', '?', '&amp;'))
    .map(([pairs, separator]) => pairs.join(separator).slice(0, 8000));
  const many = fc
    .integer({ min: 100, max: 2600 })
    .map((count) => Array.from({ length: count }, (_, index) => `n${index}`).join('&'));
  return fc.oneof({ weight: 20, arbitrary: few }, { weight: 1, arbitrary: many });
}

/** Arbitrary paths, and paths that nearly match an operation. */
export function paths({ operations, key }: Known): fc.Arbitrary<string> {
  const word = fc.oneof(
    fc.constantFrom(
      key,
      'api',
      'v1',
      'v2',
      'docs',
      'photos',
      'thumbnails',
      'reports',
      'openapi.yaml',
      'openapi.json',
      'livez',
      'readyz',
      'explorer.js',
      'index.html',
      '.',
      '..',
      '.env',
      '.git',
      'node_modules',
      'package.json',
      '__proto__',
      'favicon.ico',
      '',
    ),
    anyText,
  );
  const segment = fc
    .tuple(word, escapeStyles)
    .map(([text, style]) => escaped(text, style).replaceAll('?', '%3F').slice(0, 1500));
  const free = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);
  const near = fc
    .tuple(
      fc.constantFrom(...operations.map(({ path }) => path)),
      fc.nat(30),
      fc.constantFrom('/', '//', '%2f', '%', '%zz', '%c3%28', ';a=b', '.json', '\xff', '', '#', '*'),
    )
    .map(([path, at, other]) => `/${(path.slice(0, at) + other + path.slice(at)).replace(/^\/+/, '')}`);
  return fc.oneof(
    free,
    near,
    fc.constantFrom(
      '*',
      '/',
      '//',
      '/%',
      '/%00',
      '//evil.example/api/v1/status',
      '/docs',
      '/docs/',
      '/docs/../api',
      '/photos/',
      '/photos/%',
      '/photos/%E0%A4%A',
      '/explorer.js',
    ),
  );
}
