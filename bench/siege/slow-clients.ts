import type { Siege } from './siege.ts';
import { get, storm, together } from './storm.ts';

const SIGN_IN = 'POST /account/sign-in HTTP/1.1\r\nHost:a\r\nContent-Length:9999\r\n\r\n';

/** Clients that take their time. */
export const SLOW_CLIENTS: readonly Siege[] = [
  {
    name: 'slow readers of exports, highlights and pages',
    attack(target, signal) {
      const key = { Authorization: `Token ${target.key}` };
      const read = (bytes: (n: number) => string) =>
        storm(target, signal, { connections: 200, total: 2000, bytes, reads: 'slowly' });
      return together(
        read(() => get('/api/v1/export.csv', key)),
        read((n) => get('/page/api/v1/highlights?days=60', { 'X-Forwarded-For': `203.0.113.${n % 256}` })),
        read((n) => get(target.files[n % 5] ?? '/')),
      );
    },
  },
  {
    name: 'slow writers of headers and bodies',
    attack(target, signal) {
      const write = (bytes: string) =>
        storm(target, signal, { connections: 400, total: 4000, bytes: () => bytes, writes: 'byte by byte' });
      return together(
        write(get('/api/v1/status', { 'X-Padding': 'x'.repeat(4000) })),
        write(`${SIGN_IN}email=${'a'.repeat(9000)}`),
      );
    },
  },
];
