import type { IncomingMessage } from 'node:http';
import { BUCKETS, type Bucket, bucketOf } from '../service/domain/bucket.ts';
import { HOUR, MINUTE, type Micros, microsOf } from '../service/domain/micros.ts';
import { tokenOf, unauthorized } from '../service/http/api/key-access.ts';
import { Problem } from '../service/http/server/problem.ts';
import { hashApiKey, isApiKey } from '../service/keys/api-key.ts';
import { sha256 } from '../service/keys/token.ts';
import type { LiveReportStore, Reporter } from '../service/store/live-report-store.ts';

/** The oldest report that a device may send, and how far its clock may be ahead. */
const OLDEST: Micros = HOUR;
const AHEAD: Micros = 2 * MINUTE;

/** The most people that a device may count, so that a broken one is noticed. */
const MOST_PEOPLE = 10_000;

/** The bucket with a label; null for any other text. */
export function bucketOfLabel(label: unknown): Bucket | null {
  return BUCKETS.find((bucket) => bucket === label) ?? null;
}

/** The report of a device. */
export interface DeviceReport {
  readonly bucket: Bucket;
  /** When it was counted, by the clock of the device; null: it doesn't say. */
  readonly time: Micros | null;
  /** The SHA-256 of the Idempotency-Key and the time; null without a key. */
  readonly request: Uint8Array | null;
}

/** The device that sends a request. Rejects with an `unauthorized` problem if its key is unknown, removed, or a key of the API. */
export async function reporterOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  store: Pick<LiveReportStore, 'findReporter'>,
): Promise<Reporter> {
  const token = tokenOf(headers.authorization);
  if (isApiKey(token)) throw unauthorized('This is a key of the API. To report, use the key of a reporter.');
  const reporter = isApiKey(token, 'hr') ? await store.findReporter(hashApiKey(token)) : null;
  if (reporter === null)
    throw unauthorized('The key of the reporter is unknown. Check that you copied all of it.');
  if (reporter.removedAt !== null) throw unauthorized('The reporter was removed.');
  return reporter;
}

/** The report in a body. Throws an `invalid-parameter` problem that names the member. */
export function parseDeviceReport(
  body: unknown,
  { headers }: Pick<IncomingMessage, 'headers'>,
): DeviceReport {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('body', 'must be a JSON object such as {"count": 14}');
  }
  const { count, bucket, time, ...others } = body as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(unknown, 'is unknown; allowed are count, bucket and time');
  const line = parseLine(count, bucket);
  const at = time === undefined ? null : parseTime(time);
  return { bucket: line, time: at, request: requestOf(headers['idempotency-key'], at) };
}

/**
 * The hash that identifies a request. The time is part of it: a device that begins to count its requests anew uses keys again, and its reports are
 * other ones.
 */
function requestOf(key: string | string[] | undefined, time: Micros | null): Uint8Array | null {
  if (key === undefined) return null;
  if (key === '' || key.length > 255) throw invalid('Idempotency-Key', 'must have 1 to 255 characters');
  if (time === null) throw invalid('time', 'is required with an Idempotency-Key');
  return sha256(`${time} ${key}`);
}

function parseLine(count: unknown, label: unknown): Bucket {
  if ((count === undefined) === (label === undefined)) {
    throw invalid('count', 'or bucket is required, and only one of them');
  }
  if (label !== undefined) {
    const bucket = bucketOfLabel(label);
    if (bucket === null)
      throw invalid('bucket', `must be one of ${BUCKETS.map((text) => `"${text}"`).join(', ')}`);
    return bucket;
  }
  if (!Number.isInteger(count) || (count as number) < 0 || (count as number) > MOST_PEOPLE) {
    throw invalid('count', `must be an integer from 0 to ${MOST_PEOPLE}`);
  }
  return bucketOf(count as number);
}

function parseTime(time: unknown): Micros {
  try {
    return microsOf(Temporal.Instant.from(time as string));
  } catch {
    throw invalid('time', 'must be a time with an offset, such as 2026-11-20T12:30:00-08:00');
  }
}

/** When a report was made. Throws an `invalid-parameter` problem for a time that is not of the last hour. */
export function timeOfReport({ time }: DeviceReport, now: Micros): Micros {
  if (time === null) return now;
  if (time > now + AHEAD) throw invalid('time', 'must not be in the future');
  if (time < now - OLDEST) throw invalid('time', 'must not be older than an hour');
  return Math.min(time, now);
}

function invalid(parameter: string, message: string): Problem {
  return new Problem('invalid-parameter', `${parameter} ${message}.`, { errors: [{ parameter, message }] });
}
