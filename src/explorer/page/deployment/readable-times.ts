import { parseDateTime } from '../../../service/domain/date-time.ts';
import { timestampOf } from '../local-time.ts';
import { pluralize } from '../words.ts';
import type { Chart, Path } from './responses.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * A response with each time in the spelling that the page computes with. What can't be read, such as a time without an offset, breaks
 * nothing: it is null in a status, an empty text in lists, and left out of charts.
 */
export function withReadableTimes(path: Path, body: unknown): unknown {
  if (!isObject(body)) return body;
  switch (path) {
    case '/api/v1/status': {
      const last_updated = timeOf(body['last_updated']);
      const isLost = last_updated === null && (body['last_updated'] ?? null) !== null;
      return { ...body, last_updated, ...(isLost ? { unreadable: 1 } : {}) };
    }
    case '/api/v1/chart':
      return chartOf(body);
    case '/api/v1/reports':
      return { ...body, results: listOf(body['results']).map(withCreation) };
    case '/api/v1/highlights':
      return {
        ...body,
        highlights: listOf(body['highlights']).map((highlight) => ({
          ...highlight,
          photo: isObject(highlight['photo']) ? withCreation(highlight['photo']) : highlight['photo'],
        })),
      };
    default:
      return body;
  }
}

/** That some times of a chart are left out; empty if none is. */
export function unreadableText(chart: Chart): string {
  const { unreadable = 0 } = chart;
  return unreadable === 0 ? '' : ` Left out: ${pluralize(unreadable, 'value')} at unknown times.`;
}

function chartOf(chart: Members): Members {
  const [scatter, line] = [pointsOf(chart['scatter']), pointsOf(chart['line'])];
  const window = chart['open_window'];
  const lost = listOf(chart['scatter']).length + listOf(chart['line']).length - scatter.length - line.length;
  return {
    ...chart,
    scatter,
    line,
    ...('open_window' in chart ? { open_window: isObject(window) ? windowOf(window) : null } : {}),
    ...(lost === 0 ? {} : { unreadable: lost }),
  };
}

function pointsOf(points: unknown): readonly Members[] {
  return listOf(points).flatMap((point) => {
    const t = timeOf(point['t']);
    return t === null ? [] : [{ ...point, t }];
  });
}

function windowOf(window: Members): Members | null {
  const span = spanOf(window);
  return span && { ...span, closed: listOf(window['closed']).flatMap((part) => spanOf(part) ?? []) };
}

function spanOf(span: Members): Members | null {
  const [start, end] = [timeOf(span['start']), timeOf(span['end'])];
  return start === null || end === null ? null : { ...span, start, end };
}

function withCreation(item: Members): Members {
  return { ...item, created_at: timeOf(item['created_at']) ?? '' };
}

function timeOf(text: unknown): string | null {
  const parsed = typeof text === 'string' ? parseDateTime(text) : 'format';
  return typeof parsed === 'string' ? null : timestampOf(Math.floor(parsed.at / 1000), parsed.offset / 1000);
}

function listOf(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
