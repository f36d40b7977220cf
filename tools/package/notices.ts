import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../docs-site/contents.ts';

/** The file with the licenses of the packages that are bundled. */
export const NOTICES = 'THIRD-PARTY-NOTICES';

const RULE = `\n${'-'.repeat(72)}\n\n`;

/**
 * The licenses of the packages that these files belong to. Paths are relative to the project's root. Tools for licenses list what is
 * installed, not what is bundled.
 */
export async function noticesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(
    files.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []),
  );
  const texts = await Promise.all([...folders].map(noticeOf));
  const sorted = [...new Set(texts)].toSorted((one, other) => (one < other ? -1 : 1));
  const parts = [...sorted, await noticeOfDomains()];
  return `The built files of this package contain these packages.\n\n${parts.join(RULE)}`;
}

/** The source and the license of the university domains (decision record 30), which begin the file that has them. */
async function noticeOfDomains(): Promise<string> {
  const file = await readFile(join(PROJECT, 'src/accounts/university-domains.txt'), 'utf8');
  const head = file.split('\n').filter((line) => line.startsWith('#'));
  return head.map((line) => `${line.replace(/^# ?/, '')}\n`).join('');
}

async function noticeOf(folder: string): Promise<string> {
  const own = join(PROJECT, folder);
  const manifest: Manifest = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  const names = (await readdir(own)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(own, name), 'utf8')));
  const text = texts.map((one) => one.trim()).join('\n\n') || named(manifest);
  return `${manifest.name} ${manifest.version}\n\n${text}\n`;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
}

/** Licenses that packages state only in their code, by name. */
const IN_CODE: Readonly<Record<string, string>> = { cycle: 'Public Domain' };

/** For a package that has no file with the text of its license. */
function named({ name, license, licenses, author, homepage = '' }: Manifest): string {
  const licensed = license ?? licenses?.map(({ type }) => type).join(' or ') ?? IN_CODE[name];
  if (licensed === undefined) throw new Error(`${name} names no license`);
  const by = typeof author === 'object' ? author.name : author;
  return [`License: ${licensed}`, by === undefined ? '' : `Author: ${by}`, homepage]
    .filter(Boolean)
    .join('\n');
}
