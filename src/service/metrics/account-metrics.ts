import { Counter, Gauge, type Registry } from 'prom-client';

/** Is told what the account page does. */
export interface AccountObserver {
  /** Somebody used a link. */
  signedIn(): void;
  mailSent(): void;
  /** A mail was given up. */
  mailFailed(): void;
}

/** Counts sign-ins and mails. */
export class AccountMetrics implements AccountObserver {
  readonly #signIns: Counter;
  readonly #mails: Counter<'result'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#signIns = new Counter({
      name: 'headcount_sign_ins_total',
      help: 'Links that people signed in with on the account page.',
      registers,
    });
    this.#mails = new Counter({
      name: 'headcount_mails_total',
      help: 'Mails that the mail server took (sent), or that were given up (failed).',
      labelNames: ['result'],
      registers,
    });
    for (const result of ['sent', 'failed']) this.#mails.inc({ result }, 0);
  }

  signedIn(): void {
    this.#signIns.inc();
  }

  mailSent(): void {
    this.#mails.inc({ result: 'sent' });
  }

  mailFailed(): void {
    this.#mails.inc({ result: 'failed' });
  }
}

/** Registers how many mails are waiting, read at each scrape. */
export function registerWaitingMails(registry: Registry, waitingMails: () => number): void {
  new Gauge({
    name: 'headcount_mails_waiting',
    help: 'Mails that are being sent, or wait for another attempt.',
    registers: [registry],
    collect() {
      this.set(waitingMails());
    },
  });
}
