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

/** Sends one mail, until the signal is aborted; rejects with `DeliveryError`. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

type Undelivered = () => Promise<void>;

/** Waits, or returns early when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Mails that can be waiting or under way: more than the links that may be asked for at once. */
export const MOST_MAILS = 400;
/** Before each attempt. Unless many mails wait, all of them end before a sign-in link does. */
const PAUSES_MS: readonly number[] = [0, 10_000, 60_000];

/**
 * Keeps mails in memory until they are sent, with three attempts for each. Failures are logged without addresses and
 * texts. How many attempts are under way at a time is up to `Deliver`.
 */
export class Outbox implements Mailer {
  readonly #deliver: Deliver;
  readonly #log: MailLog;
  readonly #observer: MailObserver | null;
  readonly #pause: Pause;
  readonly #open = new Set<Promise<void>>();
  /** Ends pauses. */
  readonly #closing = new AbortController();
  /** Ends attempts. */
  readonly #closed = new AbortController();

  constructor(parts: {
    readonly deliver: Deliver;
    readonly log: MailLog;
    readonly observer?: MailObserver | null;
    readonly pause?: Pause;
  }) {
    this.#deliver = parts.deliver;
    this.#log = parts.log;
    this.#observer = parts.observer ?? null;
    this.#pause = parts.pause ?? pause;
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
      const error = await this.#attempt(mail);
      if (error === null) return this.#observer?.mailSent();
      const isLast = index === PAUSES_MS.length - 1 || error.permanent || this.#closed.signal.aborted;
      if (isLast) {
        return error.permanent ? this.#failed(error.message) : this.#giveUp(error.message, undelivered);
      }
      this.#log.info({ attempt: index + 1, reason: error.message }, 'a mail could not be sent yet');
    }
  }

  async #attempt(mail: Mail): Promise<DeliveryError | null> {
    const closed = this.#closed.signal;
    try {
      await this.#deliver(mail, closed);
      return null;
    } catch (error) {
      if (closed.aborted) return new DeliveryError('the service is shutting down', false);
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
