import { execFile } from 'node:child_process';
import { type Agent, get } from 'node:http';
import { promisify } from 'node:util';

/** One run of wrk against one URL. */
export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A Lua file that makes the requests; without it, all requests go to `url`. */
  readonly script?: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** The 99th percentile of response times, in milliseconds. */
  readonly p99: number;
  /** Responses other than 2xx and 3xx, and broken connections. */
  readonly failed: number;
}

/** Puts a URL under load with wrk. Throws when wrk is not installed. */
export async function applyLoad({
  url,
  headers = {},
  script,
  connections,
  seconds,
}: Load): Promise<LoadResult> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency', ...fields];
  if (script !== undefined) options.push('-s', script);
  const { stdout } = await promisify(execFile)('wrk', [...options, url]).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new Error('This benchmark needs wrk. Install it first, as with `apt-get install wrk`.');
    },
  );
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    failed:
      sum(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)) +
      sum(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)),
  };
}

/**
 * Sends one GET; returns the status of a complete response, else null. Like browsers, sends it again if the server had closed the
 * idle connection that it was sent on (RFC 9112, section 9.3.1).
 */
export function sendRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
  signal?: AbortSignal,
): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { headers, agent, timeout: 20_000, ...(signal && { signal }) }, (response) => {
      response.once('error', () => resolve(null));
      response.once('end', () => resolve(response.complete ? (response.statusCode ?? null) : null));
      response.resume();
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      const wasIdle = request.reusedSocket && error.code === 'ECONNRESET';
      resolve(wasIdle ? sendRequest(url, headers, agent, signal) : null);
    });
    request.once('timeout', () => request.destroy());
  });
}

function milliseconds(match: RegExpExecArray | null): number {
  const unit = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ''];
  return Number(match?.[1]) * (unit ?? Number.NaN);
}

function sum(match: RegExpExecArray | null): number {
  return (match ?? []).slice(1).reduce((total, count) => total + Number(count), 0);
}
