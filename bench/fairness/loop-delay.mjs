/** Preloaded into the service: at SIGUSR2, writes the longest delay of the event loop since the last signal to LOOP_DELAY_FILE. */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
process.on('SIGUSR2', () => {
  const milliseconds = { max: delay.max / 1e6 - RESOLUTION, p99: delay.percentile(99) / 1e6 - RESOLUTION };
  delay.reset();
  writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify(milliseconds));
});
