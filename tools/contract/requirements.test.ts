import { describe, expect, it } from 'vitest';
import type { BehaviorRecord } from '../../conformance/contract/requirement-record.ts';
import { SourceError } from './redocly.ts';
import { joinedRequirements, withoutRequirements } from './requirements.ts';

const stated = (id: string, more: object = {}) => ({
  id,
  promise: `${id} is kept.`,
  made: ['Use 1'],
  ...more,
});
const list = { schema: { $ref: '#/components/schemas/List' } };
const CHART = {
  get: {
    'x-requirement': stated('chart.today'),
    responses: { 200: { content: { 'application/json': list } } },
  },
};

/** A document with one schema, `List`, for its only response. */
function documentOf(schema: object, paths: object = { '/api/v1/chart': CHART }) {
  return { paths, components: { schemas: { List: schema } } };
}

const LIST = {
  properties: {
    line: {
      'x-requirement': [stated('chart.line'), stated('chart.order', { contract: false, presupposes: [] })],
      items: { properties: { t: { $ref: '#/components/schemas/Time', 'x-requirement': stated('chart.t') } } },
    },
  },
};

function joined(
  one: ReturnType<typeof documentOf>,
  two = one,
  behaviors: readonly object[] = [],
): ReturnType<typeof joinedRequirements> {
  const http = stated('http.json', { at: '/paths', endpoints: 'all' }) as unknown as BehaviorRecord;
  return joinedRequirements([one, two], { http: [http], chart: behaviors as readonly BehaviorRecord[] });
}

const of = (records: ReturnType<typeof joinedRequirements>, id: string) =>
  records.find((one) => one.id === id);

const POINTER = '/components/schemas/List/properties/line';

describe('a requirement in the documents', () => {
  const records = joined(documentOf(LIST));

  it('has its pointer, endpoints and level from its place, and presupposes what contains it', () => {
    expect(of(records, 'chart.line')).toEqual(
      stated('chart.line', {
        at: POINTER,
        level: 'must',
        contract: true,
        endpoints: 'all',
        presupposes: ['http.json'],
      }),
    );
    expect(of(records, 'chart.t')).toMatchObject({
      at: `${POINTER}/items/properties/t`,
      contract: true,
      presupposes: ['chart.line'],
    });
  });

  it('may say otherwise, and share its place with others', () => {
    expect(of(records, 'chart.order')).toMatchObject({ at: POINTER, presupposes: [] });
    expect(of(records, 'chart.order')).not.toHaveProperty('contract');
  });

  it('of an operation is not of the contract level, which a mock could keep', () => {
    expect(of(records, 'chart.today')).toMatchObject({ at: '/paths/~1api~1v1~1chart/get', endpoints: 'all' });
    expect(of(records, 'chart.today')).not.toHaveProperty('contract');
  });

  it('names only the endpoints that use its place, and the only form that states it', () => {
    const paths = { '/api/v1/chart': CHART, '/api/v1/status': { get: { responses: {} } } };
    expect(of(joined(documentOf(LIST, paths)), 'chart.line')?.endpoints).toEqual(['chart']);
    const plain = documentOf({ properties: { line: {} } });
    expect(of(joined(plain, documentOf(LIST)), 'chart.line')?.form).toBe(2);
    expect(of(joined(documentOf(LIST), plain), 'chart.line')?.form).toBe(1);
    expect(of(records, 'chart.line')).not.toHaveProperty('form');
  });

  it('is not published', () => {
    expect(JSON.stringify(withoutRequirements(documentOf(LIST)))).not.toContain('x-requirement');
  });
});

it('each family begins with the contract level, and there with the documents', () => {
  const behaviors = [
    stated('chart.even', { at: '/components/schemas/List' }),
    stated('chart.full', { at: '/components/schemas/List', contract: true }),
  ];
  const ids = joined(documentOf(LIST), undefined, behaviors).map(({ id }) => id);
  const contract = ['chart.line', 'chart.t', 'chart.full'];
  expect(ids).toEqual(['http.json', ...contract, 'chart.today', 'chart.order', 'chart.even']);
});

const line = (record: object) => documentOf({ properties: { line: { 'x-requirement': record } } });
const twice = [stated('chart.line', { at: POINTER })];
const unused = [stated('chart.even', { at: '/components/schemas/Lime' })];

it.each([
  [line({ id: 'chart.line', promise: 'A list.' }), [], `the x-requirement at ${POINTER}: has no made`],
  [line(stated('chart.line', { forn: 1 })), [], 'chart.line: has forn; a requirement may have id, '],
  [line(stated('chat.line')), [], 'chat.line: no family begins like this'],
  [line(stated('chart.line', { presupposes: ['chart.lime'] })), [], 'presupposes chart.lime, which is no'],
  [line(stated('chart.line')), twice, 'chart.line: is stated twice'],
  [line(stated('chart.line')), unused, 'chart.even: no operation uses /components/schemas/Lime: state'],
])('a wrong record is named with its mistake (case %#)', (document, behaviors, message) => {
  const join = () => joined(document, document, behaviors);
  expect(join).toThrow(SourceError);
  expect(join).toThrow(message);
});
