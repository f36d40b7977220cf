import { describe, expect, it } from 'vitest';
import { signInMail, signInTomorrowMail } from './mails.ts';

const SENDER = {
  serviceName: 'Queue Headcount',
  publicUrl: () => 'https://queue.example.edu/line',
  contact: 'the kitchen',
};
const TO = 'ada@example.edu';
describe.each([
  ['with a link', signInMail(TO, 'TOKEN', SENDER)],
  ['after a deletion', signInTomorrowMail(TO, SENDER)],
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
