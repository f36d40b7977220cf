/**
 * What one heavy client does to all others: a key asks for the largest responses, four at a time, or visitors of a public page for
 * what nobody has computed yet, while other keys ask for the status at half the rate that the service can serve. As a control, the same
 * client asks a second service on the same machine: what that does to the status comes from the machine and not from the service.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tools/testing/free-port.ts';
import { type History, makeHistory, NOW } from '../data/history.ts';
import { applyLoad } from '../load.ts';
import { type BenchResult, machine, median } from '../result.ts';
import { type Server, startService } from '../serving/servers.ts';
import { HEAVY, type HeavyKind, startHeavyClient, timeOf, VISITS } from './heavy-client.ts';

const AIMS = {
  p99Ratio: 1.5,
  p99: 50,
  stall: 20,
  memory: 64,
  firstByte: 100,
  sixtyMegabytes: 1000,
  slower: 1,
};
/** Half of the heavy client's requests are on their way before the measurement starts. */
const SETTLE = 1000;
const ROUNDS = 3;
const ALONE = 'nothing else';
/** More than the service trains its model after its first start on a database, in milliseconds. */
const TRAINING = 20_000;

export interface FairnessOptions {
  readonly reports: number;
  readonly seconds: number;
  /** Another checkout of this project, with its packages installed, to compare with; null for none. */
  readonly before: string | null;
}

