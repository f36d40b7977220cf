import { describe, expect, it } from 'vitest';
import { parseMailServer } from './parse-setting.ts';
import { isPlainPage, mailOf, unknownVariables, unusedSettings } from './setting-checks.ts';

const NONE = { smtp: null, mailFrom: null, publicUrl: null, host: '127.0.0.1' } as const;
const SERVER = parseMailServer('smtps://ada:secret@mail.example.edu');
const COMPLETE = {
  smtp: SERVER,
  mailFrom: 'keys@example.edu',
  publicUrl: 'https://queue.example.edu',
  host: '0.0.0.0',
} as const;

describe('mail of the account page', () => {
  it('is off without --smtp, whatever else is set', () => {
    expect(mailOf(NONE)).toBeNull();
    expect(mailOf({ ...COMPLETE, smtp: null })).toBeNull();
  });

  it('goes to the log if only this machine can reach the service', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '127.1.2.3'])
      expect(mailOf({ ...NONE, smtp: 'log', host })).toEqual({ server: 'log' });
  });

  it('goes to a server, from an address', () => {
    expect(mailOf(COMPLETE)).toEqual({ server: SERVER, from: 'keys@example.edu' });
  });

  it.each([
    ['the log, on all addresses', { ...NONE, smtp: 'log', host: '0.0.0.0' }, /^--smtp: .*127\.0\.0\.1/],
    ['the log, on a host name', { ...NONE, smtp: 'log', host: '127.0.0.1.example' }, /^--smtp: /],
    [
      'the log, behind a proxy',
      { ...NONE, smtp: 'log', publicUrl: 'https://queue.example.edu' },
      /^--smtp: .*--public-url/,
    ],
    ['a server without --mail-from', { ...COMPLETE, mailFrom: null }, /^--mail-from \(HEADCOUNT_MAIL_FROM\)/],
    [
      'a server without --public-url',
      { ...COMPLETE, publicUrl: null },
      /^--public-url \(HEADCOUNT_PUBLIC_URL\)/,
    ],
  ] as const)('cannot go to %s', (_, settings, reason) => {
    expect(() => mailOf(settings)).toThrow(reason);
  });
});

it('can have a page whose sessions passers-by can read', () => {
  expect(isPlainPage({ ...COMPLETE, publicUrl: 'http://queue.example.edu' })).toBe(true);
  expect(isPlainPage({ ...COMPLETE, publicUrl: 'http://localhost:3000' })).toBe(false);
  expect(isPlainPage(COMPLETE)).toBe(false);
  expect(isPlainPage({ ...NONE, publicUrl: 'http://queue.example.edu' })).toBe(false);
});

it('names the settings that have no effect without a mail server', () => {
  const rules = { keysPerAccount: 2, eligibleDomains: [], deniedDomains: [] } as const;
  expect(unusedSettings({ ...NONE, ...rules })).toEqual([]);
  const given = {
    mailFrom: 'keys@example.edu',
    keysPerAccount: 3,
    eligibleDomains: ['a.org'],
    deniedDomains: ['b.edu'],
  };
  expect(unusedSettings({ ...NONE, ...given })).toEqual([
    '--mail-from',
    '--keys-per-account',
    '--eligible-domains',
    '--denied-domains',
  ]);
  expect(unusedSettings({ ...COMPLETE, ...given, mailFrom: COMPLETE.mailFrom })).toEqual([]);
});

describe('variables that look like settings', () => {
  it('are named if they are none', () => {
    const others = { HEADCOUNT_DATABASE_FILE: '', HEADCOUNT_VENUE: 'cafe', PATH: '' };
    expect(unknownVariables({ HEADCOUNT_PORT: '1', HEADCOUNT_COLOR: 'red', ...others })).toEqual([
      'HEADCOUNT_COLOR',
    ]);
  });

  it('are refused if they are misspelled settings', () => {
    expect(() => unknownVariables({ HEADCOUNT_TIMEZONE: 'Europe/Berlin' })).toThrow(
      'HEADCOUNT_TIMEZONE is not a setting; did you mean HEADCOUNT_TIME_ZONE?',
    );
  });
});
