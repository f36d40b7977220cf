import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Moment } from '../operations/moment.ts';
import type { Key } from '../store/store.ts';
import { type Coding, compressed } from './compressed.ts';
import { Passage, QUOTA_FIELDS, type Remembered, type Turn } from './passage.ts';
import { type Quota, type QuotaDay, secondsUntil } from './quota.ts';
import type { ReadyAnswer } from './ready-answers.ts';
import { holds } from './send.ts';

/** What the lane asks about the present; each may be unknown just now, and then Express answers. */
export interface Present {
  /** The key that an `Authorization` field was found to mean, while that still holds. */
  key(authorization: string): Key | undefined;
  moment(): Moment | Promise<Moment>;
  day(moment: Moment): QuotaDay;
  readonly clock: () => number;
  readonly isServing: () => boolean;
  /** Whether answers hold addresses that may go by the host that a request, or a proxy, names. */
  readonly hostMatters: boolean;
}

/** An answer that Express has just sent. */
export interface Sent {
  readonly operation: string;
  readonly moment: Moment;
  /** Whether it stays the same in later moments of the same data. */
  readonly outlivesMoment: boolean;
  /** Null: every account gets the same. */
  readonly account: number | null;
  readonly answer: ReadyAnswer;
}

const TARGETS = 10_000;
const BYTES = 64 << 20;
const LARGEST = 1 << 20;
const VARIANTS = 8;

/** Fields that are told anew for each request, or that belong to one way of sending the body. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'ratelimit',
  'ratelimit-policy',
  'content-encoding',
  'content-length',
  'content-type',
]);

/**
 * Answers what was answered before, in the same moment or from the same data, without Express: its middleware takes longer than everything
 * else that such a request needs (decision 26). It decides nothing itself. It learns whole answers, fields and all,
 * from what Express sent; takes each request out of the quota like any other; and leaves to Express whatever it has not
 * seen, and what was refused or failed.
 */
export class FastLane {
  readonly #present: Present;
  readonly #quota: Quota;
  readonly #logger: Logger;
  readonly #byExpress: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #failures = new WeakMap<IncomingMessage, unknown>();
  readonly #targets = new Map<string, Remembered>();
  #bytes = 0;
  #moment: Moment | null = null;
  #turn: Turn | null = null;

  constructor(
    present: Present,
    quota: Quota,
    logger: Logger,
    byExpress: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    this.#present = present;
    this.#quota = quota;
    this.#logger = logger;
    this.#byExpress = byExpress;
  }

