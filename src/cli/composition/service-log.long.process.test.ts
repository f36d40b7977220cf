/** A service whose standard output takes no lines. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { programUnderTest, type RunningProgram } from '../commands/program.fixture.ts';

const PROGRAM = fileURLToPath(new URL('../commands/headcount.mjs', import.meta.url));
/** With this path in each line, so many requests log more than the service keeps. */
const LONG = `/${'-x'.repeat(3500)}`;
const REQUESTS = 200;

/** A program that a shell starts after `lines`. */
const startedBy = (lines: string) =>
  programUnderTest(() => ['sh', '-c', lines, process.execPath, PROGRAM] as const);

const onFullDevice = startedBy('exec "$0" "$@" > /dev/full');
const UNREAD = 'mkfifo log && exec 3<> log && exec "$0" "$@" > log';
const onUnreadPipe = startedBy(UNREAD);
const onPipeReadLater = startedBy(UNREAD);
const onClosedPipe = startedBy('mkfifo log && { : < log & } && exec "$0" "$@" > log');
const SERVE = ['serve', '--port', '0', '--database', 'sqlite:log.sqlite', '--metrics-port', '0'];
const UNTIL = /Serving metrics at http/;

describe.skipIf(process.platform !== 'linux')('a service whose standard output', { timeout: 120_000 }, () => {
  it.each([
    ['is a full device', onFullDevice],
    ['is a pipe that nobody reads', onUnreadPipe],
    ['is a pipe that was closed', onClosedPipe],
  ])('%s serves, counts the lines that it drops, and ends with code 0', async (_, program) => {
    const service = await program.start(SERVE, UNTIL);
    await sendAll(service);
    expect(await dropped(service)).toBeGreaterThan(0);
    expect((await service.stop()).code).toBe(0);
  });

  it('is read in the end says in the log how many lines are missing', async () => {
    const service = await onPipeReadLater.start(SERVE, UNTIL);
    await sendAll(service);
    const missing = await dropped(service);
    const lines = createInterface(createReadStream(onPipeReadLater.path('log')));
    // The last one was short.
    expect(await counted(lines)).toEqual({ requests: REQUESTS + 1 - missing, dropped: missing });
    expect((await service.stop()).code).toBe(0);
  });
});

/** Sends the requests. Every one must get a response. */
async function sendAll(service: RunningProgram): Promise<void> {
  const url = /Serving Form 2 at (\S+)/.exec(service.output())?.[1];
  for (let sent = 0; sent < REQUESTS; sent += 20) {
    const responses = Array.from({ length: 20 }, async () => {
      const response = await fetch(`${url}${LONG}`);
      await response.arrayBuffer();
      return response.status;
    });
    expect(new Set(await Promise.all(responses))).toEqual(new Set([404]));
  }
  expect((await fetch(`${url}/livez`)).status).toBe(200);
}

async function dropped(service: RunningProgram): Promise<number> {
  const url = /Serving metrics at (\S+)/.exec(service.output())?.[1] as string;
  const text = await (await fetch(url)).text();
  return Number(/^headcount_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

/** Counts the lines of requests up to the one about those that are missing. */
async function counted(lines: AsyncIterable<string>): Promise<{ requests: number; dropped: number }> {
  let requests = 0;
  for await (const line of lines) {
    const { msg, dropped } = JSON.parse(line);
    if (msg === 'request') requests += 1;
    if (dropped !== undefined) return { requests, dropped };
  }
  throw new Error('the log has no such line');
}
