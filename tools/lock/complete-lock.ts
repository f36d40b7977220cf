/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out. npm drops an optional
 * dependency that its registry does not have, and `npm ci` with another registry then rejects the whole lock file.
 * `--check` writes nothing, and exits with 1 if one is missing.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type LockFile, withPlatforms } from './platforms.ts';

const FILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const lock: LockFile = JSON.parse(await readFile(FILE, 'utf8'));
const { packages, added } = withPlatforms(lock.packages);
if (added.length > 0 && values.check) {
  console.error(
    `package-lock.json lacks packages of other platforms, run \`npm run lock\`:\n  ${added.join('\n  ')}`,
  );
  process.exitCode = 1;
} else if (added.length > 0) {
  await writeFile(FILE, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`added ${added.length} packages of other platforms`);
}
