import fc from 'fast-check';
import type { HttpRequest, HttpResponse } from '../reference/options.ts';
import { codePoints } from './code-points.ts';
import { nested, POISON } from './hostile.fixture.ts';
import type { Change } from './run-gate.fixture.ts';

const endpoints = ['status', 'chart', 'patterns', 'reports', 'highlights', 'export.csv'] as const;

const times = fc.oneof(
  fc.constantFrom(
    '9999-12-31T23:59:59-18:00',
    '0000-01-01T00:00:00+18:00',
    '2026-02-29T00:00:00Z',
    '2026-11-01T12:00:60.999999999999-05:00',
  ),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-30') })
    .map((date) => date.toISOString()),
);

/** Values that a reader may not expect. */
const strange = fc.oneof(
  times,
  times.map((text) => text.slice(0, 10)),
  fc.constantFrom<unknown>(
    POISON,
    '',
    null,
    true,
    -1,
    0,
    1e308,
    -1e308,
    Number.MAX_SAFE_INTEGER + 2,
    0.1 + 0.2,
    [],
    {},
  ),
  fc.constantFrom(
    '11:60pm',
    '0:00am',
    '12:00am',
    '0-0',
    '9-1',
    '999999999999999999999-0',
    'http://[',
    '/?cursor=%00',
  ),
  fc.string({ unit: codePoints, maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.nat(300).map((levels) => JSON.parse(nested(levels + 1))),
);

/** Where in a body something is changed: each number chooses a member. */
const place = fc.array(fc.nat(), { minLength: 0, maxLength: 6 });

type Edit = (response: HttpResponse) => HttpResponse;

const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(place, strange).map(([path, value]) => inJson((body) => replaced(body, path, value))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(place, fc.nat(40))
      .map(([path, times]) => inJson((body) => repeated(body, path, times))),
  },
  fc
    .oneof(
      fc.string({ unit: codePoints, maxLength: 200 }),
      fc.json(),
      fc.constantFrom(nested(100_000), POISON, '\u0000'),
    )
    .map((body) => (response: HttpResponse) => ({ ...response, body })),
  fc
    .tuple(fc.nat(2000), fc.string({ unit: codePoints, maxLength: 20 }))
    .map(([at, text]) => (response: HttpResponse) => ({
      ...response,
      body: `${response.body.slice(0, at)}${text}${response.body.slice(at + 3)}`,
    })),
  fc.integer({ min: 200, max: 599 }).map((status) => (response: HttpResponse) => ({ ...response, status })),
  fc
    .tuple(
      fc.constantFrom(
        'content-type',
        'date',
        'allow',
        'www-authenticate',
        'ratelimit',
        'location',
        'x-lat',
        'sunset',
      ),
      fc.oneof(times, fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,60}$/)),
    )
    .map(([name, value]) => (response: HttpResponse) => ({
      ...response,
      headers: { ...response.headers, [name]: value.trim() },
    })),
);

/** Deployments that are conforming but for some endpoints, whose responses are edited; some with the key only. */
export const answers: fc.Arbitrary<Change> = fc
  .array(
    fc.record({
      endpoint: fc.constantFrom(...endpoints),
      always: fc.boolean(),
      edit: fc.array(edits, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map(
    (changes) => (response: HttpResponse, request: HttpRequest) =>
      changes
        .filter(
          ({ endpoint, always }) =>
            request.path.endsWith(`/${endpoint}`) && (always || response.status === 200),
        )
        .flatMap(({ edit }) => edit)
        .reduce((edited, edit) => edit(edited), response),
  );

function inJson(edit: (body: unknown) => unknown): Edit {
  return (response) => {
    let body: unknown;
    try {
      body = JSON.parse(response.body);
    } catch {
      return response;
    }
    return { ...response, body: JSON.stringify(edit(body)) ?? '' };
  };
}

function replaced(node: unknown, path: readonly number[], value: unknown): unknown {
  return at(node, path, () => value);
}

/** The chosen item of an array, many times over. */
function repeated(node: unknown, path: readonly number[], times: number): unknown {
  return at(node, path, (found) =>
    Array.isArray(found) ? Array.from({ length: times }, () => found).flat() : found,
  );
}

function at(node: unknown, [first, ...rest]: readonly number[], edit: (found: unknown) => unknown): unknown {
  if (first === undefined || typeof node !== 'object' || node === null) return edit(node);
  const names = Object.keys(node);
  const name = names[first % Math.max(1, names.length)];
  if (name === undefined) return edit(node);
  const member = at((node as Record<string, unknown>)[name], rest, edit);
  if (Array.isArray(node)) return node.with(Number(name), member);
  return { ...node, [name]: member };
}
