/** What two hundred venues in one process cost, compared with one venue, on the same data. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad } from '../load.ts';
import { type BenchResult, machine, median } from '../result.ts';
import { prepareDatabase } from '../serving/prepare.ts';
import { type Server, startService } from '../serving/servers.ts';

const VENUES = 200;
const CLIENTS = 16;
const SECONDS = 4;
const ROUNDS = 5;
/** Of all venues together, in megabytes and seconds; how much slower a status may be. */
const AIMS = { memory: 1024, start: 5, p99: 1.5 };

/** Requests of all venues in turns; with one, its status only. */
const script = (count: number) => `
local n = 0
function request()
  n = (n + 1) % ${count}
  return wrk.format(nil, ${count === 1 ? '"/api/v1/status"' : '"/v" .. n .. "/api/v1/status"'})
end
`;

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'venues-'));
  const servers: Server[] = [];
  try {
    const file = join(folder, 'accounts.sqlite');
    const [key = ''] = await prepareDatabase(file, 1);
    await mkdir(join(folder, 'venues'));
    const ids = Array.from({ length: VENUES }, (_, n) => `v${n}`);
    for (const id of ids) await copyFile(file, join(folder, 'venues', `${id}.sqlite`));
    const venues = join(folder, 'venues.yaml');
    await writeFile(venues, ids.map((id) => `${id}:\n`).join(''));
    const headers = { Authorization: `Token ${key}` };
    const start = async (settings: readonly string[], path: string) => {
      const begun = performance.now();
      const server = await startService(file, settings);
      servers.push(server);
      await fetch(`${server.url}/${path}api/v1/status`, { headers });
      return { server, seconds: (performance.now() - begun) / 1000 };
    };
    const one = await start([], '');
    const all = await start(['--venues', venues], 'v0/');
    // The models train one after the other.
    await untilTrained(all.server);
    const lua = { one: join(folder, 'one.lua'), all: join(folder, 'all.lua') };
    await writeFile(lua.one, script(1));
    await writeFile(lua.all, script(VENUES));
    const load = async (which: 'one' | 'all') => {
      const { url } = { one, all }[which].server;
      return applyLoad({ url, headers, script: lua[which], connections: CLIENTS, seconds: SECONDS });
    };
    const p99 = { one: [] as number[], all: [] as number[] };
    const rate = { one: [] as number[], all: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const which of ['one', 'all'] as const) {
        const result = await load(which);
        // The first round only warms up.
        if (round === 0) continue;
        p99[which].push(result.p99);
        rate[which].push(result.requestsPerSecond);
      }
    }
    const heavy = {
      one: await besideHeavyReader(`${one.server.url}/api/v1`, headers, () => load('one')),
      all: await besideHeavyReader(`${all.server.url}/v0/api/v1`, headers, () => load('all')),
    };
    const figures = {
      startOne: one.seconds,
      startAll: all.seconds,
      memoryOne: one.server.memory(),
      memoryAll: all.server.memory(),
      p99: { one: median(p99.one), all: median(p99.all) },
      rate: { one: median(rate.one), all: median(rate.all) },
      heavy,
    };
    return { table: tableOf(figures), figures, missed: missedOf(figures) };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  }
}

/** The processor is idle when nothing trains. */
async function untilTrained(server: Server): Promise<void> {
  for (let before = 0, now = server.processorTime(); now - before > 100_000; now = server.processorTime()) {
    before = now;
    await sleep(1000);
  }
}

/** The p99 of a load while a client of the same key downloads charts of eight weeks without a pause. */
async function besideHeavyReader(
  api: string,
  headers: Readonly<Record<string, string>>,
  load: () => Promise<{ readonly p99: number }>,
): Promise<number> {
  let reading = true;
  const read = async () => {
    for (let n = 0; reading; n += 1) {
      const since = Temporal.Now.instant()
        .subtract({ hours: 24 * 55, seconds: n })
        .toString();
      await (await fetch(`${api}/chart?since=${since}`, { headers })).arrayBuffer();
    }
  };
  const readers = [read(), read(), read()];
  const { p99 } = await load();
  reading = false;
  await Promise.all(readers);
  return p99;
}

interface Figures {
  readonly startOne: number;
  readonly startAll: number;
  readonly memoryOne: number;
  readonly memoryAll: number;
  readonly p99: { readonly one: number; readonly all: number };
  readonly rate: { readonly one: number; readonly all: number };
  readonly heavy: { readonly one: number; readonly all: number };
}

function tableOf({ startOne, startAll, memoryOne, memoryAll, p99, rate, heavy }: Figures): string {
  return [
    `Eight simulated weeks a venue, SQLite; ${CLIENTS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s, in turns; ${machine()}`,
    '',
    `| | one venue | ${VENUES} venues |`,
    '|---|---|---|',
    `| from the start to the first response, s | ${startOne.toFixed(1)} | ${startAll.toFixed(1)} |`,
    `| memory with all models, MB | ${memoryOne} | ${memoryAll} |`,
    `| status, requests/s | ${rate.one.toFixed(0)} | ${rate.all.toFixed(0)} |`,
    `| status, p99 ms | ${p99.one.toFixed(1)} | ${p99.all.toFixed(1)} |`,
    `| the same beside three heavy readers of one venue, p99 ms | ${heavy.one.toFixed(1)} | ${heavy.all.toFixed(1)} |`,
  ].join('\n');
}

function missedOf({ startAll, memoryAll, p99 }: Figures): readonly string[] {
  const ratio = p99.all / p99.one;
  return [
    ...(startAll > AIMS.start ? [`start in ${startAll.toFixed(1)} s; the aim is ${AIMS.start}`] : []),
    ...(memoryAll > AIMS.memory ? [`${memoryAll} MB; the aim is ${AIMS.memory}`] : []),
    ...(ratio > AIMS.p99 ? [`a p99 of ${ratio.toFixed(1)} times; the aim is ${AIMS.p99}`] : []),
  ];
}
