/** Which file is at a path, so that one that was replaced, deleted or cut is noticed. */
import { rmSync, type Stats, statSync } from 'node:fs';
import { SIDE_FILES } from './file-modes.ts';

export interface FileState {
  /** Device and inode; null if there is no file, or none that can be reached. */
  readonly id: string | null;
  readonly size: number;
  /** The time of the last change, in milliseconds. */
  readonly changedAt: number;
}

export function fileState(file: string): FileState {
  const stats = statsOf(file);
  return { id: idOf(stats), size: stats?.size ?? 0, changedAt: stats?.mtimeMs ?? 0 };
}

/** Whether another file is there now, or the same one has lost its end. SQLite's files only grow, except by VACUUM. */
export function isReplaced(before: FileState, now: FileState): boolean {
  return now.id !== before.id || now.size < before.size;
}

/** The side files of a database, and which they are. */
export function sideFilesOf(file: string): ReadonlyMap<string, string> {
  const paths = SIDE_FILES.map((suffix) => file + suffix);
  return new Map(paths.map((path) => [path, idOf(statsOf(path)) ?? '']));
}

/**
 * Removes the side files of a database that is no longer at its path and that this process has closed: SQLite would
 * otherwise use them for the next database at that path.
 */
export function removeOrphans(sideFiles: ReadonlyMap<string, string>): void {
  for (const [path, id] of sideFiles) if (idOf(statsOf(path)) === id) rmSync(path, { force: true });
}

function idOf(stats: Stats | undefined): string | null {
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`;
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // Its folder cannot be read; opening the file says why.
    return undefined;
  }
}
