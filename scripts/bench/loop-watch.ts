import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the service before it starts: tells its parent, whenever asked, for how many milliseconds the event loop was
 * held at the longest since it was last asked.
 */

const NS_PER_MS = 1e6;
const RESOLUTION_MS = 1;

if (process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on('message', () => {
    process.send?.(delay.max / NS_PER_MS);
    delay.reset();
  });
}
