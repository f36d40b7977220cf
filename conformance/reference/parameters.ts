import { isDate } from './local-time.ts';
import type { HttpRequest, Options } from './options.ts';

/** A parameter that the service does not accept. */
export class BadRequest extends Error {
  readonly status: number;
  readonly parameter: string;
  constructor(status: number, parameter: string, message: string) {
    super(message);
    this.status = status;
    this.parameter = parameter;
  }
}

const KNOWN = ['since', 'until', 'limit', 'cursor', 'days'];

/** The dates of a request, or null, checked by the service's policy. */
export function readDates(
  request: HttpRequest,
  options: Options,
): { since: string | null; until: string | null } {
  rejectUnknown(request, options);
  let since = readDate(request, 'since', options);
  let until = readDate(request, 'until', options);
  if (since !== null && until !== null && since > until) {
    if (typeof options.reversed === 'number')
      throw new BadRequest(options.reversed, 'since', 'since is later than until');
    if (options.reversed === 'swap') [since, until] = [until, since];
  }
  return { since, until };
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
  if (typeof options.badNumber === 'number') throw new BadRequest(options.badNumber, name, `1 to ${maximum}`);
  return value > maximum && options.badNumber === 'clamp' ? maximum : fallback;
}

function readDate(request: HttpRequest, name: string, options: Options): string | null {
  const text = request.query.getAll(name).at(-1);
  if (text === undefined) return null;
  if (isDate(text)) return text;
  if (typeof options.badDate === 'number')
    throw new BadRequest(options.badDate, name, 'Date has wrong format. Use YYYY-MM-DD.');
  return null;
}

function rejectUnknown(request: HttpRequest, options: Options): void {
  if (options.unknownParameter === 'ignore') return;
  const stranger = [...request.query.keys()].find((key) => !KNOWN.includes(key));
  if (stranger !== undefined) throw new BadRequest(400, stranger, 'no such parameter');
}
