import type { Siege } from './siege.ts';
import { storm } from './storm.ts';

/** Connections without requests. */
export const FLOODS: readonly Siege[] = [
  {
    name: '1,500 idle connections, opened again and again',
    attack: (target, signal) => storm(target, signal, { connections: 1500, total: 20_000, bytes: () => '' }),
  },
  {
    name: 'connect and leave, 20,000 times',
    attack: (target, signal) =>
      storm(target, signal, { connections: 50, total: 20_000, bytes: () => '', leaves: 'once connected' }),
  },
];
