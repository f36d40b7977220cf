import { expect, it } from 'vitest';
import { parseSmtpAddress } from './smtp-address.ts';

it.each([
  [
    'smtp://mail.example.edu',
    { host: 'mail.example.edu', port: 587, secure: false, local: false, auth: null },
  ],
  ['smtps://mail.example.edu', { port: 465, secure: true }],
  ['smtp://127.0.0.1:2525/', { host: '127.0.0.1', port: 2525, local: true }],
  ['smtp://[::1]:25', { host: '::1', port: 25, local: true }],
  [
    'smtps://queue:p%40ss%2Fword@mail.example.edu:4465',
    { port: 4465, auth: { user: 'queue', pass: 'p@ss/word' } },
  ],
  ['smtp://queue%40example.edu:x@mail.example.edu', { auth: { user: 'queue@example.edu', pass: 'x' } }],
  ['smtp://LOCALHOST', { local: true }],
  ['smtp://127.0.0.1.example.edu', { local: false }],
  ['smtp://0.0.0.0', { local: false }],
])('the address of a mail server can be %s', (text, address) => {
  expect(parseSmtpAddress(text)).toMatchObject(address);
});

it.each([
  '',
  'mail.example.edu:587',
  'http://mail.example.edu',
  'smtp://',
  'smtp://queue:se/cret@mail.example.edu',
  'smtp://queue:secret@mail.example.edu/path',
  'smtp://queue:secret@mail.example.edu?pool=true',
  'smtp://queue:secret@mail.example.edu#secret',
  'smtp://queue:%secret@mail.example.edu',
  'smtp://queue:secret@mail.example.edu:99999',
  'smtp://queue@mail.example.edu',
  'smtp://:secret@mail.example.edu',
])('it cannot be %j, and the error names no password', (text) => {
  expect(() => parseSmtpAddress(text)).toThrow(RangeError);
  expect(() => parseSmtpAddress(text)).not.toThrow(/secret|se\/cret/);
});
