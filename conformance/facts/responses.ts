import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import { type Answer, type Endpoint, type Evidence, type Exchange, oddStep } from '../evidence/evidence.ts';
import { readCsv } from './csv.ts';
import { parseTimestamp, type Stamp } from './timestamp.ts';

/** A 200 answer to an allowed request. */
export interface Answered {
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** The JSON body; undefined when it is none, or for the export. */
  readonly body: unknown;
}

export interface Point<Value> {
  readonly t: Stamp;
  readonly value: Value;
}

export interface OpenWindow {
  readonly start: Stamp;
  readonly end: Stamp;
  readonly closed: readonly { readonly start: Stamp; readonly end: Stamp }[];
}

export interface ChartAnswer extends Answered {
  readonly since?: string;
  readonly until?: string;
  readonly scatter: readonly Point<number>[];
  readonly line: readonly Point<number | null>[];
  /** Items of scatter that cannot be read. */
  readonly unreadable: number;
  /** undefined when absent or unreadable. */
  readonly window: OpenWindow | null | undefined;
}

export interface FeedReport {
  readonly id: number | undefined;
  readonly t: Stamp;
  readonly bucket: string;
  /** undefined when the member is absent. */
  readonly photo: string | null | undefined;
}

export interface PageAnswer extends Answered {
  readonly limit?: string;
  readonly cursor?: string;
  readonly reports: readonly FeedReport[];
  /** Items on the page, unreadable ones included. */
  readonly length: number;
  readonly next: unknown;
  readonly previous: unknown;
}

export interface ExportRow {
  readonly line: number;
  readonly t: Stamp;
  readonly bucket: string;
  readonly photo: string | undefined;
}

export interface ExportAnswer extends Answered {
  readonly since?: string;
  readonly until?: string;
  readonly header: readonly string[];
  readonly cells: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly rows: readonly ExportRow[];
  readonly problem?: string;
}

export interface PatternsAnswer extends Answered {
  readonly since?: string;
  readonly until?: string;
}

/** Requests that the description allows: GET with the key, to an endpoint of either form, with parameters it speaks of. */
export function isAllowed({ method, credential, endpoint, step }: Exchange): boolean {
  return method === 'GET' && credential === 'key' && endpoint !== 'other' && !step.startsWith(oddStep);
}

/** The 200 answers of an endpoint, in the order of the run. */
export function answersOf(evidence: Evidence, endpoint: Endpoint): readonly Answered[] {
  return evidence.exchanges.flatMap((exchange) => {
    const { answer } = exchange;
    if (exchange.endpoint !== endpoint || !isAllowed(exchange) || answer?.status !== 200) return [];
    return [{ exchange, answer, body: endpoint === 'export.csv' ? undefined : parseJson(answer.body) }];
  });
}

export function chartAnswer(answered: Answered): ChartAnswer {
  const scatter = arrayIn(answered.body, 'scatter');
  const points = scatter.flatMap((item) => {
    const t = isObject(item) ? parseTimestamp(item['t']) : undefined;
    return t !== undefined && isObject(item) && typeof item['value'] === 'number'
      ? [{ t, value: item['value'] }]
      : [];
  });
  const line = arrayIn(answered.body, 'line').flatMap((item) => {
    const t = isObject(item) ? parseTimestamp(item['t']) : undefined;
    const value = isObject(item) ? item['value'] : undefined;
    return t !== undefined && (typeof value === 'number' || value === null) ? [{ t, value }] : [];
  });
  const window = isObject(answered.body) ? readWindow(answered.body['open_window']) : undefined;
  return {
    ...answered,
    ...rangeOf(answered),
    scatter: points,
    line,
    unreadable: scatter.length - points.length,
    window,
  };
}

export function pageAnswer(answered: Answered): PageAnswer {
  const results = arrayIn(answered.body, 'results');
  const reports = results.flatMap((item) => {
    const t = isObject(item) ? parseTimestamp(item['created_at']) : undefined;
    if (!isObject(item) || t === undefined) return [];
    const photo = item['photo_url'];
    return [
      {
        id: typeof item['id'] === 'number' ? item['id'] : undefined,
        t,
        bucket: String(item['bucket']),
        photo: photo === undefined || photo === null ? photo : String(photo),
      },
    ];
  });
  const { limit, cursor } = answered.exchange.params;
  return {
    ...answered,
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
    reports,
    length: results.length,
    next: isObject(answered.body) ? answered.body['next'] : undefined,
    previous: isObject(answered.body) ? answered.body['previous'] : undefined,
  };
}

export function exportAnswer(answered: Answered): ExportAnswer {
  const table = readCsv(answered.answer.body);
  const column = (name: string) => table.header.indexOf(name);
  const [timestamp, bucket, photo] = [column('timestamp'), column('bucket'), column('has_photo')];
  const rows = table.rows.flatMap(({ line, cells }) => {
    const t = parseTimestamp(cells[timestamp]);
    return t === undefined ? [] : [{ line, t, bucket: cells[bucket] ?? '', photo: cells[photo] }];
  });
  return {
    ...answered,
    ...rangeOf(answered),
    header: table.header,
    cells: table.rows,
    rows,
    ...(table.problem === undefined ? {} : { problem: table.problem }),
  };
}

export function patternsAnswer(answered: Answered): PatternsAnswer {
  return { ...answered, ...rangeOf(answered) };
}

function rangeOf({ exchange }: Answered): { since?: string; until?: string } {
  const { since, until } = exchange.params;
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

function readWindow(value: unknown): OpenWindow | null | undefined {
  if (!isObject(value)) return value === null ? null : undefined;
  const [start, end] = [parseTimestamp(value['start']), parseTimestamp(value['end'])];
  if (start === undefined || end === undefined) return undefined;
  const closed = arrayIn(value, 'closed').flatMap((part) => {
    const [from, to] = isObject(part) ? [parseTimestamp(part['start']), parseTimestamp(part['end'])] : [];
    return from === undefined || to === undefined ? [] : [{ start: from, end: to }];
  });
  return { start, end, closed };
}
