import type { Siege, Target } from './siege.ts';
import { get, type Storm, storm } from './storm.ts';

const CODINGS = ['br', 'gzip', 'identity'];
/** How many files are the largest ones. */
const LARGEST = 5;

/** Downloads of everything that needs no key. */
export const DOWNLOADS: readonly Siege[] = [
  {
    name: 'largest pages, 100 at once',
    attack: (target, signal) => storm(target, signal, downloads(target, 100, LARGEST)),
  },
  {
    name: 'all files, 100 at once',
    attack: (target, signal) => storm(target, signal, downloads(target, 100)),
  },
  {
    name: 'largest pages, 500 clients that never read',
    attack: (target, signal) => storm(target, signal, { ...downloads(target, 500, LARGEST), reads: 'never' }),
  },
];

function downloads({ files }: Target, connections: number, among = files.length): Storm {
  const codingOf = (n: number) => CODINGS[Math.floor(n / among) % CODINGS.length] ?? '';
  return {
    connections,
    total: 10_000,
    bytes: (n) => get(files[n % among] ?? '/', { 'Accept-Encoding': codingOf(n) }),
  };
}
