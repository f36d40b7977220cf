import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import { endpointsOf, type Release } from '../../../docs-site/contract-pages/api-changelog.ts';
import type { ContractDocument } from '../../../docs-site/contract-pages/contract-document.ts';
import { PROJECT } from '../bundle.ts';
import { changesOf } from './compare.ts';
import { changedLines } from './report.ts';
import { type Members, shapeOf } from './shape.ts';

/** Where each released version has a folder: its documents as they were, and `release.yaml`. */
const RELEASES = join(PROJECT, 'openapi/releases');
const FORMS = [1, 2] as const;

/** Why a version cannot be released, or is not what was released, as a sentence for the user. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** The texts of both documents. */
export type Documents = { readonly 1: string; readonly 2: string };

/**
 * The versions of the contract, newest first: the released ones, and that of the documents if it isn't released. Throws a
 * `ReleaseError` if the version of the documents is released, but their shape is another one.
 */
export async function versions(documents: Documents, folder = RELEASES): Promise<readonly Release[]> {
  const released = await releasedIn(folder);
  const { version } = parse(documents[2]).info;
  if (!released.some((release) => release.version === version)) {
    return [await nextRelease(documents, released[0], folder), ...released];
  }
  for (const form of FORMS) {
    const frozen = await readFile(join(folder, version, `form-${form}.yaml`), 'utf8');
    if (!isDeepStrictEqual(shapeOf(parse(frozen)), shapeOf(parse(documents[form])))) {
      throw new ReleaseError(
        `Form ${form} has changed since ${version} was released; raise info.version in openapi/base.yaml.`,
      );
    }
  }
  return released;
}

/** Releases the documents: keeps them, and the list of what changed, in a folder named by their version. */
export async function release(documents: Documents, date: string, folder = RELEASES): Promise<void> {
  const [next] = await versions(documents, folder);
  if (next === undefined || next.date !== null) {
    throw new ReleaseError(`${next?.version} is released; raise info.version in openapi/base.yaml.`);
  }
  const files = join(folder, next.version);
  await mkdir(files, { recursive: true });
  for (const form of FORMS) await writeFile(join(files, `form-${form}.yaml`), documents[form]);
  const head = '# Written by `npm run contract -- --release`; never edit this folder.\n';
  await writeFile(
    join(files, 'release.yaml'),
    head + stringify({ ...next, date }, { lineWidth: 0, compat: 'yaml-1.1' }),
  );
}

async function releasedIn(folder: string): Promise<readonly Release[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newestFirst = names.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return Promise.all(
    newestFirst.map(async (name) => parse(await readFile(join(folder, name, 'release.yaml'), 'utf8'))),
  );
}

async function nextRelease(
  documents: Documents,
  last: Release | undefined,
  folder: string,
): Promise<Release> {
  const [one, two] = [parse(documents[1]), parse(documents[2])] as [
    ContractDocument & Members,
    ContractDocument & Members,
  ];
  const next = { version: String((two['info'] as Members)['version']), date: null };
  if (last === undefined) return { ...next, since: null, changes: endpointsOf(one, two) };
  const ofForm = async (form: 1 | 2, now: Members) =>
    changesOf(parse(await readFile(join(folder, last.version, `form-${form}.yaml`), 'utf8')), now);
  const [first, second] = await Promise.all([ofForm(1, one), ofForm(2, two)]);
  return { ...next, since: last.version, changes: changedLines({ 1: first, 2: second }) };
}
