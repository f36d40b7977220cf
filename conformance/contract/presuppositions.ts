import type { RequirementId } from './requirements.ts';

type Ids = readonly RequirementId[];

const response: Ids = ['http.no-server-error', 'auth.accepted', 'http.answers'];
const status: Ids = ['http.json'];
const hours: Ids = [...status, 'status.hours'];
const chart: Ids = ['http.json', 'form.no-open-window'];
const chartRange: Ids = ['chart.default-today', 'chart.since', 'chart.until'];
const scatter: Ids = [
  ...chart,
  'chart.scatter',
  'chart.scatter-t',
  'chart.scatter-value',
  'time.local-offset',
];
const line: Ids = [...chart, 'chart.line-t', 'chart.line-value', 'time.local-offset', ...chartRange];
const window: Ids = [...chart, 'chart.open_window', 'time.local-offset', ...chartRange];
const patterns: Ids = ['http.json', 'form.no-open-hours', 'patterns.by_hour', 'patterns.by_weekday'];
const patternRange: Ids = ['patterns.all-time', 'patterns.since', 'patterns.until'];
const feed: Ids = ['http.json', 'reports.results'];
const feedTimes: Ids = [...feed, 'reports.created_at', 'time.local-offset'];
const feedLinks: Ids = [...feed, 'reports.next', 'reports.next-url'];
const csv: Ids = ['export.csv', 'export.header'];
const cells: Ids = [...csv, 'export.columns'];
const rows: Ids = [...cells, 'export.timestamp', 'time.local-offset'];
const highlights: Ids = ['http.json', 'highlights.highlights'];
const photo: Ids = [...highlights, 'highlights.photo'];

/**
 * What each requirement presupposes: if one of these is broken at the same endpoint, a failure here follows from it. A field
 * presupposes what contains it, a comparison the fields that it compares, a general requirement the special ones.
 */
