import { exportReports } from './export-reports.ts';
import { getChart } from './get-chart.ts';
import { getHighlights } from './get-highlights.ts';
import { getPatterns } from './get-patterns.ts';
import { getStatus } from './get-status.ts';
import { type Endpoint, readInteger, readRange, rejectUnknown } from './parameters.ts';
import type { Body, Range, Store } from './store.ts';

/** A query and its values, as the document describes them. */
interface Query {
  readonly range: () => Range;
  readonly integer: (name: string) => number;
  /** The page of the feed that it asks for, with so many reports (gap `page-links`). */
  readonly page: (limit: number) => Body;
}

const OPERATIONS: Readonly<Record<string, (store: Store, query: Query) => Body | string>> = {
  getStatus,
  getChart: (store, { range }) => getChart(store, range()),
  getPatterns: (store, { range }) => getPatterns(store, range()),
  exportReports: (store, { range }) => exportReports(store, range()),
  listReports: (_store, { page, integer }) => page(integer('limit')),
  getHighlights: (store, { integer }) => getHighlights(store, integer('days')),
};

/**
 * The body of an operation's success.
 *
 * @throws {BadRequest} if the service does not accept the query
 */
export function bodyOf(
  store: Store,
  { operationId, parameters }: Endpoint,
  query: URLSearchParams,
  page: Query['page'],
): Body | string {
  rejectUnknown(query, parameters, store.options);
  const operation = OPERATIONS[operationId];
  if (operation === undefined) throw new Error(`mocks/service does not compute ${operationId}`);
  return operation(store, {
    range: () => readRange(query, store.options),
    integer(name) {
      const parameter = parameters.find((one) => one.name === name) ?? { name };
      return readInteger(query, parameter, store.options);
    },
    page,
  });
}

/** Adds members that the description does not mention to every object. */
export function withExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withExtras(member)]);
  return { ...Object.fromEntries(members), _links: { self: '/' }, venue: 'Main hall', revision: 3 };
}
