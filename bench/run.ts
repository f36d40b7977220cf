/**
 * `npm run bench -- NAME`: runs a benchmark and prints its tables.
 *
 * - `--smoke` takes seconds: the smallest size, the same code.
 * - `--write` puts the tables of a whole run into `bench/RESULTS.md`, with this machine and the day.
 * - `--check` exits with 1 if an aim is missed, and `--json FILE` writes the figures.
 * - `--only NAME` measures a part: of `serving` names such as `status,mix`, of `siege` the beginning of a siege's name.
 * - `estimates` takes `--counts FILE` (real counts as CSV, plain or gzipped) and `--time-zone NAME`, `gate` takes `--sample N`,
 *   `--seed NUMBER` and `--workers N`.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BenchResult, UsageError } from './result.ts';
import { writeResults } from './results-page.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'string' },
    only: { type: 'string' },
    counts: { type: 'string' },
    'time-zone': { type: 'string', default: 'America/Los_Angeles' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
const { smoke: isSmoke, only = null } = values;

const BENCHES: Readonly<Record<string, () => Promise<BenchResult>>> = {
  data: async () => (await import('./data/data.bench.ts')).bench({ isSmoke }),
  estimates: async () =>
    (await import('./estimates/estimates.bench.ts')).bench({
      isSmoke,
      counts: values.counts ?? null,
      timeZone: values['time-zone'],
    }),
  gate: async () =>
    (await import('./gate/gate.bench.ts')).bench({
      sample: isSmoke ? 2 : values.sample === undefined ? null : Number(values.sample),
      seed: Number(values.seed),
      workers: isSmoke ? 1 : Number(values.workers),
    }),
  reporting: async () => (await import('./reporting/reporting.bench.ts')).bench({ isSmoke }),
  scale: async () => (await import('./scale/scale.bench.ts')).bench({ isSmoke }),
  serving: async () => (await import('./serving/serving.bench.ts')).bench({ isSmoke, only }),
  siege: async () => (await import('./siege/siege.bench.ts')).bench({ isSmoke, only }),
};

const [name = ''] = positionals;
const run = BENCHES[name];
if (run === undefined || positionals.length > 1) {
  console.error(
    `usage: npm run bench -- NAME [--smoke | --write] [--check] [--json FILE]\nNAME is one of: ${Object.keys(BENCHES).join(', ')}`,
  );
  process.exit(2);
}
try {
  if (values.write && (isSmoke || only !== null || values.sample !== undefined))
    throw new UsageError('--write takes whole runs');
  const { table, figures, missed } = await run();
  console.log(`\n${table}`);
  for (const aim of missed) console.log(`missed: ${aim}`);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  if (values.write) await writeResults(name, table, missed);
  process.exit(values.check && missed.length > 0 ? 1 : 0);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(2);
}