export async function bench({ reports, seconds, before }: FairnessOptions): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'fairness-'));
  try {
    const history = await makeHistory(join(folder, 'fairness.sqlite'), reports);
    const ours = await measure(history, seconds, folder);
    const theirs = before === null ? null : await measure(history, seconds, folder, before, ours.rate);
    return report(ours, theirs, reports);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Of the event loop, in milliseconds. */
interface Stall {
  readonly longest: number;
  /** The most processor time within one turn of the loop: what is left of a delay when nothing else competes for the processor. */
  readonly computing: number;
}

interface Interference {
  readonly kind: HeavyKind | typeof ALONE;
  /** Whether a second service responds to the heavy client. */
  readonly isControl: boolean;
  /** Of the status, in milliseconds, per round. */
  readonly p99: readonly number[];
  readonly requestsPerSecond: number;
  readonly stall: Stall;
  /** In MB. */
  readonly memory: number;
  readonly complete: number;
  readonly failed: number;
}

/** Milliseconds. */
interface HeavyTime {
  readonly target: string;
  readonly firstByte: number;
  readonly total: number;
  readonly megabytes: number;
}

interface Measured {
  /** Milliseconds of the first status after the first start on the database. */
  readonly firstStatus: number;
  /** Requests per second for the status. */
  readonly rate: number;
  readonly interference: readonly Interference[];
  readonly heavy: readonly HeavyTime[];
}

async function measure(
  history: History,
  seconds: number,
  folder: string,
  project?: string,
  /** By default half of what the service serves. */
  givenRate?: number,
): Promise<Measured> {
  const delayFile = join(folder, 'loop-delay.json');
  // Other checkouts may have no public page.
  const isOurs = project === undefined;
  const port = String(await freePort());
  const publicUrl = ['--port', port, '--public-url', `http://127.0.0.1:${port}`];
  const publicPage = isOurs ? ['--public-page', '--trust-proxy', 'loopback', ...publicUrl] : [];
  const settings = ['--as-of', NOW, '--time-zone', 'UTC', ...publicPage];
  const service = await startService(history.file, settings, project, {
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('loop-delay.mjs', import.meta.url))}`,
    LOOP_DELAY_FILE: delayFile,
  });
  const second = isOurs ? await startService(history.file, settings) : null;
  try {
    const status = `${service.url}/api/v1/status`;
    const headers = { Authorization: `Token ${history.key}` };
    const firstStatus = await timeOf(service.url, history.key, 'status');
    await sleep(TRAINING);
    const heavy = await heavyTimes(service.url, history.key);
    const full = () => applyLoad({ url: status, headers, connections: 64, seconds });
    const rate = givenRate ?? (await full()).requestsPerSecond / 2;
    const half = { url: status, headers, ...(await atRate(rate, folder)) };
    const loopDelay = async (): Promise<Stall> => {
      service.signal('SIGUSR2');
      await sleep(100);
      return JSON.parse(await readFile(delayFile, 'utf8')) as Stall;
    };
    const interference: Interference[] = [];
    const kinds = (Object.keys(HEAVY) as HeavyKind[]).filter((kind) => isOurs || !(kind in VISITS));
    const measureAt = async (kind: Interference['kind'], target: Server): Promise<void> => {
      const isControl = target !== service;
      console.error(isControl ? `${kind}, from a second service` : kind);
      const load = () => applyLoad({ ...half, seconds });
      interference.push({
        ...{ kind, isControl },
        ...(await interferenceOf(kind, target, service, history.key, load, loopDelay)),
      });
    };
    // The first rounds after a start are slower.
    await full();
    await measureAt(ALONE, service);
    for (const kind of kinds) {
      await measureAt(kind, service);
      if (second !== null && !(kind in VISITS)) await measureAt(kind, second);
    }
    return { firstStatus: firstStatus.total, rate, interference, heavy };
  } finally {
    await service.stop();
    await second?.stop();
  }
}

async function interferenceOf(
  kind: Interference['kind'],
  /** The service that the heavy client sends requests to. */
  target: Server,
  service: Server,
  key: string,
  load: () => ReturnType<typeof applyLoad>,
  loopDelay: () => Promise<Stall>,
): Promise<Omit<Interference, 'kind' | 'isControl'>> {
  const client = kind === ALONE ? null : startHeavyClient(target.url, key, kind);
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, service.memory());
  }, 200);
  await sleep(SETTLE);
  await loopDelay();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await load());
  const stall = await loopDelay();
  clearInterval(sampling);
  const { complete, failed } = (await client?.stop()) ?? { complete: 0, failed: 0 };
  return {
    p99: rounds.map(({ p99 }) => p99),
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    stall,
    memory,
    complete,
    failed: failed + rounds.reduce((sum, round) => sum + round.failed, 0),
  };
}

/** Connections that pause after each response, so that together they make about this many requests per second. */
async function atRate(
  requestsPerSecond: number,
  folder: string,
): Promise<{ readonly connections: number; readonly script: string }> {
  const pause = 4;
  const script = join(folder, 'pause.lua');
  await writeFile(script, `function delay() return ${pause} end\n`);
  return { connections: Math.round((requestsPerSecond * pause) / 1000), script };
}

async function heavyTimes(url: string, key: string): Promise<readonly HeavyTime[]> {
  const year = (shift: number) => {
    const until = Temporal.PlainDate.from('2026-11-18').subtract({ days: shift });
    return `since=${until.subtract({ days: 364 })}&until=${until}`;
  };
  const targets = {
    "a year's chart": (n: number) => `chart?${year(n)}`,
    'an export of a year': (n: number) => `export.csv?${year(n)}`,
    'patterns of a year': (n: number) => `patterns?${year(n)}`,
    'highlights of 60 days': (n: number) => `highlights?days=${60 - n}`,
  };
  const times: HeavyTime[] = [];
  for (const [target, pathOf] of Object.entries(targets)) {
    const runs = [];
    for (let run = 0; run < 5; run += 1) runs.push(await timeOf(url, key, pathOf(run)));
    times.push({
      target,
      firstByte: median(runs.map(({ firstByte }) => firstByte)),
      total: median(runs.map(({ total }) => total)),
      megabytes: median(runs.map(({ megabytes }) => megabytes)),
    });
  }
  return times;
}

function report(ours: Measured, theirs: Measured | null, reports: number): BenchResult {
  const missed: string[] = [];
  const must = (name: string, value: number, most: number): void => {
    if (value > most) missed.push(`${name}: ${value.toFixed(2)}, the aim is at most ${most}`);
  };
  const rowsOf = ({ interference }: Measured, title: string): readonly string[] => {
    const [alone] = interference as [Interference];
    return interference.map((row) => {
      const ratio = median(row.p99) / median(alone.p99);
      const more = row.memory - alone.memory;
      if (title === 'ours' && row !== alone && !row.isControl) {
        must(`${row.kind}, p99 of status to its value alone`, ratio, AIMS.p99Ratio);
        must(`${row.kind}, p99 of status in ms`, median(row.p99), AIMS.p99);
        must(`${row.kind}, longest stall in ms`, row.stall.longest, AIMS.stall);
        must(`${row.kind}, more memory in MB`, more, AIMS.memory);
        must(`${row.kind}, failed`, row.failed, 0);
      }
      const from = row.isControl ? 'a second service' : title;
      return `| ${from} | ${row.kind} | ${ratio.toFixed(2)} | ${median(row.p99).toFixed(2)} | ${Math.round(row.requestsPerSecond)} | ${row.stall.longest.toFixed(1)} | ${row.stall.computing.toFixed(1)} | ${more} | ${row.complete} | ${row.failed} |`;
    });
  };
  must('the first status after the first start, in ms', ours.firstStatus, AIMS.firstByte);
  for (const [index, { target, total, firstByte, megabytes }] of ours.heavy.entries()) {
    const before = theirs?.heavy[index];
    if (before !== undefined)
      must(`${target}, time to the service before`, total / before.total, AIMS.slower);
    if (index > 0) continue;
    must(`${target}, first byte in ms`, firstByte, AIMS.firstByte);
    must(`${target}, ms for 60 MB`, (total / megabytes) * 60, AIMS.sixtyMegabytes);
  }
  const times = ours.heavy.map(({ target, firstByte, total, megabytes }, index) => {
    const before = theirs?.heavy[index];
    const cells = [firstByte, total, before?.firstByte, before?.total].map((each) => each?.toFixed(1) ?? '–');
    return `| ${target} | ${megabytes.toFixed(1)} | ${cells.join(' | ')} |`;
  });
  const table = [
    `${reports} reports; the status at half of what the service serves, medians of ${ROUNDS} rounds; ${machine()}`,
    '',
    '| service | one key requests | p99 of status to its value alone | p99 ms | requests/s | longest stall ms | most computing in a turn ms | MB more | complete | failed |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rowsOf(ours, 'ours'),
    ...(theirs === null ? [] : rowsOf(theirs, 'before')),
    '',
    `First status after the first start on the database: ${ours.firstStatus.toFixed(0)} ms${theirs === null ? '' : `, before: ${theirs.firstStatus.toFixed(0)} ms`}.`,
    '',
    '| alone | MB | first byte ms | whole ms | before: first byte | before: whole |',
    '|---|---|---|---|---|---|',
    ...times,
  ].join('\n');
  return { table, figures: { machine: machine(), reports, ours, theirs }, missed };
}
