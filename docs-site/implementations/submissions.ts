import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT } from '../contents.ts';
import { escapeHtml } from '../markdown.ts';

/** A submitted implementation, as its file describes it. */
export interface Submission {
  /** The name of the file without its extension; the recording has the same name. */
  readonly id: string;
  readonly name: string;
  readonly author: string;
  /** Where its source is: a URL with https, or a description. */
  readonly source: string;
  readonly form: 1 | 2;
  /** The day of the recording, `YYYY-MM-DD`. */
  readonly recorded: string;
  /** The verdict that the author claims, as `report.json` has it. */
  readonly verdict: 'success' | 'partial' | 'failure';
}

/** Where submissions are, relative to the project. */
export const SUBMISSIONS = 'docs-site/implementations/submissions';

/** All submissions, by name. Throws for a file that lacks a member. */
export async function readSubmissions(): Promise<readonly Submission[]> {
  const folder = join(PROJECT, SUBMISSIONS);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).toSorted();
  return await Promise.all(
    files.map(async (file) => submissionOf(file, parse(await readFile(join(folder, file), 'utf8')))),
  );
}

function submissionOf(file: string, content: Readonly<Record<string, unknown>>): Submission {
  const { name, author, source, form, recorded, verdict } = content;
  const texts = { name, author, source, recorded };
  for (const [member, value] of Object.entries(texts))
    if (typeof value !== 'string' || value === '') throw new Error(`${file}: ${member} must be a text`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(recorded))) throw new Error(`${file}: recorded must be a date`);
  if (form !== 1 && form !== 2) throw new Error(`${file}: form must be 1 or 2`);
  if (verdict !== 'success' && verdict !== 'partial' && verdict !== 'failure')
    throw new Error(`${file}: verdict must be success, partial or failure`);
  return { id: file.replace(/\.yaml$/, ''), ...(texts as Record<keyof typeof texts, string>), form, verdict };
}

/** The list of submissions with their recordings, and the field for the reader's own; scripts make both work. */
export function submissionsHtml(submissions: readonly Submission[]): string {
  return `<ul class="submissions">
${submissions.map(itemOf).join('\n')}
</ul>
<div class="own" id="own" hidden>
<label for="own-recording">Judge your own recording (it stays in this browser)</label>
<input type="file" id="own-recording" accept=".har,.json,.gz">
<div id="own-result" class="result" aria-live="polite"></div>
</div>
<noscript><p>To judge a recording here, turn on JavaScript, or use <code>headcount conformance judge</code>.</p></noscript>
`;
}

/** The list of submissions for the page's twin. */
export function submissionsMarkdown(submissions: readonly Submission[]): string {
  const items = submissions.map(
    ({ id, name, author, source, form, recorded, verdict }) =>
      `- **${name}**: Form ${form}, by ${author}; source: ${source}. Recorded on ${recorded}. Claims ${verdict}. [Recording](implementations/${id}.har.gz)\n`,
  );
  return `${items.join('')}\n`;
}

function itemOf({ id, name, author, source, form, recorded, verdict }: Submission): string {
  const text = escapeHtml;
  return `<li class="submission" data-verdict="${verdict}">
<h3 id="${text(id)}">${text(name)}</h3>
<p>Form ${form}, by ${text(author)}; source: ${linked(source)}. Recorded on <time>${text(recorded)}</time>. Claims <strong>${verdict}</strong>.</p>
<p><button type="button" hidden aria-describedby="${text(id)}">Judge it in this browser</button> <a href="implementations/${text(id)}.har.gz" download>Download the recording</a></p>
<div class="result" aria-live="polite"></div>
</li>`;
}

function linked(source: string): string {
  const text = escapeHtml(source);
  return /^https:\/\//.test(source) ? `<a href="${text}">${text}</a>` : text;
}
