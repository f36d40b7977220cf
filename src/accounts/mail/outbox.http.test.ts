import { describe, expect, it } from 'vitest';
import type { Mail } from '../mails.ts';
import { DeliveryError, MOST_MAILS, Outbox, type Pause } from './outbox.ts';

const LINK = 'http://127.0.0.1/account/confirm?token=SECRET';
const MAIL: Mail = { to: 'ada@example.edu', subject: 'Sign in', text: `Open ${LINK}\n` };

/** An outbox whose pauses end when a test ends them; `deliver` gets the number of the attempt. */
function outboxWith(deliver: (attempt: number, signal: AbortSignal) => Promise<void>) {
  const counts = { attempts: 0, sent: 0, failed: 0, undelivered: 0 };
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const logged: string[] = [];
  const write = (level: string) => (details: object, message: string) =>
    void logged.push(`${level} ${message} ${JSON.stringify(details)}`);
  const count = (name: keyof typeof counts) => () => {
    counts[name] += 1;
  };
  const pause: Pause = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve());
      pauses.push({ ms, end: resolve });
    });
  const outbox = new Outbox({
    deliver(_, signal) {
      count('attempts')();
      return deliver(counts.attempts, signal);
    },
    pause,
    log: { info: write('info'), warn: write('warn') },
    observer: { mailSent: count('sent'), mailFailed: count('failed') },
  });
  const send = () => outbox.send(MAIL, async () => count('undelivered')());
  return { outbox, send, counts, pauses, logged };
}

const failing = (permanent: boolean) => () => Promise.reject(new DeliveryError('SMTP: reply', permanent));
const forever = (_: number, signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('the outbox', () => {
  it('makes three attempts with growing pauses, gives up, and reports that the mail never left', async () => {
    const { send, counts, pauses, logged } = outboxWith(failing(false));
    send();
    for (const round of [1, 2]) {
      await expect.poll(() => pauses.length).toBe(round);
      expect(counts.undelivered).toBe(0);
      pauses.at(-1)?.end();
    }
    await expect.poll(() => counts).toEqual({ attempts: 3, sent: 0, failed: 1, undelivered: 1 });
    expect(pauses.map(({ ms }) => ms)).toEqual([10_000, 60_000]);
    expect(logged).toEqual([
      'info a mail could not be sent yet {"attempt":1,"reason":"SMTP: reply"}',
      'info a mail could not be sent yet {"attempt":2,"reason":"SMTP: reply"}',
      'warn a mail could not be sent {"reason":"SMTP: reply"}',
    ]);
  });

  it('makes one attempt if another would fail, too, and then reports nothing', async () => {
    const { outbox, send, counts, pauses } = outboxWith(failing(true));
    send();
    await expect.poll(() => counts.failed).toBe(1);
    await outbox.close(0);
    expect([counts, pauses.filter(({ ms }) => ms > 0)]).toEqual([
      { attempts: 1, sent: 0, failed: 1, undelivered: 0 },
      [],
    ]);
  });

  it('logs nothing of a mail, even if an error quotes it', async () => {
    const { outbox, send, counts, logged } = outboxWith(() =>
      Promise.reject(new TypeError(`${MAIL.to} ${LINK}`)),
    );
    send();
    await expect.poll(() => counts.failed).toBe(1);
    await outbox.close(0);
    outbox.send(MAIL, () => Promise.reject(new TypeError(MAIL.to)));
    await expect.poll(() => logged.length).toBe(3);
    expect(logged).toEqual([
      'warn a mail could not be sent {"reason":"an unexpected TypeError"}',
      'warn a mail could not be sent {"reason":"the service is shutting down"}',
      'warn a link that was not sent still counts {"reason":"TypeError"}',
    ]);
  });

  it('keeps a bounded number of mails, drops further ones, and has room again when they are sent', async () => {
    const { promise: open, resolve: send } = Promise.withResolvers<void>();
    const { outbox, send: add, counts, logged } = outboxWith(() => open);
    for (let n = 0; n < MOST_MAILS + 5; n += 1) {
      expect(outbox.isFull()).toBe(n >= MOST_MAILS);
      add();
    }
    await expect.poll(() => counts.undelivered).toBe(5);
    expect(logged[0]).toBe(`warn a mail could not be sent {"reason":"${MOST_MAILS} mails are waiting"}`);
    send();
    await expect.poll(() => counts.sent).toBe(MOST_MAILS);
    expect(outbox.isFull()).toBe(false);
  });
});

describe('an outbox that closes', () => {
  it('makes the remaining attempts without pauses', async () => {
    const { outbox, send, counts, pauses } = outboxWith((attempt) =>
      attempt < 3 ? failing(false)() : Promise.resolve(),
    );
    send();
    await expect.poll(() => pauses.length).toBe(1);
    await outbox.close(5000);
    expect(counts).toEqual({ attempts: 3, sent: 1, failed: 0, undelivered: 0 });
  });

  it('waits for as long as it is told to, and then ends attempts', async () => {
    const { outbox, send, counts, pauses, logged } = outboxWith(forever);
    send();
    await expect.poll(() => counts.attempts).toBe(1);
    const closed = outbox.close(5000);
    await expect.poll(() => pauses.map(({ ms }) => ms)).toEqual([5000]);
    expect(counts.failed).toBe(0);
    pauses[0]?.end();
    await closed;
    expect(counts).toEqual({ attempts: 1, sent: 0, failed: 1, undelivered: 1 });
    expect(logged).toEqual(['warn a mail could not be sent {"reason":"the service is shutting down"}']);
  });
});
