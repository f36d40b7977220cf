import type { Siege } from './siege.ts';
import { get, storm } from './storm.ts';

const FORM = 'Sec-Fetch-Site:same-origin\r\nContent-Type:application/x-www-form-urlencoded\r\n';
const BODY = Buffer.alloc(10_000_000, 'a');

/** More than the service takes. */
export const LARGE: readonly Siege[] = [
  {
    name: 'headers of 64 KB, and of 1,000 fields',
    attack(target, signal) {
      const long = get('/livez', { 'X-Long': 'x'.repeat(65_536) });
      const many = get('/livez', Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`X-${n}`, '1'])));
      const bytes = (n: number) => (n % 2 === 0 ? long : many);
      return storm(target, signal, { connections: 100, total: 20_000, bytes });
    },
  },
  {
    name: 'bodies of 10 MB for the account page and the API',
    attack(target, signal) {
      const requests = ['/account/sign-in', '/account/keys', '/api/v1/status', '/'].map((path) => {
        const head = `POST ${path} HTTP/1.1\r\nHost:a\r\n${FORM}Content-Length:${BODY.length}\r\n\r\n`;
        return Buffer.concat([Buffer.from(head), BODY]);
      });
      const bytes = (n: number) => requests[n % requests.length] as Buffer;
      return storm(target, signal, { connections: 20, total: 2000, bytes });
    },
  },
];
