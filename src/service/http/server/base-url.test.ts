import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../tools/testing/free-port.ts';
import { descending } from '../../store/suite/new-report.fixture.ts';
import { exchange, parsedResponse } from '../raw-socket.fixture.ts';
import { rawRequest, services, shared } from '../service-under-test.fixture.ts';
import { BaseUrl } from './base-url.ts';

const start = services();
const reports = descending(9, 1_000_000);

/** Where `next` leads when a request comes with these fields. */
async function originOfNext(
  service: { url: string; key: string },
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const { status, body } = await rawRequest(`${service.url}/api/v1/reports`, {
    headers: { Authorization: `Token ${service.key}`, ...headers },
  });
  expect(status).toBe(200);
  const { next } = JSON.parse(body.toString()) as { next: string };
  return next.replace(/\/api\/v1\/reports\?.*$/, '');
}

const HOSTILE: readonly Readonly<Record<string, string>>[] = [
  { Host: 'evil.example' },
  { Host: 'evil.example:3000' },
  { Host: '127.0.0.1' },
  { Host: '127.0.0.1:1@evil.example' },
  { 'X-Forwarded-Host': 'evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
  { Forwarded: 'host=evil.example;proto=https' },
  { 'X-Original-Host': 'evil.example' },
  { Host: 'evil.example', 'X-Forwarded-Proto': 'https' },
  { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
];

const REPORTED = { 'X-Forwarded-Host': 'queue.example.edu', 'X-Forwarded-Proto': 'https' };

describe('the address in `next`', () => {
  const plain = shared(start, { reports });
  const behindProxy = shared(start, { reports, settings: { trustProxy: ['127.0.0.1'] } });

  it.each(HOSTILE)('is where the service listens, whatever a client sends: %j', async (headers) => {
    const service = plain();
    expect(await originOfNext(service, headers)).toBe(service.url);
    // Nor is a hostile response cached for others.
    expect(await originOfNext(service, {})).toBe(service.url);
  });

  it('has the host name that the client used for this address', async () => {
    const service = plain();
    const { port } = new URL(service.url);
    expect(await originOfNext(service, { Host: `localhost:${port}` })).toBe(`http://localhost:${port}`);
    expect(await originOfNext(service, {})).toBe(service.url);
  });

  it('is the public URL, path included, whatever proxies and clients send', async () => {
    const [publicUrl, port] = ['https://example.edu/queue', await freePort()];
    const { url, key } = await start({ reports, settings: { publicUrl, port } });
    expect(url).toBe(publicUrl);
    const listening = { url: `http://127.0.0.1:${port}`, key };
    for (const headers of HOSTILE) expect(await originOfNext(listening, headers)).toBe(publicUrl);
  });

  it('is what a trusted proxy reports', async () => {
    const service = behindProxy();
    expect(await originOfNext(service, REPORTED)).toBe('https://queue.example.edu');
    expect(await originOfNext(service, {})).toBe(service.url);
    expect(await originOfNext(service, { Host: 'evil.example' })).toBe(service.url);
    // A proxy that only passes on a Host header does not vouch for it.
    const passedOn = { Host: 'evil.example', 'X-Forwarded-Proto': 'https' };
    expect(await originOfNext(service, passedOn)).toBe(service.url);
  });

  it('is what the nearest proxy reports, whatever values it appends to', async () => {
    const service = behindProxy();
    const appended = {
      'X-Forwarded-Host': 'evil.example, queue.example.edu',
      'X-Forwarded-Proto': 'javascript,https',
    };
    expect(await originOfNext(service, appended)).toBe('https://queue.example.edu');
    const fields = [
      'Host: h',
      `Authorization: Token ${service.key}`,
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Host: queue.example.edu',
    ];
    const request = ['GET /api/v1/reports HTTP/1.1', ...fields, 'Connection: close', '', ''].join('\r\n');
    expect(parsedResponse(await exchange(service.url, request)).body).toContain(
      '"next":"http://queue.example.edu/api/',
    );
  });

  it('is where the service listens if what a trusted proxy reports is no scheme or no host', async () => {
    const service = behindProxy();
    // Separated by spaces, but for the one that has a space, and the empty one.
    const hosts =
      `, a.example, a.example/b a.example?b a.example#b ada@a.example a.example: a.example:99999 a.example:x 1.2.3.999
      ::1 [::1 [1] -a.example .a.example a..example a'.example a%2eexample a_.example a\\b //a`.split(/\s+/);
    const invalid = [...hosts, '', 'a b', 'a.example" #: {', `${'a.'.repeat(130)}example`];
    for (const host of invalid)
      expect(await originOfNext(service, { ...REPORTED, 'X-Forwarded-Host': host }), host).toBe(service.url);
    for (const scheme of ['javascript', 'ftp', 'https:', 'https ://x', 'http s', '', 'https,', 'HTTPS'])
      expect(await originOfNext(service, { ...REPORTED, 'X-Forwarded-Proto': scheme }), scheme).toBe(
        service.url,
      );
  });

  it.each([
    'queue',
    'queue.example.edu:8443',
    '192.0.2.1',
    '[2001:db8::1]:8443',
    'xn--caf-dma.example.',
    'a_b.example',
  ])('is any host that a trusted proxy reports: %s', async (host) => {
    const reported = { ...REPORTED, 'X-Forwarded-Host': host };
    expect(await originOfNext(behindProxy(), reported)).toBe(`https://${host}`);
  });

  it('ignores what an untrusted proxy reports', async () => {
    const service = await start({ reports, settings: { trustProxy: ['10.0.0.0/8'] } });
    expect(await originOfNext(service, REPORTED)).toBe(service.url);
  });
});

describe('the base URL of a service that another application mounts', () => {
  it.each([
    [{ localAddress: '::ffff:10.0.0.5', localPort: 3000 }, '10.0.0.5:3000', 'http://10.0.0.5:3000/live'],
    [{ localAddress: '::1', localPort: 3000 }, 'localhost:3000', 'http://localhost:3000/live'],
    [{ localAddress: '::1', localPort: 3000 }, 'evil.example', 'http://[::1]:3000/live'],
    [{ localAddress: '10.0.0.5', localPort: 8443, encrypted: true }, '', 'https://10.0.0.5:8443/live'],
  ])('is the address that the request came to: %j with the host %j', (socket, host, url) => {
    const baseUrl = new BaseUrl(null);
    const request = { headers: { host }, socket } as unknown as IncomingMessage;
    baseUrl.mounted(request, '/live');
    expect(baseUrl.of(request)).toBe(url);
  });
});
