import type { IncomingMessage } from 'node:http';
import type { Snapshot } from '../../operations/snapshot.ts';
import type { CachedResponse, Content, ContentCoding, Fields } from '../server/content.ts';
import type { RequestRecord } from '../server/observer.ts';
import type { Operation, Route, Router } from './router.ts';

/** A way to read the API: with a key, or as a visitor of the public page. */
export interface Access {
  readonly router: Router;
  /** True if pages of any origin may read responses, so that a preflight gets 204. */
  readonly isCrossOrigin: boolean;
  /** The fields of a response to a request that isn't admitted. */
  readonly refusalFields: Fields;
  /** Admits the caller of a request; rejects with a problem. */
  admit(request: IncomingMessage, record: RequestRecord, route: Route): Promise<AdmittedCaller>;
}

/** The owner of a key, or a visitor. */
export interface Caller {
  /** The id of the key, or one that no key has; long reads are limited for each. */
  readonly key: number;
  readonly account: number;
  readonly snapshot: Snapshot;
  /** The start of the API's addresses, below the base URL. */
  readonly path: string;
  /** Returns the response to an operation from the caller's cache; null if it is too large for that, and has to be streamed. */
  cached(read: CachedRead): Promise<CachedResponse | null>;
}

export interface AdmittedCaller extends Caller {
  /** The fields of a response, and of a problem. */
  readonly fields: Fields;
  readonly problemFields: Fields;
}

/** A response that the cache may have. */
export interface CachedRead {
  readonly operation: Operation;
  readonly base: string;
  /** Everything that the response depends on, besides the operation and the base URL. */
  readonly version: string;
  readonly coding: ContentCoding | null;
  readonly compute: () => Promise<Content>;
}
