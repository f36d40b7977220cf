/** The store on SQLite files, through `node:sqlite`. */
import { SET_METADATA } from '../add-reports.ts';
import { checkpointStore, ownerOf } from '../checkpoints.ts';
import { FIRST_PHOTO } from '../photos.ts';
import { REPORT_SQL } from '../reports.ts';
import { NO_HASH, sharedStore } from '../shared-store.ts';
import type { Store } from '../store.ts';
import { PATIENCE, REQUEST_PATIENCE } from './connection.ts';
import { dataVersion } from './data-version.ts';
import { explaining } from './errors.ts';
import { FileDatabase } from './file-database.ts';
import { databaseIdIn } from './inspect.ts';
import { type OpenFiles, openFiles } from './open-files.ts';
import { OpenPaths } from './open-paths.ts';
import { quotaStore } from './quota.ts';
import { ReportFile } from './report-file.ts';
import { STAGING } from './staging.ts';

interface Options {
  /** Whether to create a missing file. */
  readonly create?: boolean;
  /** Called with what an operator should know. */
  readonly onNotice?: (message: string) => void;
  /** How long commits of other processes may go unnoticed, in milliseconds. */
  readonly noticeWithin?: number;
}

/**
 * Opens the store in `file`. Any number of processes can have it open. Once another file replaces it, every call fails with `StoreError`
 * `replaced` (record 13). Throws `StoreError` if the file is missing, belongs to another program or another version, or cannot be read and
 * written.
 */
export async function openSqliteStore(
  file: string,
  { create = false, onNotice = () => undefined, noticeWithin = 0 }: Options = {},
): Promise<Store> {
  const files = await openFiles(file, create, onNotice);
  try {
    return explaining(files.reports.file, () => storeOn(files, onNotice, noticeWithin));
  } catch (error) {
    files.close();
    throw error;
  }
}

function storeOn(files: OpenFiles, onNotice: (message: string) => void, noticeWithin: number): Store {
  const { reports, counters, writer, reader, quota } = files;
  const paths = new OpenPaths(reports.file, [reports.file, counters.file], onNotice);
  const version = dataVersion(reader, noticeWithin);
  const committed = () => {
    version.committed();
    // A change in a file that nobody opens again would be lost.
    paths.check({ now: true });
  };
  const database = new ReportFile(reports, paths, { reader, writer, patience: PATIENCE, committed });
  database.prepare([...Object.values(REPORT_SQL), FIRST_PHOTO.text], [SET_METADATA]);
  const counting = new FileDatabase(paths, { reader: quota, writer: quota, patience: REQUEST_PATIENCE });
  // Waits longer than a request: what isn't saved costs the next start minutes.
  const saving = new FileDatabase(paths, { reader: quota, writer: quota, patience: PATIENCE });
  const owner = ownerOf(databaseIdIn(reader) ?? '');
  const shared = sharedStore(database, STAGING, counting, owner);
  const { rehearseCount, ...counts } = quotaStore(counting);

  return {
    ...shared,
    ...counts,
    ...checkpointStore(saving, owner),

    version() {
      try {
        paths.check();
        return version.current();
      } catch (error) {
        return Promise.reject(paths.explain(error));
      }
    },

    async ping() {
      await database.rows('SELECT 1 FROM report LIMIT 1');
      await shared.findKey(NO_HASH);
      await rehearseCount();
    },

    async close() {
      paths.close();
      database.close();
      if (reader.isOpen) files.close();
    },
  };
}
