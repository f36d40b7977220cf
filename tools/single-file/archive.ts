import { buffer } from 'node:stream/consumers';
import { createZipArchive, ZipEntry } from 'node:zlib';

/** Where files are in the archive. Node.js shows some warnings only for code outside `node_modules`. */
const INSTALLED = 'node_modules/queue-headcount/';

/**
 * A ZIP archive of the package's files, as if npm had installed it.
 * @param files Their contents by path in the package.
 * @param modified The time of all of them, in steps of two seconds.
 */
export async function archiveOf(files: ReadonlyMap<string, Uint8Array>, modified: Date): Promise<Buffer> {
  const entries = [...files].map(([path, contents]) =>
    ZipEntry.create(`${INSTALLED}${path}`, contents, { modified, mode: 0o644 }),
  );
  return buffer(createZipArchive(await Promise.all(entries)));
}
