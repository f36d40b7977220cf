import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../contents.ts';
import type { Guide } from '../guides.ts';

/** The guide that becomes the page with the form. */
export const TRY_IT = 'docs/try-it.md';

/** Returns the guide with the form before its first section. */
export async function withTryItForm(guide: Guide): Promise<Guide> {
  const form = await readFile(join(PROJECT, 'docs-site/try-it/form.html'), 'utf8');
  return { ...guide, html: guide.html.replace('<h2', () => `${form}<h2`) };
}
