import { instantOf } from '../domain/micros.ts';
import type { NewReport } from '../store/store.ts';

/** A report as a line that `readNdjson` reads back to the same report; without a line ending, times in UTC. */
export function ndjsonLine(report: NewReport): string {
  const { id, createdAt, bucket, latitude, longitude, photo, photoKnown } = report;
  return JSON.stringify({
    id,
    created_at: instantOf(createdAt).toString(),
    bucket,
    latitude,
    longitude,
    photo: photoKnown ? photo && photoMembers(photo) : undefined,
  });
}

function photoMembers({ file, caption, expiresAt, likes }: NonNullable<NewReport['photo']>) {
  return { file, caption, expires_at: instantOf(expiresAt).toString(), likes };
}
