import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['[::1]', true],
  ['', false],
  ['127', false],
  ['127.0.0.0.1', false],
  ['127.0.0.1.example.edu', false],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['localhost.example.edu', false],
])('%j is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
