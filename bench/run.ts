/**
 * `npm run bench -- NAME`: runs a benchmark and prints its tables.
 *
 * - `--smoke` takes seconds: the smallest size, the same code.
 * - `--write` puts the tables of a whole run into `bench/RESULTS.md`, with this machine and the day.
 * - `--check` exits with 1 if an aim was missed.
 * - `--json FILE` writes the figures. `scale/capacity.ts` reads the ones that `scale` wrote.
 * - `--only NAME` measures a part: of `serving` names such as `status,mix`, of `siege` the beginning of a siege's name.
 * - `estimates` takes `--counts FILE` (real counts as CSV, plain or gzipped) and `--time-zone NAME`.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BenchOptions, type BenchResult, UsageError, writeResults } from './result.ts';

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
  },
});
const { smoke: isSmoke, only = null, counts = null, 'time-zone': timeZone } = values;
const options: BenchOptions = { isSmoke, only, counts, timeZone };

const NAMES = ['data', 'estimates', 'gate', 'reporting', 'scale', 'serving', 'siege'];
const [name = ''] = positionals;
if (!NAMES.includes(name) || positionals.length > 1) {
  console.error(
    `usage: npm run bench -- NAME [--smoke | --write] [--check] [--json FILE]\nNAME is one of: ${NAMES.join(', ')}`,
  );
  process.exit(2);
}
try {
  if (values.write && (isSmoke || only !== null)) throw new UsageError('--write takes whole runs');
  const { bench } = await import(`./${name}/${name}.bench.ts`);
  const { table, figures, missed }: BenchResult = await bench(options);
  console.log(`\n${table}`);
  for (const aim of missed) console.log(`missed: ${aim}`);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  if (values.write) await writeResults(name, table, missed);
  // Threads of the gate may still run.
  process.exit(values.check && missed.length > 0 ? 1 : 0);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
