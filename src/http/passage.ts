import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Moment } from '../operations/moment.ts';
import type { Key } from '../store/store.ts';
import { policyOf, type QuotaDay, restOf, type Waiting } from './quota.ts';
import { logRequest } from './request-log.ts';

/** An answer's fields as one flat list of names and values, and its bytes. */
export interface Variant {
  readonly fields: readonly string[];
  readonly body: Buffer;
}

/** How a target is answered for the rest of the moment, or as long as the data stay. */
export interface Remembered {
  readonly moment: Moment;
  readonly outlivesMoment: boolean;
  /** Of the answer, not compressed. */
  readonly bytes: number;
  readonly operation: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly account: number | null;
  readonly etag: string;
  /** The fields of a 304. */
  readonly held: readonly string[];
  /** By the request's `Accept-Encoding`. */
  readonly variants: Map<string, Variant>;
}

/** What all requests of one turn of the event loop share. */
export interface Turn {
  readonly moment: Moment;
  readonly day: QuotaDay;
  readonly secondsLeft: number;
}

/** What a passage needs of its lane. */
interface Lane {
  readonly logger: Logger;
  giveBack(request: IncomingMessage, response: ServerResponse, failure?: unknown): void;
}

/** Where the quota's values stand in a list of fields, which begins with `QUOTA_FIELDS`. */
const RATELIMIT_POLICY = 1;
const RATELIMIT = 3;

/** How every list of fields begins; the values are filled in for each request. */
export const QUOTA_FIELDS: readonly string[] = ['RateLimit-Policy', '', 'RateLimit', ''];

/** One request in the lane, waiting for its quota. */
export class Passage implements Waiting {
  readonly key: Key;
  readonly day: string;
  readonly #lane: Lane;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #turn: Turn;
  readonly #known: Remembered;
  readonly #variant: Variant | null;
  readonly #begin = performance.now();

  constructor(
    lane: Lane,
    request: IncomingMessage,
    response: ServerResponse,
    key: Key,
    turn: Turn,
    known: Remembered,
    variant: Variant | null,
  ) {
    this.key = key;
    this.day = turn.day.date;
    this.#lane = lane;
    this.#request = request;
    this.#response = response;
    this.#turn = turn;
    this.#known = known;
    this.#variant = variant;
  }

  granted(left: number): void {
    const { day, secondsLeft } = this.#turn;
    const { operation, path, held } = this.#known;
    const response = this.#response;
    const about = () => ({ operation, key: this.key.id });
    logRequest(this.#lane.logger, this.#request.method, path, response, about, this.#begin);
    const fields = (this.#variant?.fields ?? held).slice();
    fields[RATELIMIT_POLICY] = policyOf(this.key.quota, day);
    fields[RATELIMIT] = restOf(left, secondsLeft);
    response.writeHead(this.#variant === null ? 304 : 200, fields);
    response.end(this.#variant?.body);
  }

  refused(): void {
    this.#lane.giveBack(this.#request, this.#response);
  }

  failed(error: unknown): void {
    this.#lane.giveBack(this.#request, this.#response, error);
  }
}
