import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageData } from '../../mocks/page/page-data.ts';
import { PROJECT } from '../contents.ts';
import type { Guide } from '../guides.ts';
import { escapeHtml } from '../markdown.ts';

/** The guide that becomes the page with the form. */
export const TRY_IT = 'docs/try-it.md';

/** Returns the guide with the form before its first section. The operations are anchors, which the reference links to. */
export async function withTryItForm(guide: Guide): Promise<Guide> {
  const form = await readFile(join(PROJECT, 'docs-site/try-it/form.html'), 'utf8');
  const options = pageData[2].endpoints.map(
    ({ operationId, path, summary }) =>
      `<option id="${operationId}" value="${operationId}">${escapeHtml(`${path}: ${summary}`)}</option>`,
  );
  const filled = form.replace('name="operation">', (start) => `${start}${options.join('')}`);
  return { ...guide, html: guide.html.replace('<h2', () => `${filled}<h2`) };
}
