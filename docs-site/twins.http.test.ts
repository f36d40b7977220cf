import { expect, it } from 'vitest';
import { readGuides } from './guides.ts';
import { llmsText } from './llms.ts';
import { twinOf, withLinks } from './twins.ts';

it('maps links and images in text, tables and lists, but nothing in code, and omits comments', () => {
  const markdown = [
    '# Title',
    '<!-- Generated; do not edit. -->',
    'See [a](a.md#x), ![b](b.svg) and [c](https://example.org).',
    '- [d](d.md)',
    '| [e](e.md) |\n|---|\n| [f](f.md) |',
    '```md\n[g](g.md)\n```\n',
  ].join('\n\n');
  const twin = withLinks(markdown, (href) => href.replace('.md', '.MD'));
  expect(twin.match(/[a-g]\.(md|MD|svg)/g)).toEqual(['a.MD', 'b.svg', 'd.MD', 'e.MD', 'f.MD', 'g.md']);
  expect(twin).toMatch(/^# Title\n\nSee/);
  expect(twin).toContain('(https://example.org)');
});

it.each([
  ['errors.html', 'errors.md'],
  ['../errors.html#not-found', '../errors.md#not-found'],
  ['files/LICENSE', 'files/LICENSE'],
  ['https://example.org/a.html', 'https://example.org/a.html'],
  ['try-it.html#getChart?since=2026-11-20', 'try-it.html#getChart?since=2026-11-20'],
  ['try-it.html', 'try-it.md'],
])('the twin of %s is %s', (address, twin) => {
  expect(twinOf(address)).toBe(twin);
});

it('lists every page of the navigation in llms.txt, with a sentence, and the project last', async () => {
  const { sections, ...rest } = await readGuides();
  const text = llmsText({ sections, ...rest });
  expect(text).toMatch(/^# Queue Headcount\n\n> .+[.?]\n/);
  const links = [...text.matchAll(/^- \[.+\]\((.+)\): \S.*[.?]$/gm)].map(([, address]) => address);
  const pages = sections.flatMap(({ entries }) => entries.map(({ output }) => twinOf(output)));
  expect(links.toSorted()).toEqual(pages.toSorted());
  expect(text.slice(text.lastIndexOf('\n## '))).toMatch(/^\n## Optional\n\n- \[The estimate\]/);
});
