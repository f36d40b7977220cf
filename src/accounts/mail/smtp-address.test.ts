import { describe, expect, it } from 'vitest';
import { parseSmtpAddress } from './smtp-address.ts';

describe('the address of a mail server', () => {
  it.each([
    [
      'smtp://mail.example.edu',
      { host: 'mail.example.edu', port: 587, secure: false, local: false, auth: null },
    ],
    [
      'smtps://mail.example.edu',
      { host: 'mail.example.edu', port: 465, secure: true, local: false, auth: null },
    ],
    ['smtp://127.0.0.1:2525/', { host: '127.0.0.1', port: 2525, secure: false, local: true, auth: null }],
    ['smtp://[::1]:25', { host: '::1', port: 25, secure: false, local: true, auth: null }],
    [
      'smtps://queue:p%40ss%2Fword@mail.example.edu:4465',
      {
        host: 'mail.example.edu',
        port: 4465,
        secure: true,
        local: false,
        auth: { user: 'queue', pass: 'p@ss/word' },
      },
    ],
    [
      'smtp://queue%40example.edu:secret@mail.example.edu',
      {
        host: 'mail.example.edu',
        port: 587,
        secure: false,
        local: false,
        auth: { user: 'queue@example.edu', pass: 'secret' },
      },
    ],
  ])('can be %s', (text, address) => {
    expect(parseSmtpAddress(text)).toEqual(address);
  });

  it.each([
    '',
    'mail.example.edu',
    'mail.example.edu:587',
    'http://mail.example.edu',
    'smtp:',
    'smtp://',
    'smtp://queue:se/cret@mail.example.edu',
    'smtp://queue:secret@mail.example.edu/path',
    'smtp://queue:secret@mail.example.edu?pool=true',
    'smtp://queue:secret@mail.example.edu#secret',
    'smtp://queue:%secret@mail.example.edu',
    'smtp://queue:secret@mail.example.edu:99999',
    'smtp://queue@mail.example.edu',
    'smtp://:secret@mail.example.edu',
  ])('cannot be %j, and the error names no password', (text) => {
    expect(() => parseSmtpAddress(text)).toThrow(RangeError);
    expect(() => parseSmtpAddress(text)).not.toThrow(/secret|se\/cret/);
  });

  it.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['[::1]', true],
    ['127.0.0.1.example.edu', false],
    ['localhost.example.edu', false],
    ['mail', false],
    ['10.0.0.1', false],
    ['0.0.0.0', false],
    ['[::]', false],
  ])('on %s is on this machine: %s', (host, local) => {
    expect(parseSmtpAddress(`smtp://${host}`).local).toBe(local);
  });
});
