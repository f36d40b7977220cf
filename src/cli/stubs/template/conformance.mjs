/**
 * `npm run conformance`: runs the conformance gate of the Queue Headcount kit on this service, which must be running.
 * Passes its options on to the gate (`npm run conformance -- --help` lists them). HEADCOUNT_KIT names the folder of the kit; by
 * default it is the one that generated this project. The key is HEADCOUNT_API_KEY, or else the first of API_KEYS.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROJECT = import.meta.dirname;
const recorded = readJson(join(PROJECT, 'headcount.json'));
const kit = resolve(process.env.HEADCOUNT_KIT ?? resolve(PROJECT, recorded.kit));
if (!existsSync(join(kit, 'package.json'))) {
  console.error(`There is no kit at ${kit}. Run npm ci, or set HEADCOUNT_KIT to the folder of the kit.`);
  process.exit(2);
}

const url = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const key = process.env.HEADCOUNT_API_KEY ?? process.env.API_KEYS?.split(',')[0]?.trim();

// The kit includes the Node.js that it runs on.
const node = join(kit, 'node_modules/.bin/node');
const program = join(kit, readJson(join(kit, 'package.json')).bin.headcount);
const { status, error } = spawnSync(
  existsSync(node) ? node : process.execPath,
  // Of options that are given twice, the last one counts.
  [program, 'conformance', '--url', url, '--form', String(recorded.form), ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, ...(key && { HEADCOUNT_API_KEY: key }) } },
);
if (error) console.error(error.message);
process.exitCode = status ?? 4;

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