export const presuppositions: Readonly<Partial<Record<RequirementId, Ids>>> = {
  'http.answers': ['http.no-server-error', 'auth.accepted'],
  'http.json': response,
  'http.repeatable': [
    ...scatter,
    ...feedTimes,
    'chart.scatter-complete',
    'chart.scatter-in-bucket',
    'reports.id',
    'reports.id-unique',
    'reports.bucket',
    'reports.photo_url',
    'reports.walk',
    'highlights.date',
    'highlights.photo-id',
    'highlights.photo-created_at',
  ],
  'auth.accepted': ['http.no-server-error'],
  'auth.missing': response,
  'auth.wrong-key': [...response, 'auth.missing'],
  'auth.other-scheme': [...response, 'auth.missing', 'auth.wrong-key'],
  'auth.keyword': [...response, 'auth.missing', 'auth.wrong-key', 'auth.other-scheme'],
  'auth.empty': [...response, 'auth.missing', 'auth.wrong-key', 'auth.other-scheme', 'auth.keyword'],
  'auth.header-only': [...response, 'auth.missing'],
  'auth.no-data': ['auth.missing'],
  'form.declared': [
    ...response,
    'form.no-highlights',
    'form.no-open-window',
    'form.no-open-hours',
    'form.no-photo-info',
    'chart.open_window',
    'patterns.open_hours',
    'reports.photo_url',
    'export.columns',
    'export.has_photo',
  ],
  'form.no-photo-info': ['export.csv', 'http.json'],
  'time.format': [
    'status.last_updated',
    'chart.scatter-t',
    'chart.line-t',
    'chart.open_window',
    'reports.created_at',
    'export.timestamp',
    'highlights.photo-created_at',
    'highlights.photo-expires_at',
    ...cells,
  ],
  'status.has_estimate': status,
  'status.message': status,
  'status.estimate_display': [...status, 'status.has_estimate'],
  'status.estimate_value': [...status, 'status.has_estimate'],
  'status.report_count': [...status, 'status.has_estimate'],
  'status.last_updated': [...status, 'status.has_estimate', 'time.local-offset', 'hours.minutes-agree'],
  'status.hours': [...status, 'status.has_estimate'],
  'status.display-agrees': ['status.estimate_display', 'status.estimate_value'],
  'status.estimate-plausible': ['status.estimate_value', 'status.report_count', 'status.display-agrees'],
  'status.report_count-bounded': ['status.report_count'],
  'hours.is_open': hours,
  'hours.closing_soon': [...hours, 'hours.is_open', 'hours.minutes_until_close'],
  'hours.minutes_until_close': [...hours, 'hours.is_open'],
  'hours.closes_at': [...hours, 'hours.is_open'],
  'hours.opens_at': [...hours, 'hours.is_open'],
  'hours.minutes-agree': [
    'hours.is_open',
    'hours.minutes_until_close',
    'hours.closes_at',
    'time.local-offset',
  ],
  'hours.window-agrees': ['hours.is_open', 'hours.closes_at', 'hours.minutes-agree'],
  'chart.scatter': chart,
  'chart.scatter-t': [...chart, 'chart.scatter'],
  'chart.scatter-value': [...chart, 'chart.scatter'],
  'chart.scatter-complete': [...scatter, 'chart.default-today'],
  'chart.scatter-in-bucket': [...scatter, 'chart.scatter-complete'],
  'chart.line': line,
  'chart.line-t': chart,
  'chart.line-value': chart,
  'chart.line-plausible': [
    ...line,
    'chart.line',
    'chart.day-spacing',
    'chart.scatter-in-bucket',
    'chart.long-averages',
    'chart.open_window-closed',
  ],
  'chart.line-null-closed': [
    ...line,
    'chart.line',
    'chart.day-spacing',
    'chart.open_window-bounds',
    'chart.open_window-closed',
  ],
  'chart.default-today': scatter,
  'chart.since': scatter,
  'chart.until': [...scatter, 'chart.since'],
  'chart.day-spacing': [...line, 'chart.line'],
  'chart.long-steps': [...line, 'chart.line'],
  'chart.long-averages': [...line, 'chart.line', 'chart.long-steps', 'chart.scatter-in-bucket'],
  'chart.open_window': chart,
  'chart.open_window-single-day': window,
  'chart.open_window-long': window,
  'chart.open_window-bounds': window,
  'chart.open_window-closed': [...window, 'chart.open_window-bounds'],
  'patterns.by_hour': ['http.json'],
  'patterns.by_hour-value': [...patterns, 'patterns.by_hour-count', ...patternRange],
  'patterns.by_hour-null': [...patterns, 'patterns.by_hour-count', 'patterns.by_hour-value'],
  'patterns.by_hour-count': [...patterns, ...patternRange],
  'patterns.by_weekday': ['http.json'],
  'patterns.by_weekday-label': [...patterns, 'patterns.by_weekday-monday'],
  'patterns.by_weekday-monday': ['patterns.by_weekday'],
  'patterns.by_weekday-value': [
    ...patterns,
    'patterns.by_weekday-count',
    'patterns.by_weekday-monday',
    'patterns.by_hour-value',
    ...patternRange,
  ],
  'patterns.by_weekday-count': [...patterns, 'patterns.by_weekday-monday', 'patterns.by_hour-count'],
  'patterns.all-time': patterns,
  'patterns.since': [...patterns, 'patterns.all-time'],
  'patterns.until': [...patterns, 'patterns.since'],
  'patterns.open_hours': ['http.json'],
  'patterns.open_hours-agree': ['patterns.open_hours'],
  'reports.results': ['http.json'],
  'reports.next': ['http.json'],
  'reports.previous': ['http.json'],
  'reports.id': feed,
  'reports.bucket': feed,
  'reports.created_at': [...feed, 'time.local-offset'],
  'reports.photo_url': feed,
  'reports.id-unique': ['reports.id'],
  'reports.default-limit': [...feed, 'reports.walk'],
  'reports.limit': [...feed, 'reports.walk'],
  'reports.limit-maximum': [...feed, 'reports.walk', 'reports.limit'],
  'reports.order': feedTimes,
  'reports.walk': [
    ...feedTimes,
    ...feedLinks,
    'reports.id',
    'reports.id-unique',
    'reports.order',
    'reports.next-null',
  ],
  'reports.next-url': [...feed, 'reports.next'],
  'reports.next-null': feedLinks,
  'reports.previous-null': [...feed, 'reports.previous'],
  'reports.previous-url': [
    ...feed,
    'reports.previous',
    'reports.previous-null',
    'reports.id',
    'reports.id-unique',
  ],
  'export.csv': response,
  'export.header': ['export.csv'],
  'export.columns': [...csv, 'form.no-photo-info', 'privacy.coordinates-export', 'privacy.anonymous'],
  'export.timestamp': [...cells, 'time.local-offset'],
  'export.bucket': cells,
  'export.has_photo': cells,
  'export.has_photo-agrees': [...rows, 'export.has_photo', 'export.rows'],
  'export.rows': [...rows, 'export.bucket'],
  'export.since': rows,
  'export.until': [...rows, 'export.since'],
  'highlights.highlights': ['http.json'],
  'highlights.date': highlights,
  'highlights.photo': highlights,
  'highlights.photo-id': photo,
  'highlights.photo-image_url': photo,
  'highlights.photo-thumbnail_url': photo,
  'highlights.photo-host': [...photo, 'highlights.photo-image_url', 'highlights.photo-thumbnail_url'],
  'highlights.photo-caption': photo,
  'highlights.photo-created_at': photo,
  'highlights.photo-expires_at': [...photo, 'highlights.photo-created_at', 'highlights.older'],
  'highlights.photo-like_count': photo,
  'highlights.photo-liked': photo,
  'highlights.older': ['highlights.date', 'highlights.photo-created_at', 'time.local-offset'],
  'highlights.order': ['highlights.date', 'highlights.older'],
  'highlights.unique': ['highlights.date', 'highlights.older'],
  'highlights.omitted': ['highlights.photo'],
  'highlights.days': [...highlights, 'highlights.date', 'highlights.unique'],
  'highlights.default-days': [...highlights, 'highlights.date', 'highlights.unique', 'highlights.days'],
  'highlights.maximum-days': [...highlights, 'highlights.date', 'highlights.unique', 'highlights.days'],
  'privacy.anonymous': ['http.json', 'export.csv'],
};

const closures = new Map<RequirementId, ReadonlySet<RequirementId>>();

/** Everything that a requirement presupposes, directly or not. */
export function presupposedBy(id: RequirementId): ReadonlySet<RequirementId> {
  const known = closures.get(id);
  if (known !== undefined) return known;
  const closure = new Set<RequirementId>();
  closures.set(id, closure);
  for (const direct of presuppositions[id] ?? []) {
    closure.add(direct);
    for (const indirect of presupposedBy(direct)) closure.add(indirect);
  }
  return closure;
}
