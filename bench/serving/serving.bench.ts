/**
 * Compares the whole service (keys, quota, validation, ETags) with servers that send the same bytes and do less. They take turns;
 * each figure is a median over rounds, and each ratio the median of the ratios within rounds.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyLoad, type Load } from '../load.ts';
import { type BenchResult, UsageError } from '../result.ts';
import { installPeers, peersHere, startPeer } from './peers.ts';
import { prepareDatabase } from './prepare.ts';
import { OURS, type Round, type Row, report } from './report.ts';
import { type Server, startService } from './servers.ts';
import { mixedTargets, mixScript, responsesTo, SINGLE } from './targets.ts';

/** Under 4 seconds, single pauses decide the 99th percentile. */
const WHOLE = { keys: 20, weeks: 8, rounds: 3, seconds: 4 };
const SMOKE = { keys: 2, weeks: 1, rounds: 1, seconds: 1 };
const CONNECTIONS = 64;

const PATHS = new Map(SINGLE.map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));
const SUBJECTS: readonly string[] = [...PATHS.keys(), 'mix'];

export interface ServingOptions {
  readonly isSmoke: boolean;
  /** What to measure, separated by commas: the last segments of paths, and `mix`; null for everything. */
  readonly only: string | null;
}

export async function bench({ isSmoke, only }: ServingOptions): Promise<BenchResult> {
  const { keys: count, weeks, ...load } = isSmoke ? SMOKE : WHOLE;
  const chosen = only?.split(',') ?? (isSmoke ? ['status', 'mix'] : SUBJECTS);
  if (chosen.some((name) => !SUBJECTS.includes(name))) {
    throw new UsageError(`--only takes names from this list, separated by commas: ${SUBJECTS.join(', ')}`);
  }
  // A short run takes those that need no installation.
  if (!isSmoke) await installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'serving-'));
  const servers = new Map<string, Server>();
  try {
    const database = join(folder, 'bench.sqlite');
    const keys = await prepareDatabase(database, count, weeks);
    const headers = { Authorization: `Token ${keys[0]}` };
    const ours = await startService(database);
    servers.set(OURS, ours);
    const targets = await mixedTargets(ours.url, headers);
    const responses = join(folder, 'responses.json');
    await writeFile(responses, JSON.stringify(await responsesTo(ours.url, targets, headers)));
    const script = join(folder, 'mix.lua');
    await writeFile(script, mixScript(targets, keys));
    for (const name of peersHere()) servers.set(name, await startPeer(name, responses));

    const rows: Row[] = [];
    for (const [name, path] of PATHS) {
      if (chosen.includes(name))
        rows.push(...(await measure(path, servers, { headers, target: path }, load)));
    }
    if (chosen.includes('mix')) {
      const mix = `mix of ${targets.length} targets, ${count} keys`;
      rows.push(...(await measure(mix, servers, { script, target: '/' }, load)));
    }
    return report(
      rows,
      `${CONNECTIONS} connections, medians of ${load.rounds} rounds of ${load.seconds} s, in turns.`,
    );
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await rm(folder, { recursive: true });
  }
}

type Requests = Pick<Load, 'headers' | 'script'> & { readonly target: string };

/** Puts all servers under the same load in turns. */
async function measure(
  subject: string,
  servers: ReadonlyMap<string, Server>,
  { target, ...requests }: Requests,
  { rounds, seconds }: Pick<typeof WHOLE, 'rounds' | 'seconds'>,
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
    name,
    rounds: results.get(name) ?? [],
    memory: server.memory(),
  }));
}
