import { describe, expect, it } from 'vitest';
import type { Mail } from '../mails.ts';
import { type Deliver, DeliveryError, MOST_ATTEMPTS, MOST_MAILS, Outbox, type Pause } from './outbox.ts';

const LINK = 'http://127.0.0.1/account/confirm?token=SECRET';
const MAIL: Mail = { to: 'ada@example.edu', subject: 'Sign in', text: `Open ${LINK}\n` };

/** An outbox whose pauses end when a test ends them; `deliver` gets the number of the attempt. */
function outboxWith(deliver: (attempt: number, signal: AbortSignal) => Promise<void>) {
  const counts = { attempts: 0, sent: 0, failed: 0 };
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const logged: string[] = [];
  const write = (level: string) => (details: object, message: string) => {
    logged.push(`${level} ${message} ${JSON.stringify(details)}`);
  };
  const attempt: Deliver = (_, signal) => {
    counts.attempts += 1;
    return deliver(counts.attempts, signal);
  };
  const pause: Pause = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve());
      pauses.push({ ms, end: resolve });
    });
  const late = new AbortController();
  const outbox = new Outbox({
    deliver: attempt,
    pause,
    timeout: () => late.signal,
    log: { info: write('info'), warn: write('warn') },
    observer: {
      mailSent() {
        counts.sent += 1;
      },
      mailFailed() {
        counts.failed += 1;
      },
    },
  });
  return { outbox, counts, pauses, logged, late };
}

