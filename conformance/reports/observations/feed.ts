import { arrayIn, isObject, parseJson } from '../../contract/json.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ExportResponse } from '../../facts/responses.ts';
import { offsetText, type Timestamp } from '../../facts/timestamp.ts';
import { listed, type Observers, orderOf, quoted, sentence, span } from './words.ts';

/** Gaps of feed, export and timestamps. */
export const feedObservers: Observers = {
  'form-2-labels': (facts) => {
    const labels = new Set(
      [...facts.pages.flatMap(({ reports }) => reports), ...facts.exports.flatMap(({ rows }) => rows)].map(
        ({ bucket }) => bucket,
      ),
    );
    const sorted = [...labels].sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b));
    return sentence([listed(sorted.map(quoted))]);
  },
  'timestamp-precision': (facts) => {
    const timestamps = timestampsOf(facts);
    if (timestamps.length === 0) return undefined;
    const digits = new Set(timestamps.map(({ fraction }) => fraction));
    const isUtc = timestamps.some(({ text }) => text.endsWith('Z'));
    const offsets = timestamps.map(({ text, offsetMinutes }) =>
      text.endsWith('Z') ? 'Z' : offsetText(offsetMinutes),
    );
    return sentence([
      digits.size === 1 && digits.has(0) ? 'whole seconds' : `${span([...digits])} digits after the second`,
      `${isUtc ? 'UTC and offsets' : 'offsets'} written ${listed(offsets)}`,
    ]);
  },
  'export-without-range': ({ exports, walk }) => {
    const whole = exports.find(({ since, until }) => since === undefined && until === undefined);
    if (whole === undefined) return undefined;
    const dates = whole.rows.map(({ t }) => t.date);
    const feed = walk.complete ? `the feed has ${walk.reports.length}` : undefined;
    return sentence([`${dates.length} rows${dates.length > 0 ? `, ${span(dates)}` : ''}`, feed]);
  },
  'bad-limit-or-days': ({ evidence }) =>
    sentence([
      overMaximum(evidence, 'reports-over', 'limit', 'results'),
      overMaximum(evidence, 'highlights-over', 'days', 'highlights'),
    ]),
  'page-links': ({ pages }) => {
    const links = pages.flatMap(({ next, previous }) =>
      [next, previous].flatMap((link) => (typeof link === 'string' ? (URL.parse(link) ?? []) : [])),
    );
    if (links.length === 0) return undefined;
    return sentence([
      `links are on ${listed(links.map(({ origin }) => origin))}`,
      `their parameters are ${listed(links.flatMap(({ searchParams }) => [...searchParams.keys()]))}`,
    ]);
  },
  'previous-page': ({ pages }) => {
    const later = pages.filter(({ cursor }) => cursor !== undefined);
    const linked = later.filter(({ previous }) => typeof previous === 'string').length;
    return later.length === 0
      ? undefined
      : sentence([
          `${linked} of ${later.length} pages after the first have a URL as previous, ${later.filter(({ previous }) => previous === null).length} have null`,
        ]);
  },
  'tie-order': ({ pages }) => {
    const orders = pages.flatMap(({ reports }) =>
      reports.slice(1).flatMap(({ id, t }, at) => {
        const before = reports[at];
        if (
          before === undefined ||
          before.t.micros !== t.micros ||
          id === undefined ||
          before.id === undefined
        )
          return [];
        return [before.id > id ? 'descending' : 'ascending'];
      }),
    );
    return orders.length === 0
      ? undefined
      : sentence([`in the feed by id, ${[...new Set(orders)].sort().join(' and ')}`]);
  },
  'csv-headers': ({ exports }) => {
    const largest = exports.reduce<ExportResponse | undefined>(
      (most, one) => (most === undefined || one.rows.length > most.rows.length ? one : most),
      undefined,
    );
    if (largest === undefined) return undefined;
    const { headers, body } = largest.response;
    const disposition = headers['content-disposition'];
    return sentence([
      `content type ${quoted(headers['content-type'])}`,
      disposition === undefined ? 'no content disposition' : `content disposition ${quoted(disposition)}`,
      `lines end in ${listed(lineEndsOf(body))}`,
      body.startsWith('\uFEFF') ? 'a byte order mark' : undefined,
      body.includes('"') ? 'with quotes' : undefined,
      orderOf(largest.rows.map(({ t }) => t)),
    ]);
  },
};

function timestampsOf({ pages, exports, charts }: Facts): readonly Timestamp[] {
  return [
    ...pages.flatMap(({ reports }) => reports.map(({ t }) => t)),
    ...exports.flatMap(({ rows }) => rows.map(({ t }) => t)),
    ...charts.flatMap(({ scatter, line }) => [...scatter, ...line].map(({ t }) => t)),
  ];
}

function overMaximum(
  { exchanges }: Evidence,
  step: string,
  parameter: string,
  list: string,
): string | undefined {
  const exchange = exchanges.find((one) => one.step === step);
  const response = exchange?.response;
  if (exchange === undefined || response === undefined) return undefined;
  const body = parseJson(response.body);
  const length = isObject(body) && list in body ? ` with ${arrayIn(body, list).length} items` : '';
  return `asking for ${parameter}=${exchange.params[parameter]} gives status ${response.status}${length}`;
}

function lineEndsOf(body: string): readonly string[] {
  return [
    ...(body.includes('\r\n') ? ['CRLF'] : []),
    ...(/(?<!\r)\n/.test(body) ? ['LF'] : []),
    ...(/\r(?!\n)/.test(body) ? ['CR'] : []),
  ];
}
