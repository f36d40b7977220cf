/**
 * Attacks a service with 512 MB of memory and 1,024 descriptors as anybody who reaches its port can, in one siege after the other, while
 * an honest client reads.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir, stat } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BenchOptions, type BenchResult, UsageError } from '../result.ts';
import { PROJECT, prepareDatabase, runProgram } from '../servers.ts';
import { type BesiegedService, startBesieged } from './besieged-service.ts';
import { startHonestClient } from './honest-client.ts';
import { type Row, report } from './report.ts';
import { SIEGES, type Siege } from './sieges.ts';
import type { Target } from './storm.ts';

/** The most seconds of a siege; how long the service has to train its model, and to recover, in milliseconds. */
const WHOLE = { seconds: 10, warmUp: 10_000, after: 5000, weeks: 8 };
const SMOKE = { seconds: 1, warmUp: 500, after: 100, weeks: 1 };
const SAMPLED_EVERY = 100;

/** `only`: the beginning of the names of sieges. */
export async function bench({ isSmoke, only }: BenchOptions): Promise<BenchResult> {
  if (process.platform !== 'linux') throw new UsageError('siege needs Linux, because it reads /proc.');
  const size = isSmoke ? SMOKE : WHOLE;
  const chosen = SIEGES.filter(({ name }) => name.startsWith(only ?? (isSmoke ? '1' : '')));
  if (chosen.length === 0) throw new UsageError(`--only: no siege begins with ${only}`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'siege-'));
  await runProgram('docs', '--if-stale');
  const files = await filesOf(join(PROJECT, 'docs-site/dist'));
  const file = join(folder.path, 'reports.sqlite');
  const [key = ''] = await prepareDatabase(`sqlite:${file}`, 1, size.weeks);
  const rows: Row[] = [];
  let service: BesiegedService | null = null;
  try {
    for (const siege of chosen) {
      if (service === null || service.ended() !== null) {
        await service?.stop();
        service = await startBesieged(file);
        await sleep(size.warmUp);
      }
      const row = await besiege(siege, service, { port: service.port, key, files }, size);
      console.error(`${row.name}: ${row.ended ?? `${Math.round(row.times.p99)} ms`}`);
      rows.push(row);
    }
  } finally {
    await service?.stop();
  }
  return report(rows);
}

async function besiege(
  siege: Siege,
  service: BesiegedService,
  target: Target,
  { seconds, after }: typeof WHOLE,
): Promise<Row> {
  using honest = startHonestClient(`http://127.0.0.1:${target.port}`, target.key);
  await sleep(1000);
  honest.seen();
  service.forgetPeak();
  const before = service.descriptors();
  let [peak, most] = [service.peak(), before];
  const sampling = setInterval(() => {
    if (service.ended() !== null) return;
    peak = Math.max(peak, service.peak() || 0);
    most = Math.max(most, service.descriptors());
  }, SAMPLED_EVERY);
  const responses = await attack(siege, target, seconds);
  const { times, failures } = honest.seen();
  await sleep(after);
  clearInterval(sampling);
  const ended = service.ended();
  const ordered = times.toSorted((a, b) => a - b);
  const quantile = (part: number) => ordered[Math.floor(ordered.length * part)] ?? Number.NaN;
  return {
    name: siege.name,
    ended,
    peak,
    responses,
    failures,
    descriptors: { before, most, after: ended === null ? service.descriptors() : null },
    times: { p50: quantile(0.5), p99: quantile(0.99) },
  };
}

/** Runs the attackers as a process of the lowest priority: on other machines, they would not take the processor from the service. */
async function attack({ name }: Siege, target: Target, seconds: number): Promise<Row['responses']> {
  const script = fileURLToPath(new URL('attackers.ts', import.meta.url));
  const child = fork(script, [name, String(seconds), JSON.stringify(target)]);
  setPriority(child.pid as number, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the attackers ended early, with ${code}`);
  });
  const [responses] = await Promise.race([once(child, 'message'), ended]);
  return responses as Row['responses'];
}

/** The paths of everything that is served as it is, the largest first. */
async function filesOf(site: string): Promise<readonly string[]> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name));
  const sized = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      return { path: `/docs${file.slice(site.length)}`, size: (await stat(file)).size };
    }),
  );
  const documentation = sized.toSorted((a, b) => b.size - a.size).map(({ path }) => path);
  return [...documentation, '/', '/explorer.js', '/openapi.json', '/openapi.yaml', '/badge.svg', '/embed'];
}
