import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4e9;

/**
 * Keeps the temporary files of this process and those that it starts in memory, since tests create hundreds of databases and
 * a disk takes 40 times as long. Nothing changes where `TMPDIR` is set or there is no such folder with room for programs.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, 'headcount-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Also for the PostgreSQL server, which runs as another user.
  chmodSync(folder, 0o755);
  if (runsPrograms(folder)) process.env['TMPDIR'] = folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Tests install packages in temporary folders and run their programs, which containers often forbid here. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
