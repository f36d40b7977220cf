import type { Siege, Target } from './siege.ts';
import { get, storm } from './storm.ts';

const PATHS = [
  '/api/v1/status?x=',
  '/api/v1/chart?since=',
  '/docs/',
  '/photos/',
  '/page/api/v1/chart?since=',
  '/account?',
];

/** Requests that all differ in what a service might remember. */
export const DISTINCT: readonly Siege[] = [
  distinct('hosts', (n) => get(n % 2 === 0 ? '/page/api/v1/reports' : '/openapi.json', hosts(n))),
  distinct('keys', (n) =>
    get('/api/v1/status', {
      Authorization: `Token hc_${String(n).padStart(38, '0')}`,
      'X-Forwarded-For': `10.1.${n >> 8}.${n & 255}`,
    }),
  ),
  distinct('visitors with charts', (n) =>
    get(`/page/api/v1/chart?since=${day(n)}&until=${day(n)}`, {
      'X-Forwarded-For': `2001:db8:${n.toString(16)}::1`,
    }),
  ),
  distinct('targets and queries', (n, { key }) =>
    get(`${PATHS[n % PATHS.length]}${'q'.repeat(n % 4000)}${n}`, { Authorization: `Token ${key}` }),
  ),
  distinct('charts with a key', (n, { key }) =>
    get(`/api/v1/chart?since=${day(n % 1000)}&until=${day((n % 1000) + Math.floor(n / 1000))}`, {
      Authorization: `Token ${key}`,
    }),
  ),
];

function distinct(what: string, request: (n: number, target: Target) => string): Siege {
  return {
    name: `10,000 ${what}`,
    attack: (target, signal) =>
      storm(target, signal, { connections: 32, total: 10_000, bytes: (n) => request(n, target) }),
  };
}

function hosts(n: number): Readonly<Record<string, string>> {
  const host = `${n}.evil.example`;
  return { Host: host, 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' };
}

function day(n: number): string {
  return Temporal.PlainDate.from('2022-01-01').add({ days: n }).toString();
}
