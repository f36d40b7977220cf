/** Loaded into a service with `--import`: sends the longest delay of its event loop to the benchmark, each second. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
setInterval(() => {
  process.send?.(delays.max / 1e6);
  delays.reset();
}, 1000).unref();
process.channel?.unref();
