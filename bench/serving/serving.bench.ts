/**
 * Compares the whole service (keys, quota, validation, ETags) with servers that send the same bytes and do less. They take turns;
 * each figure is a median over rounds, and each ratio the median of the ratios within rounds.
 */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyLoad, type Load } from '../load.ts';
import { type BenchOptions, type BenchResult, UsageError } from '../result.ts';
import { prepareDatabase, type Server, startService } from '../servers.ts';
import { peersFor, startPeer } from './peers.ts';
import { OURS, type Round, type Row, report } from './report.ts';
import { mixedTargets, mixScript, responsesTo, SINGLE } from './targets.ts';

/** Under 4 seconds, single pauses decide the 99th percentile. */
const WHOLE = { keys: 20, weeks: 8, rounds: 3, seconds: 4 };
const SMOKE = { keys: 2, weeks: 1, rounds: 1, seconds: 1 };
const CONNECTIONS = 64;

/** `only`: what to measure, separated by commas: the last segments of paths, and `mix`. */
export async function bench({ isSmoke, only }: BenchOptions): Promise<BenchResult> {
  const { keys: count, weeks, rounds, seconds } = isSmoke ? SMOKE : WHOLE;
  const paths = new Map(SINGLE.map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));
  const subjects = [...paths.keys(), 'mix'];
  const chosen = only?.split(',') ?? (isSmoke ? ['status', 'mix'] : subjects);
  if (chosen.some((name) => !subjects.includes(name)))
    throw new UsageError(`--only takes names from this list, separated by commas: ${subjects.join(', ')}`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'serving-'));
  await using stack = new AsyncDisposableStack();
  const database = `sqlite:${join(folder.path, 'bench.sqlite')}`;
  const keys = await prepareDatabase(database, count, weeks);
  const headers = { Authorization: `Token ${keys[0]}` };
  const ours = stack.use(await startService(database));
  const servers = new Map<string, Server>([[OURS, ours]]);
  const targets = await mixedTargets(ours.url, headers);
  const responses = join(folder.path, 'responses.json');
  await writeFile(responses, JSON.stringify(await responsesTo(ours.url, targets, headers)));
  const script = join(folder.path, 'mix.lua');
  await writeFile(script, mixScript(targets, keys));
  for (const name of await peersFor(isSmoke)) servers.set(name, stack.use(await startPeer(name, responses)));
  const rows: Row[] = [];
  for (const name of chosen) {
    const target = paths.get(name);
    const [subject, requests] =
      target === undefined
        ? [`mix of ${targets.length} targets, ${count} keys`, { script }]
        : [target, { headers }];
    rows.push(...(await measure(subject, servers, { ...requests, target: target ?? '/', rounds, seconds })));
  }
  return report(rows, `${CONNECTIONS} connections, medians of ${rounds} rounds of ${seconds} s, in turns.`);
}

/** Puts all servers under the same load in turns. */
async function measure(
  subject: string,
  servers: ReadonlyMap<string, Server>,
  {
    target,
    rounds,
    ...load
  }: Omit<Load, 'url' | 'connections'> & { readonly target: string; readonly rounds: number },
): Promise<readonly Row[]> {
  console.error(subject);
  const results = new Map<string, Round[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { url, processorTime }] of servers) {
      const before = processorTime();
      const result = await applyLoad({ ...load, url: url + target, connections: CONNECTIONS });
      const requests = result.requestsPerSecond * load.seconds;
      const measured = { ...result, processorTime: (processorTime() - before) / requests };
      // The first round only warms up.
      results.set(name, round === 0 ? [] : [...(results.get(name) ?? []), measured]);
    }
  }
  return [...servers].map(([name, server]) => ({
    subject,
    name,
    rounds: results.get(name) ?? [],
    memory: server.memory(),
  }));
}
