/** What two hundred venues in one process cost, compared with one venue, on the same data. */
import { copyFile, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad, type LoadResult } from '../load.ts';
import { type BenchResult, median, tableOf } from '../result.ts';
import { prepareDatabase, type Server, startService } from '../servers.ts';

const WHOLE = { venues: 200, rounds: 5, seconds: 4, weeks: 8 };
const SMOKE = { venues: 3, rounds: 1, seconds: 1, weeks: 1 };
const CLIENTS = 16;
/** Of all venues together, in megabytes and seconds; how much slower a status may be at the same rate. */
const AIMS = { memory: 1024, start: 5, p99: 1.5 };

/**
 * The longest pauses of a connection after a response, in milliseconds: with one, the rate is about the same, whatever the service has to
 * do.
 */
const PAUSES = [0, 7] as const;

/** A script that requests the status at each path in turns. */
const script = (paths: readonly string[], pause: number) => `
local paths = { ${paths.map((path) => `"${path}"`).join(', ')} }
local n = 0
function request()
  n = n % #paths + 1
  return wrk.format(nil, paths[n])
end
${pause === 0 ? '' : `function delay() return math.random(0, ${pause}) end`}
`;

/** A service under test: of one venue, or of all. */
interface Subject {
  readonly server: Server;
  readonly paths: readonly string[];
  /** From the start to the first response. */
  readonly seconds: number;
  /** The loads without and with pauses. */
  readonly loads: readonly [LoadResult[], LoadResult[]];
}

export async function measureVenues(isSmoke: boolean): Promise<BenchResult> {
  const { venues, rounds, seconds, weeks } = isSmoke ? SMOKE : WHOLE;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'venues-'));
  await using servers = new AsyncDisposableStack();
  const path = (name: string) => join(folder.path, name);
  const [key = ''] = await prepareDatabase(`sqlite:${path('accounts.sqlite')}`, 1, weeks);
  await mkdir(path('venues'));
  const ids = Array.from({ length: venues }, (_, n) => `v${n}`);
  for (const id of ids) await copyFile(path('accounts.sqlite'), path(`venues/${id}.sqlite`));
  await writeFile(path('venues.yaml'), ids.map((id) => `${id}:\n`).join(''));
  const headers = { Authorization: `Token ${key}` };
  const start = async (paths: readonly string[], ...settings: readonly string[]): Promise<Subject> => {
    const begun = performance.now();
    const server = servers.use(await startService(`sqlite:${path('accounts.sqlite')}`, ...settings));
    await fetch(server.url + paths[0], { headers });
    return { server, paths, seconds: (performance.now() - begun) / 1000, loads: [[], []] };
  };
  const one = await start(['/api/v1/status']);
  const all = await start(
    ids.map((id) => `/${id}/api/v1/status`),
    '--venues',
    path('venues.yaml'),
  );
  await untilTrained(all.server);
  for (let round = 0; round <= rounds; round += 1)
    for (const [kind, pause] of PAUSES.entries())
      for (const { server, paths, loads } of [one, all]) {
        await writeFile(path('requests.lua'), script(paths, pause));
        const given = { headers, script: path('requests.lua'), connections: CLIENTS, seconds };
        const result = await applyLoad({ url: server.url, ...given });
        if (result.failed > 0) throw new Error('requests failed');
        // The first round only warms up.
        if (round > 0) loads[kind]?.push(result);
      }
  const rowOf = (what: string, digits: number, of: (subject: Subject) => number) => ({
    what,
    digits,
    one: of(one),
    all: of(all),
  });
  const rows = [
    rowOf('from the start to the first response, s', 1, (subject) => subject.seconds),
    rowOf('memory with all models, MB', 0, ({ server }) => server.memory()),
    rowOf('status, requests/s', 0, ({ loads }) => median(loads[0].map((load) => load.requestsPerSecond))),
    rowOf('status, p99 ms', 1, ({ loads }) => median(loads[0].map(({ p99 }) => p99))),
    rowOf('status with pauses, requests/s', 0, ({ loads }) =>
      median(loads[1].map((load) => load.requestsPerSecond)),
    ),
    rowOf('status with pauses, p99 ms', 2, ({ loads }) => median(loads[1].map(({ p99 }) => p99))),
  ];
  const slower = (rows.at(-1)?.all ?? 0) / (rows.at(-1)?.one ?? 0);
  return {
    table: tableOf(
      [`${CLIENTS} connections`, 'one venue', `${venues} venues`],
      rows.map(({ what, digits, one, all }) => [what, one.toFixed(digits), all.toFixed(digits)]),
    ),
    figures: rows,
    missed: [
      all.seconds > AIMS.start ? `${venues} venues start within ${AIMS.start} s` : '',
      all.server.memory() > AIMS.memory ? `${venues} venues take at most ${AIMS.memory} MB` : '',
      slower > AIMS.p99 ? `${venues} venues have at most ${AIMS.p99} times the p99 of one` : '',
    ].filter((aim) => aim !== ''),
  };
}

/** The models train one after the other; the processor is idle when nothing trains. */
async function untilTrained(server: Server): Promise<void> {
  for (let before = 0, now = server.processorTime(); now - before > 100_000; now = server.processorTime()) {
    before = now;
    // Long enough that it gets some time beside other programs.
    await sleep(4000);
  }
}
