/** How fast reports are taken, compared with Express and one insert, and what that costs those who read. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applyLoad, type LoadResult } from '../load.ts';
import { type BenchResult, machine, median, rounded } from '../result.ts';
import { prepareDatabase } from '../serving/prepare.ts';
import { type Server, startScript } from '../serving/servers.ts';

const CLIENTS = 64;
const SECONDS = 4;
const ROUNDS = 5;
const AIMS = { ratio: 0.8, p99: 20, reading: 1.5 };

/** A request of the form, as a browser sends it. */
const POST = `
local buckets = { "0", "1-5", "6-10", "11-20", "20-30", "30%2B" }
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Sec-Fetch-Site"] = "same-origin"
function request()
  return wrk.format(nil, nil, nil, "bucket=" .. buckets[math.random(#buckets)])
end
`;

/** `processorTime`: of the main thread, in microseconds for each report. */
type PostResult = LoadResult & { readonly processorTime: number };

const scriptIn = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export async function measureSpeed(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'reporting-'));
  const servers: Server[] = [];
  try {
    const [file, copy, script] = ['ours.sqlite', 'express.sqlite', 'post.lua'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const [key = ''] = await prepareDatabase(file, 1);
    await copyFile(file, copy);
    await writeFile(script, POST);
    const start = async (name: string, database: string) => {
      const server = await startScript(scriptIn(name), database);
      servers.push(server);
      return server;
    };
    const ours = await start('report-server.ts', file);
    const headers = { Authorization: `Token ${key}` };
    const read = async () => {
      const url = `${ours.url}/api/v1/status`;
      return (await applyLoad({ url, headers, connections: CLIENTS, seconds: SECONDS })).p99;
    };
    // Once to warm up.
    await read();
    const alone = await read();
    const limited = await besides(reportsAtLimit(ours.url), read);
    const express = await start('express-insert.mjs', copy);
    const post = async ({ url, processorTime }: Server): Promise<PostResult> => {
      const before = processorTime();
      const load = await applyLoad({ url: `${url}/report`, script, connections: CLIENTS, seconds: SECONDS });
      return { ...load, processorTime: (processorTime() - before) / (load.requestsPerSecond * SECONDS) };
    };
    const rounds: { readonly ours: PostResult; readonly express: PostResult }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const loads = { ours: await post(ours), express: await post(express) };
      // The first round only warms up.
      if (round > 0) rounds.push(loads);
    }
    const flood = await besides(() => post(ours), read);
    return report(rounds, { alone, limited, flood });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  }
}

/** As many reports as the service takes from all networks together: one a second. */
function reportsAtLimit(url: string): () => Promise<void> {
  return async () => {
    for (let sent = 0; sent < SECONDS; sent += 1) {
      await fetch(`${url}/report`, {
        method: 'POST',
        body: new URLSearchParams({ bucket: '6-10' }),
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        redirect: 'manual',
      });
      await sleep(1000);
    }
  };
}

async function besides<Result>(
  load: () => Promise<unknown>,
  measure: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.all([measure(), load()]);
  return result;
}

function report(
  rounds: readonly { readonly ours: PostResult; readonly express: PostResult }[],
  { alone, limited, flood }: { readonly [Load in 'alone' | 'limited' | 'flood']: number },
): BenchResult {
  const of = (name: 'ours' | 'express', figure: keyof PostResult) =>
    median(rounds.map((round) => round[name][figure]));
  const ratio = median(rounds.map(({ ours, express }) => ours.requestsPerSecond / express.requestsPerSecond));
  const p99 = of('ours', 'p99');
  const row = (name: string, which: 'ours' | 'express', share: string) =>
    `| ${name} | ${share} | ${rounded(of(which, 'requestsPerSecond'))} | ${rounded(of(which, 'processorTime'))} | ${of(which, 'p99').toFixed(1)} | ${of(which, 'failed')} |`;
  const table = [
    `POST /report, ${CLIENTS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s, in turns; ${machine()}`,
    '',
    '| server | ours / its | reports/s | CPU µs | p99 ms | failed |',
    '|---|---|---|---|---|---|',
    row('headcount', 'ours', '1.00'),
    row('Express 5 and one insert', 'express', ratio.toFixed(2)),
    '',
    '| load of reports | p99 ms of /api/v1/status, 64 clients | ratio |',
    '|---|---|---|',
    `| none | ${alone.toFixed(1)} | 1.0 |`,
    `| one a second, as many as the limits let pass | ${limited.toFixed(1)} | ${(limited / alone).toFixed(1)} |`,
    `| ${CLIENTS} clients, as fast as they can, without limits | ${flood.toFixed(1)} | ${(flood / alone).toFixed(1)} |`,
  ].join('\n');
  const missed = [
    ...(ratio < AIMS.ratio
      ? [`${ratio.toFixed(2)} of Express and one insert; the aim is ${AIMS.ratio}`]
      : []),
    ...(p99 > AIMS.p99 ? [`p99 of ${p99} ms; the aim is ${AIMS.p99}`] : []),
    ...(limited > AIMS.reading * alone
      ? [`the status takes ${(limited / alone).toFixed(1)} times as long; the aim is ${AIMS.reading}`]
      : []),
  ];
  return { table, figures: { ratio, p99, alone, limited, flood }, missed };
}
