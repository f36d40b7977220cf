import { once } from 'node:events';
import { get, type Storm, storm, type Target } from './storm.ts';

/** Something that anybody who reaches the port can do to the service. */
export interface Siege {
  /** As in the table and for `--only`. */
  readonly name: string;
  /** Attacks until the signal, or until all connections that it may open have ended. Resolves with the counts of its storms. */
  attack(target: Target, signal: AbortSignal): Promise<readonly (number | null)[]>;
}

/** A siege of one storm. */
function stormy(name: string, options: (target: Target) => Storm): Siege {
  return { name, attack: async (target, signal) => [await storm(target, signal, options(target))] };
}

/** Downloads of everything that needs no key. */
function downloads({ files }: Target, connections: number, among = files.length): Storm {
  const codingOf = (n: number) => ['br', 'gzip', 'identity'][Math.floor(n / among) % 3] ?? '';
  return {
    connections,
    total: 10_000,
    bytes: (n) => get(files[n % among] ?? '/', { 'Accept-Encoding': codingOf(n) }),
  };
}

/** How many files are the largest ones. */
const LARGEST = 5;

/** Many requests on each connection, in 40 to 80 KB; or as many as the service lets wait. */
const [MANY, FEW] = [1100, 16];
const FILE = 'GET /explorer.js HTTP/1.1\r\nHost:a\r\n';
const REFERENCE = 'GET /docs/openapi/form-2.html HTTP/1.1\r\nHost:a\r\n';
const BROTLI = 'Accept-Encoding:br\r\n';

function piped(what: string, request: string, how: Partial<Storm> = {}, count = MANY): Siege {
  const bytes = Buffer.from(`${request}\r\n`.repeat(count));
  return stormy(`pipelined ${what}`, () => ({ connections: 11, total: 2000, bytes: () => bytes, ...how }));
}

/** Requests that all differ in what a service might remember. */
function distinct(what: string, request: (n: number, target: Target) => string): Siege {
  return stormy(`10,000 ${what}`, (target) => ({
    connections: 32,
    total: 10_000,
    bytes: (n) => request(n, target),
  }));
}

const day = (n: number) => Temporal.PlainDate.from('2022-01-01').add({ days: n }).toString();
const token = ({ key }: Target) => ({ Authorization: `Token ${key}` });
const QUERIES = [
  '/api/v1/status?x=',
  '/api/v1/chart?since=',
  '/docs/',
  '/photos/',
  '/page/api/v1/chart?since=',
];

/** Forms with a body of 10 MB. */
function largeForms(): readonly Buffer[] {
  const body = Buffer.alloc(10_000_000, 'a');
  return ['/account/sign-in', '/account/keys', '/api/v1/status', '/'].map((path) => {
    const form = 'Sec-Fetch-Site:same-origin\r\nContent-Type:application/x-www-form-urlencoded\r\n';
    const head = `POST ${path} HTTP/1.1\r\nHost:a\r\n${form}Content-Length:${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  });
}

/** All sieges, in the order of the table; the first is what the others are compared with. */
export const SIEGES: readonly Siege[] = [
  {
    name: 'nobody',
    attack: (_, signal) => once(signal, 'abort').then(() => []),
  },
  stormy('largest pages, 100 at once', (target) => downloads(target, 100, LARGEST)),
  stormy('all files, 100 at once', (target) => downloads(target, 100)),
  stormy('largest pages, 500 clients that never read', (target) => ({
    ...downloads(target, 500, LARGEST),
    reads: 'never',
  })),
  piped('files', FILE),
  piped('files, with br', FILE + BROTLI),
  piped('reference pages, with br', REFERENCE + BROTLI),
  piped('files, clients leave', FILE, { leaves: 'once written' }),
  piped('files, clients never read', FILE, { reads: 'never' }),
  piped('files, a few on each connection', FILE + BROTLI, { connections: 50, total: 20_000 }, FEW),
  piped('files, a few, clients leave', FILE, { leaves: 'once written', total: 20_000 }, FEW),
  stormy('pipelined exports, clients never read', (target) => ({
    connections: 11,
    total: 2000,
    bytes: () => get('/api/v1/export.csv', { ...token(target), Connection: 'keep-alive' }).repeat(FEW),
    reads: 'never',
  })),
  {
    name: 'slow readers of exports, highlights and pages',
    attack(target, signal) {
      const read = (bytes: (n: number) => string) =>
        storm(target, signal, { connections: 200, total: 2000, bytes, reads: 'slowly' });
      return Promise.all([
        read(() => get('/api/v1/export.csv', token(target))),
        read((n) => get('/page/api/v1/highlights?days=60', { 'X-Forwarded-For': `203.0.113.${n % 256}` })),
        read((n) => get(target.files[n % LARGEST] ?? '/')),
      ]);
    },
  },
  {
    name: 'slow writers of headers and bodies',
    attack(target, signal) {
      const write = (bytes: string) =>
        storm(target, signal, { connections: 400, total: 4000, bytes: () => bytes, writes: 'byte by byte' });
      return Promise.all([
        write(get('/api/v1/status', { 'X-Padding': 'x'.repeat(4000) })),
        write(
          `POST /account/sign-in HTTP/1.1\r\nHost:a\r\nContent-Length:9999\r\n\r\nemail=${'a'.repeat(9000)}`,
        ),
      ]);
    },
  },
  stormy('1,500 idle connections, opened again and again', () => ({
    connections: 1500,
    total: 20_000,
    bytes: () => '',
  })),
  stormy('connect and leave, 20,000 times', () => ({
    connections: 50,
    total: 20_000,
    bytes: () => '',
    leaves: 'once connected',
  })),
  distinct('hosts', (n) => {
    const host = `${n}.evil.example`;
    const fields = { Host: host, 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' };
    return get(n % 2 === 0 ? '/page/api/v1/reports' : '/openapi.json', fields);
  }),
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
  distinct('targets and queries', (n, target) =>
    get(`${QUERIES[n % QUERIES.length]}${'q'.repeat(n % 4000)}${n}`, token(target)),
  ),
  distinct('charts with a key', (n, target) =>
    get(
      `/api/v1/chart?since=${day(n % 1000)}&until=${day((n % 1000) + Math.floor(n / 1000))}`,
      token(target),
    ),
  ),
  stormy('headers of 64 KB, and of 1,000 fields', () => {
    const long = get('/livez', { 'X-Long': 'x'.repeat(65_536) });
    const many = get('/livez', Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`X-${n}`, '1'])));
    return { connections: 100, total: 20_000, bytes: (n) => (n % 2 === 0 ? long : many) };
  }),
  stormy('bodies of 10 MB for the account page and the API', () => {
    const requests = largeForms();
    return { connections: 20, total: 2000, bytes: (n) => requests[n % requests.length] as Buffer };
  }),
];
