import { parentPort } from 'node:worker_threads';

export type Order = 'spin' | 'throw' | 'print';

parentPort?.on('message', (order: Order) => {
  parentPort?.postMessage(`got ${order}`);
  if (order === 'spin') for (;;);
  if (order === 'throw') throw new Error('on purpose');
  if (order === 'print') process.stdout.write('\u001b[31m\n::error::x\n');
});
