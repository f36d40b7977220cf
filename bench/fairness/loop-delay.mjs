/**
 * Preloaded into the service: at SIGUSR2, writes to LOOP_DELAY_FILE the longest delay of the event loop since the last signal, and the most
 * processor time that the main thread took within one such delay, both in milliseconds.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

let before = process.threadCpuUsage();
let computing = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  computing = Math.max(computing, (user + system) / 1000);
}, RESOLUTION).unref();

process.on('SIGUSR2', () => {
  const stall = { longest: delay.max / 1e6 - RESOLUTION, computing };
  delay.reset();
  computing = 0;
  writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify(stall));
});
