import { spawn } from 'node:child_process';
import type { Fault } from '../../../conformance/reference/faults/fault.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** What a command did on one fault: failed, passed, or never got a response in which the fault had a part. */
export type Trial = {
  readonly fault: string;
  readonly outcome: 'found' | 'missed' | 'not shown';
  readonly requests: number;
  readonly seconds: number;
};

/** Does nothing: what a command does without any fault. */
export const NO_FAULT: Fault = {
  id: 'none',
  summary: 'Nothing is broken.',
  forms: [1, 2],
  requirements: [],
  respond: (request, { pass }) => pass(request),
};

/** Runs a shell command before each fault; it gets the proxy's URL as `HEADCOUNT_URL`, and fails by its exit code. */
export async function tryCommand(
  command: string,
  upstream: { readonly url: string; readonly key: string },
  faults: readonly Fault[],
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const fault of faults) {
    const proxy = await startFaultProxy(fault, upstream);
    const start = performance.now();
    try {
      const exit = await run(command, proxy);
      const { requests, changed } = proxy.counts;
      const outcome = exit !== 0 ? 'found' : changed > 0 ? 'missed' : 'not shown';
      trials.push({ fault: fault.id, outcome, requests, seconds: (performance.now() - start) / 1000 });
    } finally {
      await proxy.close();
    }
  }
  return trials;
}

function run(command: string, { url }: FaultProxy): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      stdio: 'ignore',
      env: { ...process.env, HEADCOUNT_URL: url },
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  });
}
