import type { PhotoFile } from '../domain/report.ts';
import { CACHE_POLICY, handlersOf, type ServedForm } from '../operations/computations.ts';
import type { RequestContext } from '../operations/context.ts';
import { encodeCursor } from '../operations/cursor.ts';
import type { Snapshot } from '../operations/snapshot.ts';
import { Problem } from './problem.ts';
import type { Operation } from './router.ts';

/** Whom a response is for: the owner of a key, or visitors. */
export interface Reader {
  /** The key's id; long reads are limited for each. */
  readonly id: number;
  readonly account: number;
}

/** What every response is computed with. */
interface Parts
  extends Pick<
    RequestContext,
    'store' | 'time' | 'timetable' | 'patternAccumulators' | 'slices' | 'longReads'
  > {
  readonly form: ServedForm;
  /** Null: the service itself serves pictures under `/photos`. */
  readonly photoHost: string | null;
}

/** What one response is computed from. */
interface Demand {
  readonly operation: Operation;
  readonly reader: Reader;
  readonly snapshot: Snapshot;
  readonly base: string;
  /** What links to other pages of the feed start with. */
  readonly api: string;
}

/** A response that can be computed. */
export interface Computation {
  readonly compute: () => Promise<object>;
  /** What the response depends on besides its operation, reader and base URL; null if it is a stream, which is never cached. */
  readonly version: string | null;
  /** Whether responses differ between accounts. */
  readonly perAccount: boolean;
}

/** Finds the computation of a demand. It throws a `not-implemented` problem where the form has no handler. */
export function computations({ form, photoHost, ...parts }: Parts): (demand: Demand) => Computation {
  const handlers = handlersOf(form);
  return ({ operation: { operationId, query }, reader, snapshot, base, api }) => {
    const handler = handlers[operationId];
    if (handler === undefined) {
      throw new Problem('not-implemented', `The operation ${operationId} has no handler yet.`);
    }
    const { validFor, perAccount = false } = CACHE_POLICY[operationId as keyof typeof CACHE_POLICY];
    const photos = photoHost ?? `${base}/photos`;
    // Made only for a computation: most responses are cached.
    const context = (): RequestContext => ({
      ...parts,
      snapshot,
      key: reader.id,
      account: reader.account,
      pageUrl: (direction, position) =>
        `${api}/reports?limit=${query['limit']}&cursor=${encodeCursor({ direction, position })}`,
      photoUrl: (photo) => `${photos}/${photoFile(photo)}`,
      thumbnailUrl: (photo) => `${photos}/thumbnails/${photoFile(photo)}`,
    });
    const validity = typeof validFor === 'function' ? validFor(query, snapshot) : validFor;
    return {
      compute: () => handler(query as never, context()),
      version: validity === 'stream' ? null : versionOf(validity, snapshot),
      perAccount,
    };
  };
}

function versionOf(validity: 'snapshot' | 'data' | 'model', { id, dataVersion, model }: Snapshot): string {
  if (validity === 'snapshot') return `snapshot ${id}`;
  return `data ${dataVersion}${validity === 'model' ? ` model ${model.version}` : ''}`;
}

/** The file of a photo on the photo host; without a known name, it is addressed by its report (gap `photo-address`). */
function photoFile(photo: PhotoFile): string {
  return photo.file === null
    ? `reports/${photo.reportId}.jpg`
    : photo.file.split('/').map(encodeURIComponent).join('/');
}
