import { arrayIn, isObject, parseExactly, parseJson } from '../contract/json.ts';
import { type Endpoint, isCsv } from '../contract/operations.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type Exchange, type HttpResponse, isAllowed } from '../requests/exchange.ts';
import { readCsv } from './csv.ts';
import { once } from './once.ts';
import { parseTimestamp, type Timestamp } from './timestamp.ts';

/** A 200 response to an allowed request. */
export interface ParsedResponse {
  readonly exchange: Exchange;
  readonly response: HttpResponse;
  /** The JSON body; undefined for CSV and for invalid JSON. */
  readonly body: unknown;
}

export interface Point<Value> {
  readonly t: Timestamp;
  readonly value: Value;
}

export interface OpenWindow {
  readonly start: Timestamp;
  readonly end: Timestamp;
  readonly closed: readonly { readonly start: Timestamp; readonly end: Timestamp }[];
}

export interface ChartResponse extends ParsedResponse {
  readonly since?: string;
  readonly until?: string;
  readonly scatter: readonly Point<number>[];
  readonly line: readonly Point<number | null>[];
  /** Number of scatter items that cannot be parsed; 1 if scatter is no array. */
  readonly unreadable: number;
  /** True if every line point can be parsed, so that comparisons can use the line. */
  readonly lineReadable: boolean;
  /** Undefined if absent or invalid. */
  readonly window: OpenWindow | null | undefined;
}

export interface FeedReport {
  /** The digits of the id; undefined unless it is a number. */
  readonly id: string | undefined;
  readonly t: Timestamp;
  readonly bucket: string;
  /** Undefined if the member is absent. */
  readonly photo: string | null | undefined;
}

export interface FeedPage extends ParsedResponse {
  readonly limit?: string;
  readonly cursor?: string;
  readonly reports: readonly FeedReport[];
  /** Number of items on the page, including invalid ones. */
  readonly length: number;
  /** True if every item can be parsed, so that comparisons can use the page. */
  readonly readable: boolean;
  readonly next: unknown;
  readonly previous: unknown;
}

export interface ExportRow {
  readonly line: number;
  readonly t: Timestamp;
  readonly bucket: string;
  readonly photo: string | undefined;
}

export interface ExportResponse extends ParsedResponse {
  readonly since?: string;
  readonly until?: string;
  readonly header: readonly string[];
  readonly cells: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly rows: readonly ExportRow[];
  readonly problem?: string;
}

/** Checks whether every row of an export has a time that can be read. */
export function isReadable({ header, rows, cells }: ExportResponse): boolean {
  return header.includes('timestamp') && rows.length === cells.length;
}

export interface PatternsResponse extends ParsedResponse {
  readonly since?: string;
  readonly until?: string;
}

/** The 200 responses of an endpoint to allowed requests, in the order of the run. */
export function responsesOf(evidence: Evidence, endpoint: Endpoint): readonly ParsedResponse[] {
  return evidence.exchanges.flatMap((exchange) => {
    if (exchange.endpoint !== endpoint || !isAllowed(exchange)) return [];
    return parse(exchange) ?? [];
  });
}

// Responses are read to choose requests, and again to check them
const parse = once((exchange: Exchange): ParsedResponse | undefined => {
  const { response, endpoint } = exchange;
  if (response?.status !== 200) return undefined;
  return { exchange, response, body: isCsv(endpoint) ? undefined : parseJson(response.body) };
});

