import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Mail, Mailer } from '../mails.ts';

/** The methods of a pino logger that mailers call. */
export interface MailLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** Is notified of each mail once. */
export interface MailObserver {
  mailSent(): void;
  /** All attempts failed, or the outbox was full or closed. */
  mailFailed(): void;
}

/** Why an attempt failed: the message has no address and nothing of the mail, so that it can be logged. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** Another attempt would fail, too, or the server may have the mail. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}

/** Sends one mail; rejects with `DeliveryError`. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

type Undelivered = () => Promise<void>;

/** Waits, or returns early when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Mails that can be waiting or under way: more than the links that may be asked for at once. */
export const MOST_MAILS = 400;
/** Attempts under way at a time. Its time limit must not run while a mail waits for a connection. */
export const MOST_ATTEMPTS = 3;
/** An attempt that takes longer is the last: the server may have the mail, and would get it again and again. */
export const ATTEMPT_MS = 120_000;
/** Before each attempt. Unless many mails wait, all of them end before a sign-in link does. */
const PAUSES_MS: readonly number[] = [0, 10_000, 60_000];

/**
 * Keeps mails in memory until they are sent, with three attempts for each. Failures are logged without addresses and
 * texts.
 */
export class Outbox implements Mailer {
  readonly #deliver: Deliver;
  readonly #log: MailLog;
  readonly #observer: MailObserver | null;
  readonly #pause: Pause;
  readonly #timeout: (ms: number) => AbortSignal;
  readonly #open = new Set<Promise<void>>();
  #attempts = 0;
  /** Each begins an attempt that waits for another one to end. */
  readonly #waiting: (() => void)[] = [];
  /** Ends pauses. */
  readonly #closing = new AbortController();
  /** Ends attempts. */
  readonly #closed = new AbortController();

  constructor(parts: {
    readonly deliver: Deliver;
    readonly log: MailLog;
    readonly observer?: MailObserver | null;
    readonly pause?: Pause;
    readonly timeout?: (ms: number) => AbortSignal;
  }) {
    this.#deliver = parts.deliver;
    this.#log = parts.log;
    this.#observer = parts.observer ?? null;
    this.#pause = parts.pause ?? pause;
    this.#timeout = parts.timeout ?? ((ms) => AbortSignal.timeout(ms));
  }

  send(mail: Mail, undelivered: Undelivered = async () => {}): void {
    const dropped = this.#closing.signal.aborted
      ? 'the service is shutting down'
      : this.isFull() && `${MOST_MAILS} mails are waiting`;
    const work = dropped === false ? this.#send(mail, undelivered) : this.#giveUp(dropped, undelivered);
    const sending = work.finally(() => this.#open.delete(sending));
    this.#open.add(sending);
  }

  isFull(): boolean {
    return this.#open.size >= MOST_MAILS;
  }

  /** How many mails are not sent yet. */
  get size(): number {
    return this.#open.size;
  }

  /** Tries the waiting mails without further pauses, for at most `ms`, and gives up the others. */
  async close(ms: number): Promise<void> {
    this.#closing.abort();
    const sent = Promise.all(this.#open);
    const waiting = new AbortController();
    await Promise.race([sent, this.#pause(ms, waiting.signal)]);
    waiting.abort();
    this.#closed.abort();
    await sent;
  }

  async #send(mail: Mail, undelivered: Undelivered): Promise<void> {
    // The response to the request that caused the mail goes first.
    await setImmediate();
    for (const [index, ms] of PAUSES_MS.entries()) {
      if (ms > 0) await this.#pause(ms, this.#closing.signal);
      const error = await this.#inTurn(() => this.#attempt(mail));
      if (error === null) return this.#observer?.mailSent();
      const isLast = index === PAUSES_MS.length - 1 || error.permanent || this.#closed.signal.aborted;
      if (isLast) {
        return error.permanent ? this.#failed(error.message) : this.#giveUp(error.message, undelivered);
      }
      this.#log.info({ attempt: index + 1, reason: error.message }, 'a mail could not be sent yet');
    }
  }

  async #inTurn<T>(attempt: () => Promise<T>): Promise<T> {
    if (this.#attempts === MOST_ATTEMPTS) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#attempts += 1;
    try {
      return await attempt();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#attempts -= 1;
      else next();
    }
  }

  async #attempt(mail: Mail): Promise<DeliveryError | null> {
    const closed = this.#closed.signal;
    const late = this.#timeout(ATTEMPT_MS);
    try {
      closed.throwIfAborted();
      await this.#deliver(mail, AbortSignal.any([closed, late]));
      return null;
    } catch (error) {
      if (closed.aborted) return new DeliveryError('the service is shutting down', false);
      if (late.aborted) return new DeliveryError('the mail server took too long', true);
      if (error instanceof DeliveryError) return error;
      // Its message could quote the mail.
      return new DeliveryError(`an unexpected ${(error as Error).name}`, true);
    }
  }

  async #giveUp(reason: string, undelivered: Undelivered): Promise<void> {
    this.#failed(reason);
    try {
      await undelivered();
    } catch (error) {
      // Its message could quote the address.
      this.#log.warn({ reason: (error as Error).name }, 'a link that was not sent still counts');
    }
  }

  #failed(reason: string): void {
    this.#observer?.mailFailed();
    this.#log.warn({ reason }, 'a mail could not be sent');
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}
