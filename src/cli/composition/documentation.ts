import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Documentation } from '../../service/http/app-options.ts';

const PROGRAM = fileURLToPath(new URL('../commands/headcount.mjs', import.meta.url));

/** The documentation site that `npm run docs` has built. */
export const builtDocumentation: Documentation = {
  folder: fileURLToPath(new URL('../../../docs-site/dist', import.meta.url)),
  isBeingBuilt: () => false,
};

/** A documentation site that a child process is building. */
export interface DocumentationBuild extends Documentation {
  stop(): void;
}

/**
 * Builds the documentation site in a child process with low priority, unless it is up to date. `onError` gets the child's
 * error output.
 */
export function buildDocumentation(onError: (message: string) => void): DocumentationBuild {
  // The package has the built site and not what builds it.
  if (!existsSync(new URL('../../../docs-site/main.ts', import.meta.url)))
    return { ...builtDocumentation, stop: () => undefined };
  const child = spawn(process.execPath, [PROGRAM, 'docs', '--if-stale'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let building = true;
  let output = '';
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.once('error', (error) => {
    output += error.message;
  });
  child.once('close', (code, signal) => {
    building = false;
    if (code !== 0 && signal === null) onError(`The documentation could not be built: ${output.trim()}`);
  });
  return {
    folder: builtDocumentation.folder,
    isBeingBuilt: () => building,
    stop: () => void child.kill(),
  };
}
