/** Which file is at a path. */
import { rmSync, type Stats, statSync } from 'node:fs';
import { SIDE_FILES } from './file-modes.ts';

/** Device and inode; null if there is no file, or none that can be reached. */
export function fileId(file: string): string | null {
  const stats = statsOf(file);
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`;
}

/** In bytes; 0 if there is no file. */
export function fileSize(file: string): number {
  return statsOf(file)?.size ?? 0;
}

/** The side files of a database, and which they are. */
export function sideFilesOf(file: string): ReadonlyMap<string, string> {
  const paths = SIDE_FILES.map((suffix) => file + suffix);
  return new Map(paths.map((path) => [path, fileId(path) ?? '']));
}

/**
 * Removes the side files of a database that is no longer at its path and that this process has closed: SQLite would
 * otherwise use them for the next database at that path.
 */
export function removeOrphans(sideFiles: ReadonlyMap<string, string>): void {
  for (const [path, id] of sideFiles) if (fileId(path) === id) rmSync(path, { force: true });
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // Its folder cannot be read; opening the file says why.
    return undefined;
  }
}
