/**
 * Completes package-lock.json. Adds the optional packages of other platforms that npm left out: npm drops an optional dependency that its
 * registry does not have, and `npm ci` with another registry then rejects the whole lock file. Adds the integrity of packages
 * that have none, as the registry states it. `--check` writes nothing, and exits with 1 if something is missing.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type LockEntry, type LockFile, withoutIntegrity, withPlatforms } from './platforms.ts';

const FILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const lock: LockFile = JSON.parse(await readFile(FILE, 'utf8'));
const { packages, added } = withPlatforms(lock.packages);
const unproven = withoutIntegrity(packages);
if (values.check && added.length + unproven.length > 0) {
  const missing = [
    ...added.map((name) => `${name}, a package of another platform`),
    ...unproven.map((path) => `the integrity of ${path}`),
  ];
  console.error(`package-lock.json lacks, run \`npm run lock\`:\n  ${missing.join('\n  ')}`);
  process.exitCode = 1;
} else if (added.length + unproven.length > 0) {
  const proven = await Promise.all(
    unproven.map(async (path) => [path, await withIntegrity(path, packages[path] ?? {})] as const),
  );
  const complete = { ...packages, ...Object.fromEntries(proven) };
  await writeFile(FILE, `${JSON.stringify({ ...lock, packages: complete }, null, 2)}\n`);
  console.log(`added ${added.length} packages of other platforms, and ${unproven.length} integrities`);
}

/** The entry as npm writes it: the integrity follows the version. */
async function withIntegrity(path: string, { version = '', ...rest }: LockEntry): Promise<LockEntry> {
  const name = path.replace(/^.*node_modules\//, '');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = await promisify(execFile)(npm, ['view', `${name}@${version}`, 'dist.integrity'], {
    shell: process.platform === 'win32',
  });
  return { version, integrity: stdout.trim(), ...rest };
}
