import { PROJECT_SECTION, referenceOf } from './contents.ts';
import type { Guide, Guides } from './guides.ts';
import { twinOf } from './twins.ts';

/** The text of `llms.txt` (llmstxt.org): what the site is about, and the twins of its pages, each with its first sentence. */
export function llmsText({ sections, guides }: Guides): string {
  const summaries = new Map([
    ...([1, 2] as const).map(
      (form) => [referenceOf(form), 'Every operation with its fields and examples.'] as const,
    ),
    ...guides.map(({ source, parts }) => [source.output, firstSentence(parts)] as const),
  ]);
  const titles = new Map(guides.map(({ source, title }) => [source.output, title]));
  const lists = sections.map(({ title, entries }) => {
    const items = entries.flatMap((entry) => {
      const summary = summaries.get(entry.output);
      const name = 'title' in entry ? entry.title : titles.get(entry.output);
      return summary === undefined ? [] : [`- [${name}](${twinOf(entry.output)}): ${summary}`];
    });
    return { title, text: `${items.join('\n')}\n` };
  });
  const optional = lists.find(({ title }) => title === PROJECT_SECTION);
  const others = lists.filter((list) => list !== optional);
  return `# Queue Headcount

> ${summaries.get('index.html')}

Every operation is a GET below \`/api/v1/\` with the header \`Authorization: Token <API_KEY>\`. The OpenAPI documents are
[openapi/form-1.yaml](openapi/form-1.yaml) and [openapi/form-2.yaml](openapi/form-2.yaml). All pages below are Markdown;
replace \`.md\` with \`.html\` for people.

${[...others, { title: 'Optional', text: optional?.text ?? '' }].map(({ title, text }) => `## ${title}\n\n${text}`).join('\n')}`;
}

function firstSentence(parts: Guide['parts']): string {
  const text = parts.find((part) => part.text !== '')?.text ?? '';
  return /^.*?[.:?!](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
