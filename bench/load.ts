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

/** How a GET ended: the status of a complete response, or null; and what it had instead of 200. */
export interface Ended {
  readonly status: number | null;
  readonly failure: string | null;
}

/** The failure of a 503 with Retry-After. */
export const ANNOUNCED = 'announced 503';
/** Milliseconds without a byte after which a client gives up. */
const PATIENCE = 5000;

/**
 * Sends one GET. Like browsers, sends it again if the server had closed the idle connection that it was sent on (RFC 9112, section
 * 9.3.1). Without an agent, the connection is a new one.
 */
export function sendRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent | false,
): Promise<Ended> {
  return new Promise((resolve) => {
    const request = get(url, { headers, agent, timeout: PATIENCE }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const other = status === 503 && received['retry-after'] !== undefined ? ANNOUNCED : String(status);
      response.once('error', ({ message }) => resolve({ status: null, failure: message }));
      response.once('end', () => resolve({ status, failure: status === 200 ? null : other }));
      response.resume();
    });
    request.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const wasIdle = request.reusedSocket && code === 'ECONNRESET';
      resolve(wasIdle ? sendRequest(url, headers, agent) : { status: null, failure: code ?? message });
    });
    request.once('timeout', () => request.destroy(new Error('timeout')));
  });
}

function milliseconds(match: RegExpExecArray | null): number {
  const unit = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ''];
  return Number(match?.[1]) * (unit ?? Number.NaN);
}

function sum(match: RegExpExecArray | null): number {
  return (match ?? []).slice(1).reduce((total, count) => total + Number(count), 0);
}
