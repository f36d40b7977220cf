import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Documentation } from '../http/documentation.ts';

const PROGRAM = fileURLToPath(new URL('headcount.mjs', import.meta.url));

/** The documentation site where `npm run docs` puts it; nobody builds it here. */
export const builtDocumentation: Documentation = {
  folder: fileURLToPath(new URL('../../docs-site/dist', import.meta.url)),
  isBeingBuilt: () => false,
};

/** A site that is being built, until it is done or given up. */
export interface DocumentationUnderConstruction extends Documentation {
  stop(): void;
}

/**
 * Builds the documentation site beside the service, in a process of its own with low priority, unless it is there and up
 * to date. What it says in failing goes to `complain`.
 */
export function buildDocumentation(complain: (message: string) => void): DocumentationUnderConstruction {
  const child = spawn(process.execPath, [PROGRAM, 'docs', '--if-stale'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let building = true;
  let said = '';
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.once('error', (error) => {
    said += error.message;
  });
  child.once('close', (code, signal) => {
    building = false;
    if (code !== 0 && signal === null) complain(`The documentation could not be built: ${said.trim()}`);
  });
  return {
    folder: builtDocumentation.folder,
    isBeingBuilt: () => building,
    stop: () => void child.kill(),
  };
}
