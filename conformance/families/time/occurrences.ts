import { arrayIn, isObject } from '../../contract/json.ts';
import type { Facts } from '../../facts/facts.ts';
import { parseTimestamp, type Timestamp } from '../../facts/timestamp.ts';
import type { Exchange } from '../../requests/exchange.ts';

/** A timestamp in a response. */
export interface Occurrence {
  readonly t: Timestamp;
  readonly where: string;
  readonly exchange: Exchange;
}

/** The times of reports. */
export function reportOccurrences(facts: Facts): readonly Occurrence[] {
  return [
    ...facts.pages.flatMap(({ exchange, reports }) =>
      reports.map(({ t }) => ({ t, where: 'created_at in the feed', exchange })),
    ),
    ...facts.exports.flatMap(({ exchange, rows }) =>
      rows.map(({ t }) => ({ t, where: 'timestamp in the export', exchange })),
    ),
    ...facts.charts.flatMap(({ exchange, scatter }) =>
      scatter.map(({ t }) => ({ t, where: 't in scatter', exchange })),
    ),
  ];
}

/** All other timestamps. */
export function otherOccurrences(facts: Facts): readonly Occurrence[] {
  const windows = facts.charts.flatMap(({ exchange, window }) => {
    if (window === null || window === undefined) return [];
    const parts = window.closed.flatMap(({ start, end }) => [start, end]);
    return [window.start, window.end, ...parts].map((t) => ({ t, where: 'open_window', exchange }));
  });
  const lines = facts.charts.flatMap(({ exchange, line }) =>
    line.map(({ t }) => ({ t, where: 't in line', exchange })),
  );
  const updates = facts.statuses.flatMap(({ exchange, body }) => {
    const t = isObject(body) ? parseTimestamp(body['last_updated']) : undefined;
    return t === undefined ? [] : [{ t, where: 'last_updated', exchange }];
  });
  const photos = facts.highlights.flatMap(({ exchange, body }) =>
    arrayIn(body, 'highlights').flatMap((item) => {
      const photo = isObject(item) && isObject(item['photo']) ? item['photo'] : {};
      return ['created_at', 'expires_at'].flatMap((name) => {
        const t = parseTimestamp(photo[name]);
        return t === undefined ? [] : [{ t, where: `${name} of a photo`, exchange }];
      });
    }),
  );
  return [...windows, ...lines, ...updates, ...photos];
}
