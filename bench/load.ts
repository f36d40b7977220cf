import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** One run of the load generator against one URL. */
export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file in Lua that makes the requests, instead of one target. */
  readonly script?: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds that 99 of 100 answers took at most. */
  readonly p99: number;
  /** Answers other than 2xx and 3xx, and broken connections. */
  readonly failed: number;
}

/** Puts load on a URL with wrk and reads its report. Throws when wrk is not installed. */
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
      throw new Error(
        'This benchmark needs wrk: install the package "wrk" of your system, as in `apt-get install wrk`.',
      );
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

function milliseconds(match: RegExpExecArray | null): number {
  const unit = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ''];
  return Number(match?.[1]) * (unit ?? Number.NaN);
}

function sum(match: RegExpExecArray | null): number {
  return (match ?? []).slice(1).reduce((total, count) => total + Number(count), 0);
}

export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b);
  const middle = Math.floor(ordered.length / 2);
  return ordered.length % 2 === 1
    ? (ordered[middle] as number)
    : ((ordered[middle - 1] as number) + (ordered[middle] as number)) / 2;
}