  /** Answers a request, or has Express answer it. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const passage = this.#passage(request, response);
    if (passage === null) this.#byExpress(request, response);
    else this.#quota.enter(passage);
  };

  #passage(request: IncomingMessage, response: ServerResponse): Passage | null {
    const known = this.#targets.get(request.url as string);
    if (known === undefined || !this.#isPlain(request, known.host) || !this.#present.isServing()) return null;
    try {
      const turn = this.#turn ?? this.#beginTurn();
      const { authorization = '', 'if-none-match': held, 'accept-encoding': accepts = '' } = request.headers;
      const key = this.#present.key(authorization);
      const variant = holds(held, known.etag) ? null : known.variants.get(accepts as string);
      if (turn === null || !stillHolds(known, turn.moment)) return null;
      if (key === undefined || variant === undefined) return null;
      if (known.account !== null && known.account !== key.account) return null;
      return new Passage(this, request, response, key, turn, known, variant);
    } catch {
      // A database that fails: Express comes to the same, and tells of it.
      return null;
    }
  }

  /** Remembers an answer that was just sent, unless it is one of a moment that is over. */
  learn(request: IncomingMessage, target: string, response: ServerResponse, sent: Sent): void {
    const { moment, answer } = sent;
    const { headers } = request;
    const { host } = headers;
    const isPlain = this.#isPlain(request, host) && target.startsWith('/');
    if (!isPlain || target.length > 500 || answer.body.length > LARGEST || !this.#present.isServing()) return;
    if (this.#moment === null || moment.minute > this.#moment.minute) this.#begin(moment);
    if (moment !== this.#moment) return;
    let known = this.#targets.get(target);
    const isOther = known?.account !== sent.account || (this.#present.hostMatters && known.host !== host);
    if (known === undefined || isOther) {
      this.#forget(target);
      this.#makeRoom(answer.body.length);
      const path = target.split('?', 1)[0] as string;
      const { operation, account, outlivesMoment } = sent;
      const of = { moment, outlivesMoment, host, account, bytes: answer.body.length };
      known = { ...of, operation, path, etag: answer.etag, held: fieldsOf(response), variants: new Map() };
      this.#targets.set(target, known);
    }
    if (response.statusCode !== 200) return;
    const coding = response.getHeader('Content-Encoding') as Coding | undefined;
    const accepts = (headers['accept-encoding'] as string) ?? '';
    // What cannot be compressed here stays with Express, which says so.
    this.#addVariant(known, accepts, answer, coding).catch(() => undefined);
  }

  /** Why a request that came this way could not be counted; Express tells of it. */
  failureOf(request: IncomingMessage): unknown {
    return this.#failures.get(request);
  }

  /** Hands a request back that was not let through. */
  giveBack(request: IncomingMessage, response: ServerResponse, failure?: unknown): void {
    if (failure !== undefined) this.#failures.set(request, failure);
    this.#byExpress(request, response);
  }

  get logger(): Logger {
    return this.#logger;
  }

  /** Whether nothing about a request but key, target, `If-None-Match` and `Accept-Encoding` decides its answer. */
  #isPlain({ method, headers }: IncomingMessage, host: string | undefined): boolean {
    if (method !== 'GET') return false;
    if (!this.#present.hostMatters) return true;
    return headers.host === host && headers['x-forwarded-host'] === undefined;
  }

  #beginTurn(): Turn | null {
    const moment = this.#present.moment();
    if (moment instanceof Promise) {
      // Express asks the same, and tells of a failure.
      moment.catch(() => undefined);
      return null;
    }
    if (moment !== this.#moment) this.#begin(moment);
    const day = this.#present.day(moment);
    this.#turn = { moment, day, secondsLeft: secondsUntil(day.end, this.#present.clock()) };
    setImmediate(() => {
      this.#turn = null;
    });
    return this.#turn;
  }

  #begin(moment: Moment): void {
    this.#moment = moment;
    for (const [target, known] of this.#targets) if (!stillHolds(known, moment)) this.#forget(target);
  }

  /** The oldest go: a walk through all pages must not keep status out until there are new data. */
  #makeRoom(bytes: number): void {
    for (const target of this.#targets.keys()) {
      if (this.#targets.size < TARGETS && this.#bytes + bytes <= BYTES) break;
      this.#forget(target);
    }
    this.#bytes += bytes;
  }

  #forget(target: string): void {
    this.#bytes -= this.#targets.get(target)?.bytes ?? 0;
    this.#targets.delete(target);
  }

  async #addVariant(
    known: Remembered,
    accepts: string,
    answer: ReadyAnswer,
    coding: Coding | undefined,
  ): Promise<void> {
    const body = coding === undefined ? answer.body : await compressed(answer.body, coding);
    const fields = [
      ...known.held,
      ...(coding === undefined ? [] : ['Content-Encoding', coding]),
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(body.length),
    ];
    const { variants } = known;
    variants.set(accepts, { fields, body });
    if (variants.size > VARIANTS) variants.delete(variants.keys().next().value as string);
  }
}

function stillHolds(known: Remembered, moment: Moment): boolean {
  return known.moment === moment || (known.outlivesMoment && known.moment.data === moment.data);
}

/** Node's types know this method of client requests only; every outgoing message has it. */
type RawNames = ServerResponse & { getRawHeaderNames(): readonly string[] };

/** The fields that Express sent, but for those of the body; the quota's come first, to be filled in. */
function fieldsOf(response: ServerResponse): readonly string[] {
  const fields = [...QUOTA_FIELDS];
  for (const name of (response as RawNames).getRawHeaderNames()) {
    if (!NOT_KEPT.has(name.toLowerCase())) fields.push(name, String(response.getHeader(name)));
  }
  return fields;
}
