import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BENCH = fileURLToPath(new URL('.', import.meta.url));

/** Installs the packages of a folder from its own lock file, unless they are already installed. */
export async function installPackages(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  console.error(`Installing the packages of bench/${relative(BENCH, folder)} …`);
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
}
