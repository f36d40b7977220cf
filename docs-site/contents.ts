import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The root folder of the project, which the paths of sources are relative to. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** A page of the site and its source file. */
export interface Source {
  /** Path from the project's root, such as `docs/errors.md`. */
  readonly file: string;
  /** Path in the site, such as `errors.html`. */
  readonly output: string;
}

/** A section of the navigation, with its pages in reading order. An entry without a source is not made from Markdown. */
export interface Section {
  readonly title: string;
  readonly entries: readonly (Source | { readonly title: string; readonly output: string })[];
}

const SECTIONS: Readonly<Record<string, readonly string[]>> = parse(
  readFileSync(join(PROJECT, 'docs-site/contents.yaml'), 'utf8'),
);

/** The sections of the navigation. Guides in docs/ that no section lists come last, under “More”. */
export async function contents(): Promise<readonly Section[]> {
  const listed = new Set(Object.values(SECTIONS).flat());
  const others = (await markdownIn('docs')).filter((file) => !listed.has(file));
  const generated = [
    { title: 'Form 1', output: referenceOf(1) },
    { title: 'Form 2', output: referenceOf(2) },
  ];
  return [...Object.entries(SECTIONS), ['More', others] as const]
    .map(([title, files]) => {
      const guides = files.filter((file) => existsSync(join(PROJECT, file))).map(sourceOf);
      return { title, entries: title === 'Reference' ? [...generated, ...guides] : guides };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** The pages that are not in the navigation: of commands, and decision records. */
export async function unlisted(): Promise<readonly Source[]> {
  const files = await Promise.all(['docs/commands', 'docs/decisions'].map(markdownIn));
  return files
    .flat()
    .filter((file) => !file.endsWith('README.md'))
    .map(sourceOf);
}

/** The reference page of a form. */
export function referenceOf(form: 1 | 2): string {
  return `openapi/form-${form}.html`;
}

async function markdownIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(PROJECT, folder));
  return names
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `${folder}/${name}`);
}

function sourceOf(file: string): Source {
  // Hosts ask for SECURITY.md by this name, and the site has another page of that name.
  const inSite = file
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/^SECURITY/, 'reporting-a-vulnerability');
  return { file, output: inSite.replace(/\.md$/, '.html').toLowerCase() };
}
