import { BadRequest } from '../../mocks/service/bad-request.ts';
import { isDate } from '../../mocks/service/local-time.ts';
import type { Range } from '../../mocks/service/store.ts';
import type { HttpRequest, Options } from './options.ts';

const KNOWN = ['since', 'until', 'limit', 'cursor', 'days'];

/** The dates of a request, checked by the service's policy. */
export function readDates(request: HttpRequest, options: Options): Range {
  rejectUnknown(request, options);
  const since = readDate(request, 'since', options);
  const until = readDate(request, 'until', options);
  if (since === null || until === null || since <= until) return { since, until };
  if (typeof options.reversed === 'number')
    throw new BadRequest({ parameter: 'since', message: 'since is later than until' }, options.reversed);
  return options.reversed === 'swap' ? { since: until, until: since } : { since, until };
}

/** An integer parameter from 1 to its maximum; the service's policy applies to anything else. */
export function readWhole(
  request: HttpRequest,
  name: string,
  fallback: number,
  maximum: number,
  options: Options,
): number {
  rejectUnknown(request, options);
  const text = request.query.getAll(name).at(-1);
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= maximum) return value;
  if (typeof options.badNumber === 'number')
    throw new BadRequest({ parameter: name, message: `1 to ${maximum}` }, options.badNumber);
  return value > maximum && options.badNumber === 'clamp' ? maximum : fallback;
}

function readDate(request: HttpRequest, name: string, options: Options): string | null {
  const text = request.query.getAll(name).at(-1);
  if (text === undefined) return null;
  if (isDate(text)) return text;
  if (typeof options.badDate === 'number') {
    const message = 'Date has wrong format. Use YYYY-MM-DD.';
    throw new BadRequest({ parameter: name, message }, options.badDate);
  }
  return null;
}

function rejectUnknown(request: HttpRequest, options: Options): void {
  if (options.unknownParameter === 'ignore') return;
  const stranger = [...request.query.keys()].find((key) => !KNOWN.includes(key));
  if (stranger !== undefined) throw new BadRequest({ parameter: stranger, message: 'no such parameter' });
}
