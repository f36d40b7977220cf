import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const CLI = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** Runs a command of Redocly's CLI in a folder; returns all that it prints, since it exits with 1 for findings. */
export function redocly(folder: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd: folder, env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