const temporary = () => Promise.reject(new DeliveryError('SMTP: reply 451', false));
const forever = (_: number, signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('the outbox', () => {
  it('makes three attempts with growing pauses, and gives up', async () => {
    const { outbox, counts, pauses, logged } = outboxWith(temporary);
    outbox.send(MAIL);
    await expect.poll(() => pauses.length).toBe(1);
    pauses[0]?.end();
    await expect.poll(() => pauses.length).toBe(2);
    pauses[1]?.end();
    await expect.poll(() => counts.failed).toBe(1);
    expect(counts).toEqual({ attempts: 3, sent: 0, failed: 1 });
    expect(pauses.map(({ ms }) => ms)).toEqual([10_000, 60_000]);
    expect(logged).toEqual([
      'info a mail could not be sent yet {"attempt":1,"reason":"SMTP: reply 451"}',
      'info a mail could not be sent yet {"attempt":2,"reason":"SMTP: reply 451"}',
      'warn a mail could not be sent {"reason":"SMTP: reply 451"}',
    ]);
  });

  it('makes one attempt if another would fail, too', async () => {
    const { outbox, counts, pauses } = outboxWith(() =>
      Promise.reject(new DeliveryError('SMTP: reply 550', true)),
    );
    outbox.send(MAIL);
    await expect.poll(() => counts.failed).toBe(1);
    expect(counts.attempts).toBe(1);
    expect(pauses).toEqual([]);
  });

  it('logs nothing of a mail, even if an error quotes it', async () => {
    const { outbox, counts, logged } = outboxWith(() => Promise.reject(new TypeError(`${MAIL.to} ${LINK}`)));
    outbox.send(MAIL);
    await expect.poll(() => counts.failed).toBe(1);
    expect(logged).toEqual(['warn a mail could not be sent {"reason":"an unexpected TypeError"}']);
  });

  it('keeps a bounded number of mails, and drops further ones', async () => {
    const { outbox, counts, pauses, logged } = outboxWith(forever);
    for (let n = 0; n < MOST_MAILS + 5; n += 1) {
      expect(outbox.isFull()).toBe(n >= MOST_MAILS);
      outbox.send(MAIL);
    }
    expect(counts).toEqual({ attempts: 0, sent: 0, failed: 5 });
    await expect.poll(() => counts.attempts).toBe(MOST_ATTEMPTS);
    expect(logged[0]).toBe(`warn a mail could not be sent {"reason":"${MOST_MAILS} mails are waiting"}`);
    const closed = outbox.close(0);
    await expect.poll(() => pauses.length).toBe(1);
    pauses[0]?.end();
    await closed;
    expect(counts.failed).toBe(MOST_MAILS + 5);
  });

  it('reports mails that never left, and not those that the server refused', async () => {
    for (const [permanent, expected] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const { outbox, counts, pauses } = outboxWith(() => Promise.reject(new DeliveryError('x', permanent)));
      let reports = 0;
      outbox.send(MAIL, async () => {
        reports += 1;
      });
      for (let at = 0; at < 2 * expected; at += 1) {
        await expect.poll(() => pauses.length).toBe(at + 1);
        expect(reports).toBe(0);
        pauses[at]?.end();
      }
      await expect.poll(() => counts.failed).toBe(1);
      await outbox.close(0);
      expect(reports).toBe(expected);
    }
  });

  it('begins an attempt when one of the concurrent ones ends, whether it sent its mail or not', async () => {
    const ends: ((error?: DeliveryError) => void)[] = [];
    const { outbox, counts, pauses } = outboxWith(
      () =>
        new Promise<void>((resolve, reject) => {
          ends.push((error) => (error === undefined ? resolve() : reject(error)));
        }),
    );
    for (let n = 0; n < MOST_ATTEMPTS + 3; n += 1) outbox.send(MAIL);
    await expect.poll(() => ends.length).toBe(MOST_ATTEMPTS);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(MOST_ATTEMPTS + 1);
    ends[1]?.(new DeliveryError('SMTP: reply 550', true));
    await expect.poll(() => ends.length).toBe(MOST_ATTEMPTS + 2);
    // A pause is no attempt.
    ends[2]?.(new DeliveryError('SMTP: reply 451', false));
    await expect.poll(() => ends.length).toBe(MOST_ATTEMPTS + 3);
    for (const end of ends.slice(3)) end();
    await expect.poll(() => counts.sent).toBe(4);
    pauses[0]?.end();
    await expect.poll(() => ends.length).toBe(MOST_ATTEMPTS + 4);
    ends.at(-1)?.();
    await expect.poll(() => counts.sent).toBe(5);
    expect(counts).toEqual({ attempts: MOST_ATTEMPTS + 4, sent: 5, failed: 1 });
  });

  it('makes no further attempt after a late one, and does not report the mail, which may have arrived', async () => {
    const { outbox, counts, pauses, logged, late } = outboxWith(forever);
    let reports = 0;
    outbox.send(MAIL, async () => {
      reports += 1;
    });
    await expect.poll(() => counts.attempts).toBe(1);
    late.abort();
    await expect.poll(() => counts.failed).toBe(1);
    await outbox.close(0);
    expect([counts.attempts, pauses.filter(({ ms }) => ms > 0), reports]).toEqual([1, [], 0]);
    expect(logged).toEqual(['warn a mail could not be sent {"reason":"the mail server took too long"}']);
  });

  it('reports mails that are dropped; an error of the report is logged', async () => {
    const { outbox, logged } = outboxWith(() => Promise.resolve());
    await outbox.close(0);
    let reports = 0;
    outbox.send(MAIL, async () => {
      reports += 1;
    });
    outbox.send(MAIL, () => Promise.reject(new TypeError(MAIL.to)));
    await expect.poll(() => logged.length).toBe(3);
    expect(reports).toBe(1);
    expect(logged.at(-1)).toBe('warn a link that was not sent still counts {"reason":"TypeError"}');
  });

  it('has room again after mails are sent', async () => {
    const { outbox, counts } = outboxWith(() => Promise.resolve());
    for (let n = 0; n < MOST_MAILS; n += 1) outbox.send(MAIL);
    await expect.poll(() => counts.sent).toBe(MOST_MAILS);
    outbox.send(MAIL);
    await expect.poll(() => counts.sent).toBe(MOST_MAILS + 1);
    expect(counts.failed).toBe(0);
  });
});

describe('an outbox that closes', () => {
  it('makes the remaining attempts without pauses', async () => {
    const { outbox, counts, pauses } = outboxWith((attempt) =>
      attempt < 3 ? temporary() : Promise.resolve(),
    );
    outbox.send(MAIL);
    await expect.poll(() => pauses.length).toBe(1);
    await outbox.close(5000);
    expect(counts).toEqual({ attempts: 3, sent: 1, failed: 0 });
  });

  it('waits for as long as it is told to, and then ends attempts', async () => {
    const { outbox, counts, pauses, logged } = outboxWith(forever);
    let reports = 0;
    outbox.send(MAIL, async () => {
      reports += 1;
    });
    await expect.poll(() => counts.attempts).toBe(1);
    const closed = outbox.close(5000);
    await expect.poll(() => pauses.map(({ ms }) => ms)).toEqual([5000]);
    expect(counts.failed).toBe(0);
    pauses[0]?.end();
    await closed;
    expect({ ...counts, reports }).toEqual({ attempts: 1, sent: 0, failed: 1, reports: 1 });
    expect(logged).toEqual(['warn a mail could not be sent {"reason":"the service is shutting down"}']);
  });
});
