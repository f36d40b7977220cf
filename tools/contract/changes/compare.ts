import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../../../conformance/contract/json.ts';
import { dereference } from '../pages/contract-document.ts';
import { redocly } from '../redocly.ts';
import { type Change, type Found, judge } from './rules.ts';

/**
 * Lists the changes from one document to another that programs notice, and judges each by what v1 allows. Runs `redocly diff`, which
 * lets some changes pass that break clients, and reports what only readers notice.
 */
export async function compare(before: object, after: object): Promise<readonly Change[]> {
  const [base, revision] = [inlined(before), inlined(after)];
  await using folder = await mkdtempDisposable(join(tmpdir(), 'changes-'));
  const put = (name: string, text: string) => writeFile(join(folder.path, name), text);
  await put('base.json', JSON.stringify(base));
  await put('revision.json', JSON.stringify(revision));
  await put('redocly.yaml', 'extends: [diff-recommended]\n');
  const options = ['--config', 'redocly.yaml', '--format', 'json', '--fail-on', 'none'];
  const printed = await redocly(['diff', 'base.json', 'revision.json', ...options], folder.path);
  return judge(JSON.parse(printed).changes as readonly Found[], base, revision);
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
