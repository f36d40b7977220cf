import { type SpawnOptions, spawn } from 'node:child_process';

/** Runs Debian's `sqlite3` on a database and gives what it took, in seconds. Throws when it fails or is not installed. */
export function sqliteShell(
  parameters: readonly string[],
  stdio: SpawnOptions['stdio'] = ['ignore', 'ignore', 'inherit'],
): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn('sqlite3', ['-batch', ...parameters], { stdio });
    child.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? MISSING : error));
    child.once('exit', (code) =>
      code === 0
        ? resolve((performance.now() - begin) / 1000)
        : reject(new Error(`sqlite3 ended with code ${code}`)),
    );
  });
}

const MISSING = new Error(
  'This benchmark needs sqlite3: install the package "sqlite3" of your system, as in `apt-get install sqlite3`.',
);
