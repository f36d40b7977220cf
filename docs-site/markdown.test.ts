import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

function html(markdown: string): string {
  return renderMarkdown(markdown, (href) => `to:${href}`).html;
}

it('gives headings the same anchors as GitHub', () => {
  const { parts } = renderMarkdown('# A page\n\n## `quota-day`\n\n## Bad lines\n\n## Bad lines\n', String);
  expect(parts.map(({ heading }) => heading.id)).toEqual(['a-page', 'quota-day', 'bad-lines', 'bad-lines-1']);
});

it('splits a page into plain text by heading', () => {
  const { parts } = renderMarkdown('# One\n\nFirst & *second*.\n\n## Two\n\n- a\n- `b<c>`\n', String);
  expect(parts).toEqual([
    { heading: { level: 1, id: 'one', text: 'One' }, text: 'First & second.' },
    { heading: { level: 2, id: 'two', text: 'Two' }, text: 'a b<c>' },
  ]);
});

it('has a part for each row of a table that begins with an anchor', () => {
  const { parts } = renderMarkdown(
    '# One\n\n| a | b |\n|---|---|\n| <a id="x"></a>`y` | *z* |\n| c | d |\n',
    String,
  );
  expect(parts[1]).toEqual({ heading: { level: 3, id: 'x', text: 'y' }, text: 'z' });
  expect(parts.length).toBe(2);
});

it('maps each link and image', () => {
  expect(html('[a](x.md) ![b](y.svg)')).toBe('<p><a href="to:x.md">a</a> <img src="to:y.svg" alt="b"></p>\n');
});

it('colors code in known languages, and escapes others', () => {
  expect(html('```text\n<b>\n```')).toContain('&lt;b&gt;');
  expect(html('```js run\nconst a = 1;\n```')).toContain('<span class="hljs-keyword">const</span>');
});

it('omits the head of a table without column titles', () => {
  expect(html('| | |\n|---|---|\n| a | b |\n')).not.toContain('<thead>');
  expect(html('| x | |\n|---|---|\n| a | b |\n')).toContain('<th scope="col">x</th>');
});

it('shows the file of a code block above it, or its language', () => {
  const named = html('```ts\n// src/a.ts\nconst a = 1;\n```');
  expect(named).toContain('<code>src/a.ts</code></div><pre role="group" aria-label="src/a.ts"><code><span');
  const script = html('```python\n# a comment. It is no file\n```');
  expect(script).toContain('data-language="Python"></div><pre role="group" aria-label="Python">');
  expect(script).toContain('# a comment. It is no file');
});
