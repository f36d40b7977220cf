import type { Guides } from './guides.ts';
import { twinOf } from './twins.ts';

/** The text of `llms.txt` (llmstxt.org): what the site is about, and the twins of its pages, each with its first sentence. */
export function llmsText({ sections, guides }: Guides): string {
  const guideAt = (output: string) => guides.find(({ source }) => source.output === output);
  const lists = sections.map(({ title, entries }) => {
    const items = entries.map((entry) => {
      const guide = guideAt(entry.output);
      const name = guide?.title ?? ('title' in entry ? entry.title : '');
      const summary = guide ? firstSentence(guide.body) : 'Every operation with its fields and examples.';
      return `- [${name}](${twinOf(entry.output)}): ${summary}\n`;
    });
    return `## ${title === 'About' ? 'Optional' : title}\n\n${items.join('')}`;
  });
  return `# Queue Headcount

> ${firstSentence(guideAt('index.html')?.body ?? '')}

Every operation is a GET below \`/api/v1/\` with the header \`Authorization: Token <API_KEY>\`. The OpenAPI documents are
[openapi/form-1.yaml](openapi/form-1.yaml) and [openapi/form-2.yaml](openapi/form-2.yaml). All pages below are Markdown;
replace \`.md\` with \`.html\` for people.

${lists.join('\n')}`;
}

/** The first sentence of a text, without its markup. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((part) => /^[\w*`[“]/.test(part)) ?? '';
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ');
  return /^.*?[.:?!](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
