import { referenceOf } from './contents.ts';
import type { Guides } from './guides.ts';
import { twinOf } from './twins.ts';

/** The text of `llms.txt` (llmstxt.org): what the site is about, and the twins of its pages, each with its first sentence. */
export function llmsText({ sections, guides }: Guides): string {
  const about = new Map([
    ...([1, 2] as const).map(
      (form) =>
        [referenceOf(form), [`Form ${form}`, 'Every operation with its fields and examples.']] as const,
    ),
    ...guides.map(({ source, title, body }) => [source.output, [title, firstSentence(body)]] as const),
  ]);
  const lists = sections.map(({ title, entries }) => {
    const items = entries.flatMap(({ output }) => {
      const [name, summary] = about.get(output) ?? [];
      return summary === undefined ? [] : [`- [${name}](${twinOf(output)}): ${summary}`];
    });
    return [title === 'About' ? 'Optional' : title, `${items.join('\n')}\n`] as const;
  });
  return `# Queue Headcount

> ${about.get('index.html')?.[1]}

Every operation is a GET below \`/api/v1/\` with the header \`Authorization: Token <API_KEY>\`. The OpenAPI documents are
[openapi/form-1.yaml](openapi/form-1.yaml) and [openapi/form-2.yaml](openapi/form-2.yaml). All pages below are Markdown;
replace \`.md\` with \`.html\` for people.

${lists.map(([title, text]) => `## ${title}\n\n${text}`).join('\n')}`;
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
