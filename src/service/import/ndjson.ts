/** NDJSON: one JSON object per line, with everything the store keeps about a report. */

import { instantOf } from '../domain/micros.ts';
import { EMAIL_RULE, isEmailAddress, isWithin, TEXT_LIMITS } from '../domain/texts.ts';
import type { NewPhoto, NewReport } from '../store/store.ts';
import { defaultExpiry, FieldError, parseBucketLabel, parseTimestamp, shown } from './fields.ts';
import { type Line, type LineReader, readLine } from './lines.ts';

/**
 * Reads lines with the members `created_at`, `bucket` and optionally `id`, `latitude`, `longitude` and `photo`
 * (`file`, `caption`, `expires_at`, `likes`). Any other member is an error, so that a misspelled one is noticed.
 */
export const readNdjson: LineReader = (lines) => lines.map((line) => readLine(line, () => toReport(line)));

/** A report as a line that `readNdjson` reads back as the same report; without a line ending, times in UTC. */
export function ndjsonLine(report: NewReport): string {
  const { id, createdAt, bucket, latitude, longitude, photo } = report;
  return JSON.stringify({
    id,
    created_at: instantOf(createdAt).toString(),
    bucket,
    latitude,
    longitude,
    photo: photo && photoMembers(photo),
  });
}

function photoMembers({ file, caption, expiresAt, likes }: NonNullable<NewReport['photo']>) {
  return { file, caption, expires_at: instantOf(expiresAt).toString(), likes };
}

type Members = Readonly<Record<string, unknown>>;

const REPORT_MEMBERS = ['id', 'created_at', 'bucket', 'latitude', 'longitude', 'photo'] as const;
const PHOTO_MEMBERS = ['file', 'caption', 'expires_at', 'likes'] as const;

function toReport(line: Line): NewReport {
  const report = membersOf('the line', parseJson(line.text), REPORT_MEMBERS);
  const createdAt = parseTimestamp('created_at', report['created_at']);
  const latitude = parseDegrees('latitude', report['latitude'], 90);
  const longitude = parseDegrees('longitude', report['longitude'], 180);
  if ((latitude === null) !== (longitude === null)) {
    throw new FieldError('latitude and longitude must be given together');
  }
  const photo = report['photo'] ?? null;
  return {
    ...(report['id'] === undefined ? {} : { id: parseId(report['id']) }),
    createdAt,
    bucket: parseBucketLabel(report['bucket']),
    latitude,
    longitude,
    photo: photo === null ? null : toPhoto(membersOf('photo', photo, PHOTO_MEMBERS), createdAt),
    line: line.number,
  };
}

function toPhoto(photo: Members, createdAt: number): NewPhoto {
  const { file = null, caption = '', expires_at: expiresAt, likes = [] } = photo;
  if (typeof caption !== 'string') throw new FieldError(`photo.caption ${shown(caption)} is not a string`);
  // UTF-8 has no bytes for it, so the store would keep another character.
  if (!caption.isWellFormed())
    throw new FieldError(`photo.caption ${shown(caption)} has half of a surrogate pair`);
  if (!isWithin(caption, TEXT_LIMITS.caption)) {
    throw new FieldError(`photo.caption ${shown(caption)} is longer than ${TEXT_LIMITS.caption} characters`);
  }
  return {
    file: file === null ? null : parseFile(file),
    caption,
    expiresAt:
      expiresAt === undefined ? defaultExpiry(createdAt) : parseTimestamp('photo.expires_at', expiresAt),
    likes: parseLikes(likes),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FieldError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function membersOf(name: string, value: unknown, allowed: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FieldError(`${name} is not a JSON object`);
  }
  const unknown = Object.keys(value).find((member) => !allowed.includes(member));
  if (unknown !== undefined) {
    throw new FieldError(
      `${name} has an unknown member ${shown(unknown)}; allowed are ${allowed.join(', ')}`,
    );
  }
  return value as Members;
}

function parseId(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new FieldError(`id ${shown(value)} is not a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`);
  }
  return value;
}

function parseDegrees(field: string, value: unknown, limit: number): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || Math.abs(value) > limit) {
    throw new FieldError(`${field} ${shown(value)} is not a number from -${limit} to ${limit}, or null`);
  }
  return value;
}

/** A relative path, because it becomes part of a URL on the photo host. */
const FILE = /^(?!.*(^|\/)\.{0,2}(\/|$))[^\\\p{Cc}\p{Cs}]+$/su;

function parseFile(value: unknown): string {
  if (typeof value !== 'string' || !isWithin(value, TEXT_LIMITS.photoFile) || !FILE.test(value)) {
    throw new FieldError(
      `photo.file ${shown(value)} is not a relative path of at most ${TEXT_LIMITS.photoFile} characters without empty, . or .. parts`,
    );
  }
  return value;
}

function parseLikes(value: unknown): readonly string[] {
  if (!Array.isArray(value))
    throw new FieldError(`photo.likes ${shown(value)} is not an array of e-mail addresses`);
  return value.map((email: unknown) => {
    if (typeof email !== 'string' || !isEmailAddress(email)) {
      throw new FieldError(`photo.likes contains ${shown(email)}, which is not ${EMAIL_RULE}`);
    }
    return email;
  });
}
