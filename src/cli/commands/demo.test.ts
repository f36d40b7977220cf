import { afterEach, expect, it, vi } from 'vitest';
import { logMailer } from '../../accounts/mail/open-mailer.ts';
import { parseMailServer } from '../settings/parse-setting.ts';
import { demoMail, demoSmtp } from './demo.ts';

afterEach(() => vi.restoreAllMocks());

it('prints mails of the demo with links that a terminal opens, and nothing that it interprets', () => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  const link = 'http://127.0.0.1:3000/account/confirm?token=abc';
  logMailer(demoMail).send({ to: 'a\u001bda@example.edu', subject: 'Sign in', text: `Open:\n\n${link}\n` });
  expect(printed.join('\n')).toBe(`\n  mail: Sign in, to a\\u{1b}da@example.edu\n    Open:\n    ${link}\n`);
});

it('logs mails in the demo, unless others can reach it or a server is named', () => {
  const alone = { smtp: null, publicUrl: null, host: '127.0.0.1' } as const;
  const server = parseMailServer('smtps://ada:secret@mail.example.edu');
  expect(demoSmtp(alone)).toBe('log');
  expect(demoSmtp({ ...alone, host: '0.0.0.0' })).toBeNull();
  expect(demoSmtp({ ...alone, publicUrl: 'https://queue.example.edu' })).toBeNull();
  expect(demoSmtp({ ...alone, host: '0.0.0.0', smtp: server })).toBe(server);
});
