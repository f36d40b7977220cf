/** What two hundred venues in one process cost, compared with one venue, on the same data. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad, type LoadResult } from '../load.ts';
import { type BenchResult, machine, median } from '../result.ts';
import { prepareDatabase } from '../serving/prepare.ts';
import { type Server, startService } from '../serving/servers.ts';

const VENUES = 200;
const CLIENTS = 16;
const SECONDS = 4;
const ROUNDS = 5;
/** Of all venues together, in megabytes and seconds; how much slower a status may be at the same rate. */
const AIMS = { memory: 1024, start: 5, p99: 1.5 };

/** The longest pause of a connection after a response, in milliseconds: the rate is then about the same, whatever it asks. */
const PAUSE = 7;

/** Requests of all venues in turns; with one, its status only. */
const script = (count: number, pause: number) => `
local n = 0
function request()
  n = (n + 1) % ${count}
  return wrk.format(nil, ${count === 1 ? '"/api/v1/status"' : '"/v" .. n .. "/api/v1/status"'})
end
${pause === 0 ? '' : `function delay() return math.random(0, ${pause}) end`}
`;

type Which = 'one' | 'all';

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
    const load = async (which: Which, pause = 0) => {
      const lua = join(folder, `${which}-${pause}.lua`);
      await writeFile(lua, script(which === 'one' ? 1 : VENUES, pause));
      const { url } = { one, all }[which].server;
      return applyLoad({ url, headers, script: lua, connections: CLIENTS, seconds: SECONDS });
    };
    // The first round only warms up.
    for (const which of ['one', 'all'] as const) await load(which);
    const results = { full: { one: [], all: [] }, paced: { one: [], all: [] } } as Results;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const which of ['one', 'all'] as const) results.full[which].push(await load(which));
      for (const which of ['one', 'all'] as const) results.paced[which].push(await load(which, PAUSE));
    }
    const failed = Object.values(results).flatMap((each) =>
      [...each.one, ...each.all].map((one) => one.failed),
    );
    if (failed.some((count) => count > 0)) throw new Error('requests failed');
    const heavy = {
      one: await besideHeavyReader(`${one.server.url}/api/v1`, headers, () => load('one')),
      all: await besideHeavyReader(`${all.server.url}/v0/api/v1`, headers, () => load('all')),
    };
    const figures = {
      startOne: one.seconds,
      startAll: all.seconds,
      memoryOne: one.server.memory(),
      memoryAll: all.server.memory(),
      full: mediansOf(results.full),
      paced: mediansOf(results.paced),
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
    // Long enough that it gets some time beside other programs.
    await sleep(4000);
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

type Results = Record<'full' | 'paced', Record<Which, LoadResult[]>>;

interface Medians {
  readonly p99: Readonly<Record<Which, number>>;
  readonly rate: Readonly<Record<Which, number>>;
}

function mediansOf({ one, all }: Record<Which, LoadResult[]>): Medians {
  const of = (name: 'p99' | 'requestsPerSecond') => ({
    one: median(one.map((result) => result[name])),
    all: median(all.map((result) => result[name])),
  });
  return { p99: of('p99'), rate: of('requestsPerSecond') };
}

interface Figures {
  readonly startOne: number;
  readonly startAll: number;
  readonly memoryOne: number;
  readonly memoryAll: number;
  readonly full: Medians;
  readonly paced: Medians;
  readonly heavy: Readonly<Record<Which, number>>;
}

function tableOf({ startOne, startAll, memoryOne, memoryAll, full, paced, heavy }: Figures): string {
  const row = (what: string, { one, all }: Readonly<Record<Which, number>>, digits = 1) =>
    `| ${what} | ${one.toFixed(digits)} | ${all.toFixed(digits)} |`;
  return [
    `Eight simulated weeks a venue, SQLite; ${CLIENTS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s, in turns; ${machine()}`,
    '',
    `| | one venue | ${VENUES} venues |`,
    '|---|---|---|',
    row('from the start to the first response, s', { one: startOne, all: startAll }),
    row('memory with all models, MB', { one: memoryOne, all: memoryAll }, 0),
    row('status, requests/s', full.rate, 0),
    row('status, p99 ms', full.p99),
    row('status with pauses, requests/s', paced.rate, 0),
    row('status with pauses, p99 ms', paced.p99, 2),
    row('status beside three heavy readers of one venue, p99 ms', heavy),
  ].join('\n');
}

function missedOf({ startAll, memoryAll, paced }: Figures): readonly string[] {
  const ratio = paced.p99.all / paced.p99.one;
  return [
    ...(startAll > AIMS.start ? [`start in ${startAll.toFixed(1)} s; the aim is ${AIMS.start}`] : []),
    ...(memoryAll > AIMS.memory ? [`${memoryAll} MB; the aim is ${AIMS.memory}`] : []),
    ...(ratio > AIMS.p99 ? [`a p99 of ${ratio.toFixed(1)} times; the aim is ${AIMS.p99}`] : []),
  ];
}
