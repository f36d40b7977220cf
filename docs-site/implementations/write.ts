import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../contents.ts';
import { readSubmissions, SUBMISSIONS, submissionsHtml } from './submissions.ts';

/** The guide that becomes the page of implementations. */
export const IMPLEMENTATIONS = 'docs/implementations.md';

/** Writes the recordings of the page into a site, and returns its HTML with the list before the first section. */
export async function writeImplementations(folder: string, html: string): Promise<string> {
  const submissions = await readSubmissions();
  await mkdir(join(folder, 'implementations'), { recursive: true });
  for (const { id } of submissions)
    await copyFile(join(PROJECT, SUBMISSIONS, `${id}.har.gz`), join(folder, `implementations/${id}.har.gz`));
  return html.replace('<h2', () => `${submissionsHtml(submissions)}<h2`);
}
