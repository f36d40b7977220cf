import { posix } from 'node:path';
import { BASE } from './any-path.ts';
import type { Guide } from './guides.ts';
import { THIRD_PARTY } from './third-party.ts';
import { formHtml, TRY_IT } from './try-it/form.ts';
import { twinOf } from './twins.ts';

/** Pages that answer few questions and have many words. The search ranks them after the others. */
const LESS =
  /^(decisions|commands)\/|^(requirements|choices|changelog|architecture|contributing|gate-design)\./;

/** The Markdown below the title of a page, and its frontmatter. */
export async function dataOf(guide: Guide): Promise<readonly [body: string, data: Record<string, unknown>]> {
  const { source, title, body } = guide;
  const twin = twinOf(source.output);
  const isTryIt = source.file === TRY_IT;
  const text = isTryIt
    ? body.replace('\n## ', `\n${await formHtml()}\n\n## `)
    : `<div data-pagefind-weight="${LESS.test(source.output) ? 0.2 : 1}">\n\n${body}\n\n</div>`;
  const links = `<p class="page-source" data-pagefind-ignore>Source: <code>${source.file}</code> · <a href="${BASE}/${twin}">This page as Markdown</a> · <a href="${BASE}/assets/${THIRD_PARTY}">Third-party licenses</a></p>`;
  const head = [
    { tag: 'link', attrs: { rel: 'alternate', type: 'text/markdown', href: posix.basename(twin) } },
    ...(isTryIt ? [{ tag: 'script', attrs: { src: `${BASE}/assets/try-it.js`, defer: true } }] : []),
  ];
  return [`${text}\n\n${links}\n`, { title, head }];
}
