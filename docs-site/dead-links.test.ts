import { expect, it } from 'vitest';
import { deadLinks } from './dead-links.ts';

const FILES = new Set(['index.html', 'sub/page.html', 'assets/site.css']);

function check(html: string, output = 'sub/page.html'): readonly string[] {
  const pages = new Map([
    ['index.html', '<h1 id="top">Start</h1>'],
    ['sub/page.html', '<h2 id="here">Page</h2>'],
  ]);
  return deadLinks(pages.set(output, `${pages.get(output)}${html}`), FILES);
}

it.each([
  '<a href="../index.html">',
  '<a href="../index.html#top">',
  '<a href="#here">',
  '<a href="../index.html#top?__form=1">',
  '<link href="../assets/site.css">',
  '<a href="https://example.org/nowhere#x">',
  '<a href="../index.html#/route/of-a-script">',
])('accepts %s', (html) => {
  expect(check(html)).toEqual([]);
});

it.each([
  ['<a href="../gone.html">', 'is not a file of the site'],
  ['<a href="../index.html#gone">', 'is not an anchor on that page'],
  ['<a href="../index.html#gone?top">', 'is not an anchor on that page'],
  ['<a href="#gone">', 'is not an anchor on that page'],
  ['<img src="../gone.svg">', 'is not a file of the site'],
  ['<a href="/index.html">', 'is not relative'],
  ['<a href="file:///index.html">', 'is not relative'],
])('reports %s', (html, problem) => {
  expect(check(html)).toEqual([expect.stringMatching(new RegExp(`^sub/page.html: .* ${problem}$`))]);
});
