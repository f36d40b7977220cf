import type { Endpoint } from '../evidence/evidence.ts';

/** Which requirement a place in an answer belongs to. `*` stands for an index; an export row is a resource of its own. */
export interface SchemaPlace {
  readonly pointer: string;
  readonly requirement: string;
  /** Whether a timestamp stands there. */
  readonly time?: boolean;
}

const place = (pointer: string, requirement: string): SchemaPlace => ({ pointer, requirement });
const time = (pointer: string, requirement: string): SchemaPlace => ({ pointer, requirement, time: true });

/** The places of every resource, the outer before the inner. */
export const schemaPlaces: Readonly<Partial<Record<Endpoint, readonly SchemaPlace[]>>> = {
  status: [
    place('/has_estimate', 'status.has_estimate'),
    place('/message', 'status.message'),
    place('/estimate_display', 'status.estimate_display'),
    place('/estimate_value', 'status.estimate_value'),
    place('/report_count', 'status.report_count'),
    time('/last_updated', 'status.last_updated'),
    place('/hours', 'status.hours'),
    place('/hours/is_open', 'hours.is_open'),
    place('/hours/closing_soon', 'hours.closing_soon'),
    place('/hours/minutes_until_close', 'hours.minutes_until_close'),
    place('/hours/closes_at', 'hours.closes_at'),
    place('/hours/opens_at', 'hours.opens_at'),
  ],
  chart: [
    place('/scatter', 'chart.scatter'),
    place('/scatter/*', 'chart.scatter'),
    time('/scatter/*/t', 'chart.scatter-t'),
    place('/scatter/*/value', 'chart.scatter-value'),
    place('/line', 'chart.line'),
    place('/line/*', 'chart.line'),
    time('/line/*/t', 'chart.line-t'),
    place('/line/*/value', 'chart.line-value'),
    place('/open_window', 'chart.open_window'),
    time('/open_window/start', 'chart.open_window'),
    time('/open_window/end', 'chart.open_window'),
    place('/open_window/closed', 'chart.open_window'),
    place('/open_window/closed/*', 'chart.open_window'),
    time('/open_window/closed/*/start', 'chart.open_window'),
    time('/open_window/closed/*/end', 'chart.open_window'),
  ],
  patterns: [
    place('/by_hour', 'patterns.by_hour'),
    place('/by_hour/*', 'patterns.by_hour'),
    place('/by_hour/*/hour', 'patterns.by_hour'),
    place('/by_hour/*/value', 'patterns.by_hour-value'),
    place('/by_hour/*/report_count', 'patterns.by_hour-count'),
    place('/by_weekday', 'patterns.by_weekday'),
    place('/by_weekday/*', 'patterns.by_weekday'),
    place('/by_weekday/*/weekday', 'patterns.by_weekday'),
    place('/by_weekday/*/label', 'patterns.by_weekday-label'),
    place('/by_weekday/*/value', 'patterns.by_weekday-value'),
    place('/by_weekday/*/report_count', 'patterns.by_weekday-count'),
    place('/open_hours', 'patterns.open_hours'),
    place('/open_hours/first', 'patterns.open_hours'),
    place('/open_hours/last', 'patterns.open_hours'),
  ],
  reports: [
    place('/next', 'reports.next'),
    place('/previous', 'reports.previous'),
    place('/results', 'reports.results'),
    place('/results/*', 'reports.results'),
    place('/results/*/id', 'reports.id'),
    place('/results/*/bucket', 'reports.bucket'),
    time('/results/*/created_at', 'reports.created_at'),
    place('/results/*/photo_url', 'reports.photo_url'),
  ],
  'export.csv': [
    time('/timestamp', 'export.timestamp'),
    place('/bucket', 'export.bucket'),
    place('/has_photo', 'export.has_photo'),
  ],
  highlights: [
    place('/highlights', 'highlights.highlights'),
    place('/highlights/*', 'highlights.highlights'),
    place('/highlights/*/date', 'highlights.date'),
    place('/highlights/*/photo', 'highlights.photo'),
    place('/highlights/*/photo/id', 'highlights.photo-id'),
    place('/highlights/*/photo/image_url', 'highlights.photo-image_url'),
    place('/highlights/*/photo/thumbnail_url', 'highlights.photo-thumbnail_url'),
    place('/highlights/*/photo/caption', 'highlights.photo-caption'),
    time('/highlights/*/photo/created_at', 'highlights.photo-created_at'),
    time('/highlights/*/photo/expires_at', 'highlights.photo-expires_at'),
    place('/highlights/*/photo/like_count', 'highlights.photo-like_count'),
    place('/highlights/*/photo/liked', 'highlights.photo-liked'),
  ],
};

/** The schema that an endpoint's body, or each row of the export, has to satisfy. */
export const schemaNames: Readonly<Partial<Record<Endpoint, string>>> = {
  status: 'Status',
  chart: 'Chart',
  patterns: 'Patterns',
  reports: 'ReportPage',
  'export.csv': 'ExportRow',
  highlights: 'Highlights',
};

/** The place at a JSON pointer of an instance, or the nearest one around it. */
export function placeAt(endpoint: Endpoint, pointer: string): SchemaPlace | undefined {
  const general = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  const places = schemaPlaces[endpoint] ?? [];
  for (let at = general; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = places.find((one) => one.pointer === at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How many values of a body a place has to show: those that exist, and those whose parent does. */
export function countAt(body: unknown, pointer: string): number {
  const tokens = pointer.split('/').slice(1);
  const last = tokens.pop();
  let parents: readonly unknown[] = [body];
  for (const token of tokens) {
    parents = parents.flatMap((parent) => {
      if (token === '*') return Array.isArray(parent) ? parent : [];
      const child =
        typeof parent === 'object' && parent !== null
          ? (parent as Record<string, unknown>)[token]
          : undefined;
      return child === undefined || child === null ? [] : [child];
    });
  }
  if (last === '*')
    return parents.reduce<number>((sum, parent) => sum + (Array.isArray(parent) ? parent.length : 0), 0);
  return parents.filter((parent) => typeof parent === 'object' && parent !== null && !Array.isArray(parent))
    .length;
}
