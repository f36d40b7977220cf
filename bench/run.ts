/**
 * `npm run bench -- NAME [--check] [--json FILE]`: runs a benchmark and its peers. `--check` exits with 1 when an aim is missed.
 * `estimates` also takes `--counts FILE` (real counts as CSV, plain or gzipped), `--time-zone NAME`, `--seed TEXT`, `--tuning` (the
 * half of the real counts that is for tuning), `--held-out` or `--final` (venues that parameters were not tuned on) and `--only
 * TEXT` (the rows with this text in their title); `serving` takes `--before FOLDER` (another checkout to compare with), `--seconds N`,
 * `--rounds N` and `--only NAMES` (such as `status,mix`); `siege` takes `--before FOLDER` (another checkout to attack instead),
 * `--only NAME` (the beginning of a siege's name) and `--seconds N`; `gate-own` takes `--data FILE` (reports, as `headcount import` reads them);
 * `reporting` takes `--only attacks` or `--only speed`; `gate` takes `--sample N` with `--seed NUMBER`, `--workers N` and `--only NAME` (one of the gates).
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchResult, UsageError } from './result.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    json: { type: 'string' },
    counts: { type: 'string' },
    data: { type: 'string' },
    'time-zone': { type: 'string', default: 'America/Los_Angeles' },
    seed: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    final: { type: 'boolean', default: false },
    tuning: { type: 'boolean', default: false },
    before: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    sample: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});

/** The sample of a corpus: its size, null for all of it, and its seed. */
const sample = {
  sample: values.sample === undefined ? null : Number(values.sample),
  seed: Number(values.seed ?? 1),
};

const BENCHES: Readonly<Record<string, () => Promise<BenchResult>>> = {
  estimates: async () =>
    (await import('./estimates/estimates.bench.ts')).bench({
      counts: values.counts ?? null,
      timeZone: values['time-zone'],
      seed: values.seed ?? 'figures',
      family: values.final ? 'final' : values['held-out'] ? 'held-out' : 'tuning',
      part: values.tuning ? 'tuning' : 'evaluation',
      only: values.only ?? null,
    }),
  data: async () => (await import('./data/data.bench.ts')).bench(),
  gate: async () =>
    (await import('./gate/gate.bench.ts')).bench(sample, Number(values.workers), values.only ?? null),
  'gate-own': async () => (await import('./gate-own/gate-own.bench.ts')).bench({ data: values.data ?? null }),
  nodes: async () => (await import('./nodes/nodes.bench.ts')).bench(),
  reporting: async () => (await import('./reporting/reporting.bench.ts')).bench(values.only ?? null),
  serving: async () =>
    (await import('./serving/serving.bench.ts')).bench({
      before: values.before === undefined ? null : resolve(values.before),
      only: values.only?.split(',') ?? null,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds ?? 4),
    }),
  siege: async () =>
    (await import('./siege/siege.bench.ts')).bench({
      only: values.only ?? null,
      seconds: Number(values.seconds ?? 10),
      before: values.before === undefined ? null : resolve(values.before),
    }),
  venues: async () => (await import('./venues/venues.bench.ts')).bench(),
};

const [name = ''] = positionals;
const run = BENCHES[name];
if (run === undefined || positionals.length > 1) {
  console.error(
    `usage: npm run bench -- NAME [--check] [--json FILE]\nNAME is one of: ${Object.keys(BENCHES).join(', ')}`,
  );
  process.exit(2);
}
const result = await run().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(2);
});
console.log(`\n${result.table}`);
for (const aim of result.missed) console.log(`missed: ${aim}`);
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result.figures, null, 2)}\n`);
process.exit(values.check && result.missed.length > 0 ? 1 : 0);
