import { expect, it } from 'vitest';
import { signInMail, signInTomorrowMail } from './mails.ts';

const SENDER = {
  serviceName: 'Queue Headcount',
  publicUrl: () => 'https://queue.example.edu/line',
  contact: 'the kitchen',
};
const TO = 'ada@example.edu';

it.each([
  ['with a link', signInMail(TO, 'TOKEN', SENDER)],
  ['after a deletion', signInTomorrowMail(TO, SENDER)],
])(
  'a mail %s is short and plain, and names the service, its URL and whom to contact',
  (_, { to, subject, text }) => {
    expect(to).toBe(TO);
    expect(subject).toMatch(/^[\x20-\x7e\u2026]{10,60}$/);
    expect(text).toMatch(/^This mail is from Queue Headcount, https:\/\/queue\.example\.edu\/line\n/);
    expect(text).toMatch(/\nQuestions\? Contact the kitchen\.\n$/);
    expect(text.length).toBeLessThan(700);
    expect(text).not.toMatch(/[<>\r\t]|undefined|null/);
  },
);

it('a mail with a link has it in a line of its own, and says how long it lives', () => {
  const { text } = signInMail(TO, 'TOKEN', SENDER);
  expect(text.split('\n')).toContain('https://queue.example.edu/line/account/confirm?token=TOKEN');
  expect(text).toContain('within 15 minutes');
});
