/** Query strings and paths. */
import fc from 'fast-check';
import type { DocumentedResponse } from '../../contract/contract-under-test.fixture.ts';
import type { Known } from './message.fixture.ts';
import { anyText, cursorsFrom, dates, inUrl, numbers, oneOf } from './texts.fixture.ts';

/** Each operation, as its successful response is documented. */
export function operationsOf({ contract }: Known): fc.Arbitrary<DocumentedResponse> {
  return fc.constantFrom(...contract.responses.filter(({ status }) => status === '200'));
}

/** Queries that an operation accepts, with their question mark. */
export function validQuery({ parameters }: DocumentedResponse, { cursors }: Known): fc.Arbitrary<string> {
  const values: Record<string, fc.Arbitrary<string>> = { cursor: fc.constantFrom(...cursors) };
  for (const { name, schema } of parameters)
    if (schema.maximum !== undefined)
      values[name] = fc.integer({ min: schema.minimum ?? 0, max: schema.maximum }).map(String);
  const others = parameters.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]]));
  const range = fc
    .tuple(fc.nat(60), fc.nat(60), fc.subarray(['since', 'until']))
    .map(([start, days, given]) => {
      const since = Temporal.PlainDate.from('2026-08-20').add({ days: start });
      const pairs = { since: String(since), until: String(since.add({ days })) };
      return Object.fromEntries(Object.entries(pairs).filter(([name]) => given.includes(name)));
    });
  const hasRange = parameters.some(({ name }) => name === 'since');
  return fc
    .tuple(
      hasRange ? range : fc.constant({}),
      fc.record(Object.fromEntries(others) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] }),
    )
    .map((parts) => new URLSearchParams(Object.assign({}, ...parts) as Record<string, string>).toString())
    .map((query) => (query === '' ? '' : `?${query}`));
}

/** Queries with anything in them, mostly wrong, with their question mark. */
export function wrongQuery({ parameters }: DocumentedResponse, known: Known): fc.Arbitrary<string> {
  const names = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('status', ...parameters.map(({ name }) => name)) },
    { weight: 1, arbitrary: oneOf('Since limit[] since.x cursor; __proto__ format callback') },
    { weight: 1, arbitrary: anyText },
  );
  const value = fc.oneof(dates, numbers, cursorsFrom(known.cursors), anyText, fc.constant(known.key));
  const pair = fc
    .tuple(inUrl(names), fc.constantFrom('=', '=', '=', '', '=='), inUrl(value))
    .map(([name, equals, text]) => name + equals + (equals === '' ? '' : text));
  const few = fc
    .tuple(fc.array(pair, { maxLength: 4 }), oneOf('& & & && ; ? &amp;'))
    .map(([pairs, separator]) => pairs.join(separator).slice(0, 8000));
  const many = fc
    .integer({ min: 100, max: 2600 })
    .map((count) => Array.from({ length: count }, (_, index) => `n${index}`).join('&'));
  return fc.oneof({ weight: 20, arbitrary: few }, { weight: 1, arbitrary: many }).map((query) => `?${query}`);
}

/** Arbitrary paths, and paths that nearly match an operation. */
export function paths(known: Known): fc.Arbitrary<string> {
  const word = fc.oneof(
    oneOf(
      'api v1 v2 docs photos thumbnails reports openapi.yaml openapi.json livez readyz explorer.js index.html',
    ),
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
      '* / // /% /%00 //evil.example/api/v1/status /docs /docs/ /docs/../api /photos/ /photos/% /photos/%E0%A4%A',
    ),
  );
}
