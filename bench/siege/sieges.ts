import { DISTINCT } from './distinct.ts';
import { DOWNLOADS } from './downloads.ts';
import { FLOODS } from './floods.ts';
import { LARGE } from './large.ts';
import { PIPELINING } from './pipelining.ts';
import type { Siege } from './siege.ts';
import { SLOW_CLIENTS } from './slow-clients.ts';

/** The row to compare the others with. */
const NOBODY: Siege = {
  name: 'nobody',
  attack: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({}))),
};

/** All sieges, in the order of the table. */
export const SIEGES: readonly Siege[] = [
  NOBODY,
  ...DOWNLOADS,
  ...PIPELINING,
  ...SLOW_CLIENTS,
  ...FLOODS,
  ...DISTINCT,
  ...LARGE,
];
