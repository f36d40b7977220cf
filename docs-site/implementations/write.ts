import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../contents.ts';
import type { Guide } from '../guides.ts';
import { readSubmissions, SUBMISSIONS, submissionsHtml, submissionsMarkdown } from './submissions.ts';

/** The guide that becomes the page of implementations. */
export const IMPLEMENTATIONS = 'docs/implementations.md';

/** Writes the recordings of the page into a site, and returns the guide with the list before its first section. */
export async function writeImplementations(folder: string, guide: Guide): Promise<Guide> {
  const submissions = await readSubmissions();
  await mkdir(join(folder, 'implementations'), { recursive: true });
  for (const { id } of submissions)
    await copyFile(join(PROJECT, SUBMISSIONS, `${id}.har.gz`), join(folder, `implementations/${id}.har.gz`));
  return {
    ...guide,
    html: guide.html.replace('<h2', () => `${submissionsHtml(submissions)}<h2`),
    twin: guide.twin.replace(/^## /m, () => `${submissionsMarkdown(submissions)}## `),
  };
}
