import { afterEach, expect, it, vi } from 'vitest';
import { logMailer } from '../../accounts/mail/open-mailer.ts';
import { demoMail } from './demo.ts';

afterEach(() => vi.restoreAllMocks());

it('prints mails of the demo with links that a terminal opens, and nothing that it interprets', () => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  const link = 'http://127.0.0.1:3000/account/confirm?token=abc';
  logMailer(demoMail).send({ to: 'a\u001bda@example.edu', subject: 'Sign in', text: `Open:\n\n${link}\n` });
  expect(printed.join('\n')).toBe(`\n  mail: Sign in, to a\\u{1b}da@example.edu\n    Open:\n    ${link}\n`);
});
