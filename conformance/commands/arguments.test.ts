import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { headersOf, networkOf, readKey, url } from './arguments.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

function fileWith(content: string | Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'arguments-')), 'file');
  writeFileSync(file, content);
  return file;
}

describe('--url', () => {
  it.each([
    [
      'https://a.test/line/?key=hc_secret',
      '--url must not contain a query. Perhaps https://a.test/line is meant.',
    ],
    ['https://a.test/#key=hc_secret', '--url must not contain a fragment. Perhaps https://a.test is meant.'],
    ['https://u:p@a.test', '--url must not contain credentials. Perhaps https://a.test is meant.'],
    [
      'https://u@a.test/?a#b',
      '--url must not contain credentials or a query or a fragment. Perhaps https://a.test is meant.',
    ],
    ['a.test', '--url must be a full URL with http or https'],
  ])('%s is refused, and nothing of its secret is repeated', (text, message) => {
    expect(() => url('--url', text)).toThrow(message);
  });
});

describe('--header', () => {
  it('takes values from the environment, and collects fields', () => {
    vi.stubEnv('ID', 'someone');
    vi.stubEnv('SECRET', 'word');
    expect(headersOf(['CF-Access-Client-Id: $ID-1', 'CF-Access-Client-Secret: ${SECRET}'])).toEqual({
      'cf-access-client-id': 'someone-1',
      'cf-access-client-secret': 'word',
    });
  });

  it.each([
    ['Authorization: Token x', '--header Authorization cannot be set: the gate itself sends it'],
    ['no colon', "--header must be a field, as in 'Name: $VARIABLE'"],
    ['X-A: $NOT_SET_HERE', '--header X-A needs the variable NOT_SET_HERE, which is not set'],
    ['X-A:', '--header X-A must have a value of printable ASCII characters'],
  ])('%s is refused', (text, message) => {
    expect(() => headersOf([text])).toThrow(message);
  });
});

describe('a key file', () => {
  it.each([
    ['UTF-16', Buffer.from('\ufeffabc', 'utf16le'), /is not in UTF-8; PowerShell/],
    ['quotation marks', '"abc"\n', 'The key has quotation marks around it; leave them out'],
    ['nothing', '\n', 'No key: set HEADCOUNT_API_KEY, or use --key-file'],
  ])('with %s is refused', (_, content, message) => {
    expect(() => readKey(fileWith(content))).toThrow(message);
  });

  it('may begin with a byte order mark', () => {
    expect(readKey(fileWith('\ufeffabc\r\n'))).toBe('abc');
  });
});

describe('certificates', () => {
  it.each([
    [{ ca: 'nowhere.pem' }, '--ca nowhere.pem does not exist'],
    [{ clientCert: 'a.pem' }, '--client-cert and --client-key need each other'],
    [{ clientKey: 'a.pem' }, '--client-cert and --client-key need each other'],
  ])('%j is refused', (flags, message) => {
    expect(() => networkOf(flags)).toThrow(message);
  });

  it('must be PEM files', () => {
    expect(() => networkOf({ ca: fileWith('DER') })).toThrow(/is not a PEM file/);
    expect(networkOf({ ca: fileWith('-----BEGIN CERTIFICATE-----'), insecure: true })).toEqual({
      ca: ['-----BEGIN CERTIFICATE-----'],
      insecure: true,
    });
  });
});
