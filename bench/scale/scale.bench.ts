/** How far one program goes: two hundred venues in one process, and three processes on one PostgreSQL database. */
import { copyFile, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad, type LoadResult } from '../load.ts';
import { type BenchOptions, type BenchResult, median, tableOf } from '../result.ts';
import { prepareDatabase, type Server, startService } from '../servers.ts';
import { measureNodes } from './nodes.ts';

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

export async function bench({ isSmoke }: BenchOptions): Promise<BenchResult> {
  const venues = await measureVenues(isSmoke);
  const nodes = await measureNodes(isSmoke);
  return {
    table: `${venues.table}\n\n${nodes.table}`,
    figures: { venues: venues.figures, ...nodes.figures },
    missed: [...venues.missed, ...nodes.missed],
  };
}

/** A service under test: of one venue, or of all. */
interface Subject {
  readonly server: Server;
  readonly paths: readonly string[];
  /** From the start to the first response. */
  readonly seconds: number;
  /** The loads without and with pauses. */
  readonly loads: readonly [LoadResult[], LoadResult[]];
}

/** Compares two hundred venues in one process with one venue, on the same data. */
async function measureVenues(isSmoke: boolean): Promise<BenchResult> {
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
  const row = (what: string, digits: number, of: (subject: Subject) => number) => [
    what,
    of(one).toFixed(digits),
    of(all).toFixed(digits),
  ];
  const medianOf =
    (kind: 0 | 1, figure: keyof LoadResult) =>
    ({ loads }: Subject) =>
      median(loads[kind].map((load) => load[figure]));
  const slower = medianOf(1, 'p99')(all) / medianOf(1, 'p99')(one);
  const rows = [
    row('from the start to the first response, s', 1, (subject) => subject.seconds),
    row('memory with all models, MB', 0, ({ server }) => server.memory()),
    row('status, requests/s', 0, medianOf(0, 'requestsPerSecond')),
    row('status, p99 ms', 1, medianOf(0, 'p99')),
    row('status with pauses, requests/s', 0, medianOf(1, 'requestsPerSecond')),
    row('status with pauses, p99 ms', 2, medianOf(1, 'p99')),
  ];
  return {
    table: tableOf([`${CLIENTS} connections`, 'one venue', `${venues} venues`], rows),
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
