import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { REDOCLY } from '../bundle.ts';
import { type Change, type Found, judge } from './rules.ts';
import { type Members, shapeOf } from './shape.ts';

/** Lists the changes of shape from one document to another, and judges each by what v1 allows. Runs `redocly diff`. */
export async function compare(base: Members, revision: Members): Promise<readonly Change[]> {
  const shapes = { base: shapeOf(base), revision: shapeOf(revision) };
  if (isDeepStrictEqual(shapes.base, shapes.revision)) return judge([], shapes);
  const folder = await mkdtemp(join(tmpdir(), 'changes-'));
  try {
    const put = (name: string, text: string) => writeFile(join(folder, name), text);
    await Promise.all([
      put('base.json', JSON.stringify(shapes.base)),
      put('revision.json', JSON.stringify(shapes.revision)),
      put('redocly.yaml', 'telemetry: off\nextends: [diff-recommended]\n'),
    ]);
    const options = [
      '--config',
      'redocly.yaml',
      '--format',
      'json',
      '--output',
      'changes.json',
      '--fail-on',
      'none',
    ];
    await promisify(execFile)(process.execPath, [REDOCLY, 'diff', 'base.json', 'revision.json', ...options], {
      cwd: folder,
    });
    const { changes } = JSON.parse(await readFile(join(folder, 'changes.json'), 'utf8'));
    return judge(changes as readonly Found[], shapes);
  } finally {
    await rm(folder, { recursive: true });
  }
}
