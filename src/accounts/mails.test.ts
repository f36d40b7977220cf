import { describe, expect, it } from 'vitest';
import type { Key, QuotaRequestRecord } from '../store/account-store.ts';
import { decisionMail, leakedKeyMail, signInMail, signInTomorrowMail } from './mails.ts';

const SENDER = {
  serviceName: 'Queue Headcount',
  publicUrl: () => 'https://queue.example.edu/line',
  contact: 'the kitchen',
};
const TO = 'ada@example.edu';
const REQUEST: QuotaRequestRecord = {
  ...{
    id: 1,
    key: 2,
    keyName: 'bot',
    account: 3,
    email: TO,
    quota: 5000,
    reason: 'a map',
    createdAt: 1,
    decidedAt: 2,
  },
  ...{ granted: 3000, answer: 'Enough\nfor now.' },
};
const KEY = { email: TO, prefix: 'hc_AbCdEf', name: 'bot' } as Key;

describe.each([
  ['with a link', signInMail(TO, 'TOKEN', SENDER)],
  ['after a deletion', signInTomorrowMail(TO, SENDER)],
  ['of a granted request', decisionMail(REQUEST, SENDER)],
  ['of a refused request', decisionMail({ ...REQUEST, granted: null }, SENDER)],
  ['of a leaked key', leakedKeyMail(KEY, SENDER)],
  ['of a leaked key without a name', leakedKeyMail({ ...KEY, name: '' }, SENDER)],
])('a mail %s', (_, { to, subject, text }) => {
  it('names the service, its URL and whom to contact', () => {
    expect(to).toBe(TO);
    expect(text).toMatch(/^This mail is from Queue Headcount, https:\/\/queue\.example\.edu\/line\n/);
    expect(text).toMatch(/\nQuestions\? Contact the kitchen\.\n$/);
  });

  it('is short, and plain text', () => {
    expect(subject).toMatch(/^[\x20-\x7e\u2026]{10,60}$/);
    expect(text.length).toBeLessThan(700);
    expect(text).not.toMatch(/[<>\r\t]|undefined|null/);
  });
});

describe('a mail with a link', () => {
  const { text } = signInMail(TO, 'TOKEN', SENDER);

  it('has it in a line of its own, under the public URL', () => {
    expect(text.split('\n')).toContain('https://queue.example.edu/line/account/confirm?token=TOKEN');
  });

  it('says how long it lives, and what to do with a mail that nobody asked for', () => {
    expect(text).toContain('within 15 minutes');
    expect(text).toContain("If you didn't ask for it, ignore this mail");
  });
});

it('a mail of a leaked key says which one, but not the key', () => {
  expect(leakedKeyMail(KEY, SENDER).text).toContain('your key hc_AbCdEf… (bot)');
  expect(leakedKeyMail({ ...KEY, name: '' }, SENDER).text).toContain('your key hc_AbCdEf… where');
});
