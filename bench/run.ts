/** `npm run bench -- NAME [--check] [--json FILE]`: one benchmark beside its peers, measured in the same run. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { BenchResult } from './result.ts';

const BENCHES: Readonly<Record<string, () => Promise<BenchResult>>> = {
  gate: async () => (await import('./gate/gate.bench.ts')).bench(),
  nodes: async () => (await import('./nodes/nodes.bench.ts')).bench(),
  serving: async () => (await import('./serving/serving.bench.ts')).bench(),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const [name = ''] = positionals;
const run = BENCHES[name];
if (run === undefined || positionals.length > 1) {
  console.error(
    `usage: npm run bench -- NAME [--check] [--json FILE]\nNAME is one of: ${Object.keys(BENCHES).join(', ')}`,
  );
  process.exit(2);
}
const result = await run();
console.log(`\n${result.table}`);
for (const aim of result.missed) console.log(`missed: ${aim}`);
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result.figures, null, 2)}\n`);
process.exit(values.check && result.missed.length > 0 ? 1 : 0);
