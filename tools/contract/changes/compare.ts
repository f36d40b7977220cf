import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isObject } from '../../../conformance/contract/json.ts';
import { REDOCLY } from '../bundle.ts';
import { dereference } from '../pages/contract-document.ts';
import { type Change, type Found, judge } from './rules.ts';

/** Lists the changes from one document to another that programs notice, and judges each by what v1 allows. Runs `redocly diff`. */
export async function compare(before: object, after: object): Promise<readonly Change[]> {
  const [base, revision] = [inlined(before), inlined(after)];
  const folder = await mkdtemp(join(tmpdir(), 'changes-'));
  try {
    const put = (name: string, text: string) => writeFile(join(folder, name), text);
    await put('base.json', JSON.stringify(base));
    await put('revision.json', JSON.stringify(revision));
    await put('redocly.yaml', 'telemetry: off\nextends: [diff-recommended]\n');
    const options = '--config redocly.yaml --format json --output changes.json --fail-on none'.split(' ');
    await promisify(execFile)(process.execPath, [REDOCLY, 'diff', 'base.json', 'revision.json', ...options], {
      cwd: folder,
    });
    const { changes } = JSON.parse(await readFile(join(folder, 'changes.json'), 'utf8'));
    return judge(changes as readonly Found[], base, revision);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The document with the targets of all references in their places, since redocly diff looks at each target only once. */
function inlined(document: object): object {
  const within = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(within);
    if (!isObject(node)) return node;
    const members = Object.entries(dereference(document, node));
    return Object.fromEntries(members.map(([name, member]) => [name, within(member)]));
  };
  return within(document) as object;
}
