/** SIGTERM while clients request and download, on both engines. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type RequestOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT, programIn } from '../serving/servers.ts';
import type { Fault, FaultResult } from './fault.ts';
import { withDatabase } from './postgres/database.ts';
import { createDatabase, newReports } from './sqlite-database.ts';

const ROUNDS = 5;
const REPORTS = 150_000;
const CLIENTS = 16;
const DRAIN_SECONDS = 10;
const MUST = `in ${ROUNDS} rounds, no request in flight and no export fails; exit code 0 within ${DRAIN_SECONDS} s`;

export const SHUTDOWNS: readonly Fault[] = [
  {
    name: 'sqlite-sigterm',
    must: MUST,
    async run(scratch) {
      const { file, key } = await createDatabase(scratch, { reports: REPORTS, quota: 999_999_999 });
      return stopAll(`sqlite:${file}`, key);
    },
  },
  {
    name: 'postgres-sigterm',
    must: MUST,
    run: () =>
      withDatabase(async (database) => {
        await database.store.addReports([newReports(REPORTS)]);
        const { headers } = await database.issueKey(999_999_999);
        return stopAll(database.url, String(headers['Authorization']).replace('Token ', ''));
      }),
  },
];

interface Round {
  readonly responses: number;
  /** Requests that were accepted and got no complete response. */
  readonly broken: readonly string[];
  readonly exports: readonly (string | null)[];
  readonly code: number | null;
  readonly seconds: number;
}

async function stopAll(database: string, key: string): Promise<FaultResult> {
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await stopOnce(database, key));
  const broken = rounds.flatMap((round) => [
    ...round.broken,
    ...round.exports.filter((text) => text !== null),
  ]);
  for (const line of broken) console.error(line);
  const slowest = Math.max(...rounds.map(({ seconds }) => seconds));
  const responses = rounds.reduce((sum, round) => sum + round.responses, 0);
  const codes = new Set(rounds.map(({ code }) => code));
  return {
    passed: broken.length === 0 && codes.size === 1 && codes.has(0) && slowest < DRAIN_SECONDS,
    figures:
      `${responses} responses and ${rounds.flatMap((round) => round.exports).length} exports, ${broken.length} broken; ` +
      `exit codes ${[...codes].join(', ')}, at most ${slowest.toFixed(2)} s`,
  };
}

async function stopOnce(database: string, key: string): Promise<Round> {
  const settings = ['--port', '0', '--database', database, '--drain-seconds', `${DRAIN_SECONDS}`];
  const child = spawn(process.execPath, [programIn(PROJECT), 'serve', '--log-level', 'silent', ...settings], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [line] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string];
  const url = /http:\S+/.exec(line)?.[0] as string;
  const headers = { Authorization: `Token ${key}` };
  const agent = new Agent({ keepAlive: true });
  const broken: string[] = [];
  let responses = 0;
  let isStopping = false;
  const client = async (options: RequestOptions): Promise<void> => {
    for (;;) {
      const failure = await download(`${url}/api/v1/status`, { headers, ...options }, 0);
      if (failure === 'ECONNREFUSED' && isStopping) return;
      if (failure === null) responses += 1;
      else broken.push(`status over ${options.agent === agent ? 'a kept' : 'a new'} connection: ${failure}`);
      if (failure !== null && isStopping) return;
    }
  };
  await download(`${url}/api/v1/status`, { headers }, 0);
  const clients = Array.from({ length: CLIENTS }, (_, n) =>
    client(n % 2 === 0 ? { agent } : { agent: false }),
  );
  const exports = [0, 3].map((pause) =>
    download(`${url}/api/v1/export.csv`, { headers, agent: false }, pause),
  );
  await sleep(700);
  isStopping = true;
  const begun = performance.now();
  child.kill('SIGTERM');
  const [code] = await exited;
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(clients);
  agent.destroy();
  return { responses, broken, exports: await Promise.all(exports), code, seconds };
}

/** Null if the response is 200 and complete, otherwise why not. Reads no faster than a chunk per `pause` in milliseconds. */
function download(url: string, options: RequestOptions, pause: number): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const request = get(url, options, (response) => {
      response.on('data', () => {
        if (pause === 0) return;
        response.pause();
        setTimeout(() => response.resume(), pause);
      });
      response.once('error', failed);
      response.once('end', () => resolve(response.statusCode === 200 ? null : String(response.statusCode)));
    });
    request.once('error', failed);
  });
}
