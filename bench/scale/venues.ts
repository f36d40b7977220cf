/** What two hundred venues in one process cost, compared with one venue, on the same data. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad, type LoadResult } from '../load.ts';
import { type BenchResult, median, tableOf } from '../result.ts';
import { prepareDatabase } from '../serving/prepare.ts';
import { type Server, startService } from '../serving/servers.ts';

const WHOLE = { venues: 200, rounds: 5, seconds: 4, weeks: 8 };
const SMOKE = { venues: 3, rounds: 1, seconds: 1, weeks: 1 };
const CLIENTS = 16;
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

/** The service of one venue, and that of all. */
const WHICH = ['one', 'all'] as const;
type Each<Value> = Readonly<Record<(typeof WHICH)[number], Value>>;

export async function measureVenues(isSmoke: boolean): Promise<BenchResult> {
  const { venues, rounds, seconds, weeks } = isSmoke ? SMOKE : WHOLE;
  const folder = await mkdtemp(join(tmpdir(), 'venues-'));
  const servers: Server[] = [];
  try {
    const file = join(folder, 'accounts.sqlite');
    const [key = ''] = await prepareDatabase(file, 1, weeks);
    await mkdir(join(folder, 'venues'));
    const ids = Array.from({ length: venues }, (_, n) => `v${n}`);
    for (const id of ids) await copyFile(file, join(folder, 'venues', `${id}.sqlite`));
    const list = join(folder, 'venues.yaml');
    await writeFile(list, ids.map((id) => `${id}:\n`).join(''));
    const headers = { Authorization: `Token ${key}` };
    const start = async (settings: readonly string[], path: string) => {
      const begun = performance.now();
      const server = await startService(file, settings);
      servers.push(server);
      await fetch(`${server.url}/${path}api/v1/status`, { headers });
      return { server, seconds: (performance.now() - begun) / 1000 };
    };
    const started = { one: await start([], ''), all: await start(['--venues', list], 'v0/') };
    // The models train one after the other.
    await untilTrained(started.all.server);
    const load = async (which: keyof Each<unknown>, pause: number) => {
      const lua = join(folder, `${which}-${pause}.lua`);
      await writeFile(lua, script(which === 'one' ? 1 : venues, pause));
      const { url } = started[which].server;
      const result = await applyLoad({ url, headers, script: lua, connections: CLIENTS, seconds });
      if (result.failed > 0) throw new Error('requests failed');
      return result;
    };
    const loads = { full: { one: [], all: [] }, paced: { one: [], all: [] } } as Record<
      'full' | 'paced',
      Record<keyof Each<unknown>, LoadResult[]>
    >;
    for (let round = 0; round <= rounds; round += 1) {
      for (const [kind, pause] of [
        ['full', 0],
        ['paced', PAUSE],
      ] as const)
        for (const which of WHICH) {
          const result = await load(which, pause);
          // The first round only warms up.
          if (round > 0) loads[kind][which].push(result);
        }
    }
    const each = (of: (which: keyof Each<unknown>) => number): Each<number> => ({
      one: of('one'),
      all: of('all'),
    });
    const medians = (kind: keyof typeof loads, name: keyof LoadResult) =>
      each((which) => median(loads[kind][which].map((result) => result[name])));
    const figures = {
      start: each((which) => started[which].seconds),
      memory: each((which) => started[which].server.memory()),
      rate: medians('full', 'requestsPerSecond'),
      p99: medians('full', 'p99'),
      pacedRate: medians('paced', 'requestsPerSecond'),
      pacedP99: medians('paced', 'p99'),
    };
    const row = (what: string, { one, all }: Each<number>, digits = 0) => [
      what,
      one.toFixed(digits),
      all.toFixed(digits),
    ];
    const ratio = figures.pacedP99.all / figures.pacedP99.one;
    return {
      table: tableOf(
        [`${CLIENTS} connections`, 'one venue', `${venues} venues`],
        [
          row('from the start to the first response, s', figures.start, 1),
          row('memory with all models, MB', figures.memory),
          row('status, requests/s', figures.rate),
          row('status, p99 ms', figures.p99, 1),
          row('status with pauses, requests/s', figures.pacedRate),
          row('status with pauses, p99 ms', figures.pacedP99, 2),
        ],
      ),
      figures,
      missed: [
        ...(figures.start.all > AIMS.start ? [`${venues} venues start within ${AIMS.start} s`] : []),
        ...(figures.memory.all > AIMS.memory ? [`${venues} venues take at most ${AIMS.memory} MB`] : []),
        ...(ratio > AIMS.p99 ? [`${venues} venues have at most ${AIMS.p99} times the p99 of one`] : []),
      ],
    };
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
