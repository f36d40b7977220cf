/**
 * Compares the whole service (keys, quota, validation, ETags) with servers that send the same bytes and do less. They take turns;
 * each figure is a median over rounds, and each ratio the median of the ratios within rounds.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyLoad, type Load } from '../load.ts';
import { type BenchResult, machine, UsageError } from '../result.ts';
import { measureMisses, type Restartable } from './misses.ts';
import { installPeers, PEERS, type PeerName, startPeer } from './peers.ts';
import { prepareDatabase } from './prepare.ts';
import { BEFORE, OURS, type Round, type Row, report } from './report.ts';
import { type Server, startService } from './servers.ts';
import { CURRENT, distinctTargets, mixedTargets, mixScript, responsesTo, SINGLE } from './targets.ts';

const CONNECTIONS = 64;
const KEYS = 20;

export interface ServingOptions {
  /** Another checkout of this project, with its packages installed, to compare with; null for none. */
  readonly before: string | null;
  /** What to measure: the last segments of paths, `mix` and `misses`; null for everything. */
  readonly only: readonly string[] | null;
  /** Rounds after one that only warms up. */
  readonly rounds: number;
  /** Seconds of load per round, server and subject. Under 4, single pauses decide the 99th percentile. */
  readonly seconds: number;
}

const PATHS = new Map(SINGLE.map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));
const SUBJECTS: readonly string[] = [...PATHS.keys(), 'mix', 'misses'];

export async function bench(options: ServingOptions): Promise<BenchResult> {
  const chosen = options.only ?? SUBJECTS;
  if (chosen.some((name) => !SUBJECTS.includes(name))) {
    throw new UsageError(`--only takes names from this list, separated by commas: ${SUBJECTS.join(', ')}`);
  }
  await installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'serving-'));
  const servers = new Map<string, Server>();
  try {
    const database = join(folder, 'bench.sqlite');
    const keys = await prepareDatabase(database, KEYS);
    const headers = { Authorization: `Token ${keys[0]}` };
    const ours = await startService(database);
    servers.set(OURS, ours);
    const targets = await mixedTargets(ours.url, headers);
    const distinct = distinctTargets();
    const responses = join(folder, 'responses.json');
    const all = [...new Set([...targets, ...distinct, ...CURRENT])];
    await writeFile(responses, JSON.stringify(await responsesTo(ours.url, all, headers)));
    const script = join(folder, 'mix.lua');
    await writeFile(script, mixScript(targets, keys));
    for (const name of Object.keys(PEERS) as PeerName[]) servers.set(name, await startPeer(name, responses));

    const rows: Row[] = [];
    for (const [name, path] of PATHS) {
      if (chosen.includes(name))
        rows.push(...(await measureHits(path, servers, { headers, target: path }, options)));
    }
    if (chosen.includes('mix')) {
      const mix = `mix of ${targets.length} targets, ${KEYS} keys`;
      rows.push(...(await measureHits(mix, servers, { script, target: '/' }, options)));
    }
    if (chosen.includes('misses')) {
      await stopAll(servers);
      const restartable: Restartable[] = [
        { name: OURS, headers, database, start: () => startService(database) },
        { name: 'Express 5', headers, database: null, start: () => startPeer('Express 5', responses) },
      ];
      if (options.before !== null)
        restartable.push(await serviceBefore(options.before, join(folder, 'before.sqlite')));
      rows.push(...(await measureMisses(restartable, distinct, options.rounds)));
    }
    const conditions = `${CONNECTIONS} connections, medians of ${options.rounds} rounds of ${options.seconds} s; ${machine()}`;
    return report(rows, conditions);
  } finally {
    await stopAll(servers);
    await rm(folder, { recursive: true });
  }
}

/** The service of another checkout, on its own database, since the layout may differ. */
async function serviceBefore(project: string, database: string): Promise<Restartable> {
  const [key] = await prepareDatabase(database, 1, project);
  const start = () => startService(database, [], project);
  return { name: BEFORE, headers: { Authorization: `Token ${key}` }, database, start };
}

type Requests = Pick<Load, 'headers' | 'script'> & { readonly target: string };

/** Puts all servers under the same load in turns. */
async function measureHits(
  subject: string,
  servers: ReadonlyMap<string, Server>,
  { target, ...requests }: Requests,
  { rounds, seconds }: ServingOptions,
): Promise<readonly Row[]> {
  console.error(subject);
  const results = new Map<string, Round[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { url, processorTime }] of servers) {
      const before = processorTime();
      const load = await applyLoad({ ...requests, url: url + target, connections: CONNECTIONS, seconds });
      const result = {
        ...load,
        processorTime: (processorTime() - before) / (load.requestsPerSecond * seconds),
      };
      // The first round only warms up.
      results.set(name, round === 0 ? [] : [...(results.get(name) ?? []), result]);
    }
  }
  return [...servers].map(([name, server]) => ({
    subject,
    isMiss: false,
    name,
    rounds: results.get(name) ?? [],
    memory: server.memory(),
  }));
}

async function stopAll(servers: Map<string, Server>): Promise<void> {
  await Promise.all([...servers.values()].map((server) => server.stop()));
  servers.clear();
}
