/** Databases that the program must not use: it says why in one line, exits with 1 and leaves every byte as it was. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Fault } from './fault.ts';
import { createDatabase, runProgram } from './sqlite-database.ts';
import { OWN_DISK } from './sqlite-files.ts';

interface Refusal {
  readonly what: string;
  /** What the line must contain. */
  readonly says: RegExp;
  prepare?(file: string): Promise<void> | void;
  readonly settings?: readonly string[];
  /** Commands that run the program, with the folder of the database. */
  through?(folder: string): readonly string[];
}

/**
 * Root may read and write everything, so it gives up just that. Another user might not even reach the program, which may be
 * in a private folder.
 */
const BOUND_BY_PERMISSIONS =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

const READ_ONLY = 'a read-only file system';

const REFUSALS: readonly Refusal[] = [
  { what: 'random bytes in its pages', says: /damaged/, prepare: (file) => scramble(file, 8192) },
  {
    what: 'random bytes in its first page',
    says: /not an SQLite database/,
    prepare: (file) => scramble(file, 0),
  },
  { what: 'random bytes in the counters', says: /-quota/, prepare: (file) => scramble(`${file}-quota`, 512) },
  { what: 'a file cut in half', says: /damaged/, prepare: (file) => truncate(file, 40_960) },
  { what: 'an empty file', says: /empty/, prepare: (file) => truncate(file, 0) },
  {
    what: 'a missing migration',
    says: /lacks a part/,
    prepare: (file) => change(file, 'DROP TABLE quarter_count'),
  },
  {
    what: 'a newer schema',
    says: /newer program/,
    prepare: (file) => change(file, 'PRAGMA user_version = 99'),
  },
  {
    what: "another program's database",
    says: /another program/,
    prepare: (file) => change(file, 'PRAGMA application_id = 1'),
  },
  { what: 'a wrong zone name', says: /--time-zone/, settings: ['--time-zone', 'America/Nowhere'] },
  {
    what: 'a file that it may not read',
    says: /permissions/,
    prepare: (file) => chmod(file, 0),
    through: () => BOUND_BY_PERMISSIONS,
  },
  {
    what: 'a folder that it may not write',
    says: /permissions/,
    prepare: async (file) => {
      for (const each of [file, `${file}-quota`]) await chmod(each, 0o444);
      await chmod(dirname(file), 0o555);
    },
    through: () => BOUND_BY_PERMISSIONS,
  },
  {
    what: READ_ONLY,
    says: /permissions|read-?only/,
    through: (folder) => [
      ...OWN_DISK,
      'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"',
      'sh',
      folder,
    ],
  },
];

const refusals: Fault = {
  name: 'sqlite-refusals',
  must: 'each is rejected at start in one line with exit code 1 (a setting with 2), and no file changes',
  async run(scratch) {
    await chmod(scratch, 0o755);
    const { file } = await createDatabase(scratch, { name: 'good' });
    const wrong: string[] = [];
    const possible = canMount() ? REFUSALS : REFUSALS.filter(({ what }) => what !== READ_ONLY);
    for (const refusal of possible) {
      const folder = join(scratch, 'bad');
      await cp(dirname(file), folder, { recursive: true });
      const bad = join(folder, 'reports.sqlite');
      await refusal.prepare?.(bad);
      const before = await digest(folder);
      const settings = ['serve', '--port', '0', '--database', `sqlite:${bad}`, ...(refusal.settings ?? [])];
      const { code, output } = await runProgram(settings, {
        through: refusal.through?.(folder) ?? [],
        killAfter: 20_000,
      });
      // For a setting, a second line says where to look.
      const [lines, exitCode] = refusal.settings === undefined ? [1, 1] : [2, 2];
      const isShort = output.trimEnd().split('\n').length === lines;
      const isKept = (await digest(folder)) === before;
      if (code !== exitCode || !isShort || !refusal.says.test(output) || !isKept) {
        wrong.push(
          `${refusal.what}: exit code ${code}, ${isKept ? '' : 'files changed, '}“${output.trim().slice(0, 300)}”`,
        );
      }
      await chmod(folder, 0o755);
      await rm(folder, { recursive: true });
    }
    for (const line of wrong) console.error(line);
    const kinds = possible.map(({ what }) => what).join(', ');
    return {
      passed: wrong.length === 0,
      figures: `${possible.length - wrong.length} of ${possible.length}: ${kinds}`,
    };
  },
};

export const SQLITE_REFUSALS: readonly Fault[] = [refusals];

/** Whether this user may mount something that nobody else sees. */
function canMount(): boolean {
  const [command, ...options] = OWN_DISK;
  return spawnSync(command, [...options, 'mount -t tmpfs tmpfs /tmp']).status === 0;
}

async function scramble(file: string, from: number): Promise<void> {
  const bytes = await readFile(file);
  for (let at = from; at < bytes.length; at += 7) bytes[at] = (at * 31) & 0xff;
  await writeFile(file, bytes);
}

function change(file: string, sql: string): void {
  const connection = new DatabaseSync(file);
  connection.exec(sql);
  connection.close();
}

/** All names and bytes of a folder; sizes and times of files that may not be read. */
async function digest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).toSorted()) {
    const { mode, size, mtimeMs } = await stat(join(folder, name));
    const isReadable = (mode & 0o400) !== 0;
    hash.update(name).update(isReadable ? await readFile(join(folder, name)) : `${size} ${mtimeMs}`);
  }
  return hash.digest('hex');
}
