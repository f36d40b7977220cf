import { expect, it } from 'vitest';
import { type Content, html } from './html.ts';

it.each<readonly [title: string, value: Content, text: string]>([
  ['text', 'a & b', 'a &amp; b'],
  ['an element', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['the end of an attribute', `" onclick='x'`, '&quot; onclick=&#39;x&#39;'],
  ['an entity', '&lt;', '&amp;lt;'],
  ['a number', 1000, '1000'],
  ['zero', 0, '0'],
  ['null', null, ''],
  ['false', false, ''],
  ['a template', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
  ['a list', ['<', html`<br>`, null, ['&']], '&lt;<br>&amp;'],
])('writes %s', (_, value, text) => {
  expect(html`[${value}]`.text).toBe(`[${text}]`);
});
