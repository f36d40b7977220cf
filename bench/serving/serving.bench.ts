/**
 * The whole stack (key, quota, validation, ETag) beside peers that send the same bytes with less behind them. All take
 * turns, each figure is the median of several rounds, and a ratio the median of the rounds' own, so that what else the machine
 * does meets everybody.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyLoad, type Load, type LoadResult } from '../load.ts';
import { machine } from '../machine.ts';
import type { BenchResult } from '../result.ts';
import { type Contestant, installPeers, startPeers, startService } from './contestants.ts';
import { issueKeys, simulateLine } from './prepare.ts';
import { OURS, type Row, report } from './report.ts';
import type { Running } from './servers.ts';
import { answersTo, mixedTargets, mixScript, SINGLE } from './targets.ts';

const ROUNDS = 3;
/** Long enough that a pause of some milliseconds, at the beginning or for garbage, does not decide the 99th percentile. */
const SECONDS = 4;
const CONNECTIONS = 64;
const KEYS = 20;

export async function bench(): Promise<BenchResult> {
  await installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'serving-'));
  const servers: Running[] = [];
  try {
    const database = join(folder, 'bench.sqlite');
    await simulateLine(database);
    const keys = await issueKeys(database, KEYS);
    const headers = { Authorization: `Token ${keys[0]}` };
    const ours = await startService(database);
    servers.push(ours);
    const targets = await mixedTargets(ours.url, headers);
    const answers = join(folder, 'answers.json');
    await writeFile(answers, JSON.stringify(await answersTo(ours.url, targets, headers)));
    const script = join(folder, 'mix.lua');
    await writeFile(script, mixScript(targets, keys));
    const contestants = [{ name: OURS, server: ours }, ...(await startPeers(answers, servers))];
    const rows: Row[] = [];
    for (const path of SINGLE) rows.push(...(await measured(path, contestants, { headers, target: path })));
    const mix = `mix of ${targets.length} targets, ${KEYS} keys`;
    rows.push(...(await measured(mix, contestants, { script, target: '/' })));
    const conditions = `${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s; ${machine()}`;
    return report(rows, conditions);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  }
}

type Asked = Pick<Load, 'headers' | 'script'> & { readonly target: string };

/** All contestants on one subject, in turns. */
async function measured(
  subject: string,
  contestants: readonly Contestant[],
  { target, ...asked }: Asked,
): Promise<readonly Row[]> {
  console.error(subject);
  const results = new Map<Contestant, LoadResult[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [{ server }, ofOne] of results) {
      const load = { ...asked, url: server.url + target, connections: CONNECTIONS };
      const result = await applyLoad({ ...load, seconds: SECONDS });
      // The first round only warms up.
      if (round > 0) ofOne.push(result);
    }
  }
  return [...results].map(([{ name, server }, rounds]) => ({
    subject,
    name,
    rounds,
    memory: server.memory(),
  }));
}