export const readChart = once((parsed: ParsedResponse): ChartResponse => {
  const scatter = arrayIn(parsed.body, 'scatter');
  const reported = scatter.flatMap((item) => {
    const t = isObject(item) ? parseTimestamp(item['t']) : undefined;
    return t !== undefined && isObject(item) && isHeadcount(item['value'])
      ? [{ t, value: item['value'] }]
      : [];
  });
  const points = arrayIn(parsed.body, 'line');
  const written = points.flatMap((item) => {
    const t = isObject(item) ? parseTimestamp(item['t']) : undefined;
    const value = isObject(item) ? item['value'] : undefined;
    return t !== undefined && (isHeadcount(value) || value === null) ? [{ t, value }] : [];
  });
  // The order is left open; a line from newest to oldest is reversed
  const isBackwards = written.every(({ t }, at) => at === 0 || t.micros < (written[at - 1]?.t.micros ?? 0));
  const line = isBackwards ? written.toReversed() : written;
  const window = isObject(parsed.body) ? readWindow(parsed.body['open_window']) : undefined;
  return {
    ...parsed,
    ...rangeOf(parsed),
    scatter: reported,
    line,
    unreadable: hasArray(parsed.body, 'scatter') ? scatter.length - reported.length : 1,
    lineReadable: hasArray(parsed.body, 'line') && line.length === points.length,
    window,
  };
});

export const readFeedPage = once((parsed: ParsedResponse): FeedPage => {
  const results = arrayIn(parsed.body, 'results');
  const idOf = (item: unknown) => (isObject(item) && typeof item['id'] === 'number' ? item['id'] : undefined);
  const isHuge = results.some((item) => Number.isInteger(idOf(item)) && !Number.isSafeInteger(idOf(item)));
  const exact = isHuge ? arrayIn(parseExactly(parsed.response.body), 'results') : results;
  const reports = results.flatMap((item, at) => {
    const written = exact[at];
    const t = isObject(item) ? parseTimestamp(item['created_at']) : undefined;
    if (!isObject(item) || t === undefined) return [];
    const photo = item['photo_url'];
    return [
      {
        id: idOf(item) === undefined || !isObject(written) ? undefined : String(written['id']),
        t,
        bucket: String(item['bucket']),
        photo: photo === undefined || photo === null ? photo : String(photo),
      },
    ];
  });
  const { limit, cursor } = parsed.exchange.params;
  return {
    ...parsed,
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
    reports,
    length: results.length,
    readable: hasArray(parsed.body, 'results') && reports.length === results.length,
    next: isObject(parsed.body) ? parsed.body['next'] : undefined,
    previous: isObject(parsed.body) ? parsed.body['previous'] : undefined,
  };
});

export const readExport = once((parsed: ParsedResponse): ExportResponse => {
  const table = readCsv(parsed.response.body);
  const column = (name: string) => table.header.indexOf(name);
  const [timestamp, bucket, photo] = [column('timestamp'), column('bucket'), column('has_photo')];
  const rows = table.rows.flatMap(({ line, cells }) => {
    const t = parseTimestamp(cells[timestamp]);
    return t === undefined ? [] : [{ line, t, bucket: cells[bucket] ?? '', photo: cells[photo] }];
  });
  return {
    ...parsed,
    ...rangeOf(parsed),
    header: table.header,
    cells: table.rows,
    rows,
    ...(table.problem === undefined ? {} : { problem: table.problem }),
  };
});

export function readPatterns(parsed: ParsedResponse): PatternsResponse {
  return { ...parsed, ...rangeOf(parsed) };
}

/** Checks whether a response is about no range, but about today or all time. */
export function isUnranged({ since, until }: { readonly since?: string; readonly until?: string }): boolean {
  return since === undefined && until === undefined;
}

function rangeOf({ exchange }: ParsedResponse): { since?: string; until?: string } {
  const { since, until } = exchange.params;
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

function readWindow(value: unknown): OpenWindow | null | undefined {
  if (!isObject(value)) return value === null ? null : undefined;
  const [start, end] = [parseTimestamp(value['start']), parseTimestamp(value['end'])];
  if (start === undefined || end === undefined) return undefined;
  const parts = arrayIn(value, 'closed');
  const closed = parts.flatMap((part) => {
    const [from, to] = isObject(part) ? [parseTimestamp(part['start']), parseTimestamp(part['end'])] : [];
    return from === undefined || to === undefined ? [] : [{ start: from, end: to }];
  });
  return hasArray(value, 'closed') && closed.length === parts.length ? { start, end, closed } : undefined;
}

function isHeadcount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function hasArray(body: unknown, name: string): boolean {
  return isObject(body) && Array.isArray(body[name]);
}
