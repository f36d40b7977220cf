import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { descending } from '../../store/suite/new-report.fixture.ts';
import { rawRequest, services } from '../service-under-test.fixture.ts';
import { BaseUrl } from './base-url.ts';

const start = services();
type Headers = Readonly<Record<string, string>>;
const OWN = 'http://127.0.0.1:3000';
const PROXIED = ['127.0.0.1'];
const REPORTED = { 'x-forwarded-host': 'queue.example.edu', 'x-forwarded-proto': 'https' };

/** The base URL of a request to a service on this machine. */
function baseOf(headers: Headers, trusted: readonly string[] = [], configured: string | null = null): string {
  const baseUrl = new BaseUrl(configured, trusted);
  baseUrl.listening('127.0.0.1', 3000);
  const socket = { remoteAddress: '127.0.0.1' };
  return baseUrl.of({
    headers: { host: '127.0.0.1:3000', ...headers },
    socket,
  } as unknown as IncomingMessage);
}

const HOSTILE: readonly Headers[] = [
  { host: 'evil.example' },
  { host: 'evil.example:3000' },
  { host: '127.0.0.1' },
  { host: '127.0.0.1:1@evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=evil.example;proto=https' },
  { 'x-original-host': 'evil.example' },
  { host: 'evil.example', 'x-forwarded-proto': 'https' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
];

describe('the base URL', () => {
  it.each(HOSTILE)('is where the service listens, whatever a client sends: %j', (headers) => {
    expect(baseOf(headers)).toBe(OWN);
    expect(baseOf(headers, [], 'https://example.edu/queue')).toBe('https://example.edu/queue');
  });

  it('has the host name that the client used for this address', () => {
    expect(baseOf({ host: 'localhost:3000' })).toBe('http://localhost:3000');
  });

  it('is what a trusted proxy reports', () => {
    expect(baseOf(REPORTED, PROXIED)).toBe('https://queue.example.edu');
    expect(baseOf({}, PROXIED)).toBe(OWN);
    expect(baseOf({ host: 'evil.example' }, PROXIED)).toBe(OWN);
    // A proxy that only passes on a Host header does not vouch for it.
    expect(baseOf({ host: 'evil.example', 'x-forwarded-proto': 'https' }, PROXIED)).toBe(OWN);
  });

  it('is what the nearest proxy reports, whatever values it appends to', () => {
    const appended = {
      'x-forwarded-host': 'evil.example, queue.example.edu',
      'x-forwarded-proto': 'javascript,https',
    };
    expect(baseOf(appended, PROXIED)).toBe('https://queue.example.edu');
  });

  it('is where the service listens if what a trusted proxy reports is no scheme or no host', () => {
    // Separated by spaces, but for the one that has a space, and the empty one.
    const hosts =
      `, a.example, a.example/b a.example?b a.example#b ada@a.example a.example: a.example:99999 a.example:x 1.2.3.999
      ::1 [::1 [1] -a.example .a.example a..example a'.example a%2eexample a_.example a\\b //a`.split(/\s+/);
    const invalid = [...hosts, '', 'a b', 'a.example" #: {', `${'a.'.repeat(130)}example`];
    for (const host of invalid)
      expect(baseOf({ ...REPORTED, 'x-forwarded-host': host }, PROXIED), host).toBe(OWN);
    for (const scheme of ['javascript', 'ftp', 'https:', 'https ://x', 'http s', '', 'https,', 'HTTPS'])
      expect(baseOf({ ...REPORTED, 'x-forwarded-proto': scheme }, PROXIED), scheme).toBe(OWN);
  });

  it.each([
    'queue',
    'queue.example.edu:8443',
    '192.0.2.1',
    '[2001:db8::1]:8443',
    'xn--caf-dma.example.',
    'a_b.example',
  ])('is any host that a trusted proxy reports: %s', (host) => {
    expect(baseOf({ ...REPORTED, 'x-forwarded-host': host }, PROXIED)).toBe(`https://${host}`);
  });

  it('ignores what an untrusted proxy reports', () => {
    expect(baseOf(REPORTED, ['10.0.0.0/8'])).toBe(OWN);
  });

  it.each([
    [{ localAddress: '::ffff:10.0.0.5', localPort: 3000 }, '10.0.0.5:3000', 'http://10.0.0.5:3000/live'],
    [{ localAddress: '::1', localPort: 3000 }, 'localhost:3000', 'http://localhost:3000/live'],
    [{ localAddress: '::1', localPort: 3000 }, 'evil.example', 'http://[::1]:3000/live'],
    [{ localAddress: '10.0.0.5', localPort: 8443, encrypted: true }, '', 'https://10.0.0.5:8443/live'],
  ])(
    'of a service that another application mounts is where the request came: %j, %s',
    (socket, host, url) => {
      const baseUrl = new BaseUrl(null);
      const request = { headers: { host }, socket } as unknown as IncomingMessage;
      baseUrl.mounted(request, '/live');
      expect(baseUrl.of(request)).toBe(url);
    },
  );
});

it('a link names the base URL of its request, which is cached for no other', async () => {
  const settings = { trustProxy: ['loopback'] };
  const { url, authorized } = await start({ reports: descending(9, 1_000_000), settings });
  const nextOf = async (headers: Headers) => {
    const response = await rawRequest(`${url}/api/v1/reports`, { headers: { ...authorized, ...headers } });
    return JSON.parse(response.body.toString()).next.replace(/\/api\/v1\/reports\?.*$/, '');
  };
  expect(await nextOf(REPORTED)).toBe('https://queue.example.edu');
  for (const headers of [{}, { Host: 'evil.example' }]) expect(await nextOf(headers)).toBe(url);
});
