import { type SpawnOptions, spawn } from 'node:child_process';

/** Runs the `sqlite3` shell and returns the seconds it took. Throws when it fails or is not installed. */
export function sqliteShell(
  parameters: readonly string[],
  stdio: SpawnOptions['stdio'] = ['ignore', 'ignore', 'inherit'],
): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn('sqlite3', ['-batch', ...parameters], { stdio });
    child.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? MISSING : error));
    child.once('exit', (code) =>
      code === 0
        ? resolve((performance.now() - start) / 1000)
        : reject(new Error(`sqlite3 exited with code ${code}`)),
    );
  });
}

const MISSING = new Error(
  'This benchmark needs sqlite3. Install it first, as with `apt-get install sqlite3`.',
);
