import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formDocuments } from '../../mocks/documents.ts';
import { PROJECT } from '../contents.ts';

/** The guide that becomes the page with the form. */
export const TRY_IT = 'docs/try-it.md';

/** The form of the page. The operations are anchors, which the reference links to. */
export async function formHtml(): Promise<string> {
  const form = await readFile(join(PROJECT, 'docs-site/try-it/form.html'), 'utf8');
  const options = formDocuments[2].endpoints.map(
    ({ operationId, path, summary }) =>
      `<option id="${operationId}" value="${operationId}">${path}: ${summary}</option>`,
  );
  return form.trim().replace('name="operation">', (start) => `${start}${options.join('')}`);
}
