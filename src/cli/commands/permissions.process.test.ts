import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../service/store/sqlite/sqlite-store.ts';
import { programUnderTest } from './program.fixture.ts';

/** Root may read and write everything, so it gives up just that. */
const BOUND = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] as const;
const isRoot = process.getuid?.() === 0;
const isBound =
  process.getuid !== undefined && (!isRoot || spawnSync(BOUND[0], [BOUND[1], 'true']).status === 0);
const PROGRAM = [process.execPath, fileURLToPath(new URL('headcount.mjs', import.meta.url))] as const;
const program = programUnderTest(() => (isRoot ? [...BOUND, ...PROGRAM] : PROGRAM));

it.skipIf(!isBound).each([
  ['read', 0o000, 0o700],
  ['write', 0o444, 0o555],
])(
  'a database that the program may not %s is refused in one line, and stays as it is',
  async (what, mode, folderMode) => {
    const file = program.path(`${what}/reports.sqlite`);
    await mkdir(dirname(file));
    await (await openSqliteStore(file, { create: true })).close();
    const before = await readFile(file);
    for (const each of [file, `${file}-quota`]) await chmod(each, mode);
    await chmod(dirname(file), folderMode);
    const { code, stderr } = await program.run(['serve', '--port', '0', '--database', `sqlite:${file}`]);
    await chmod(dirname(file), 0o700);
    await chmod(file, 0o600);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^headcount: .*permissions.*\n$/)]);
    expect(await readFile(file)).toEqual(before);
  },
);
