import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deadLinksIn } from './dead-links-in.ts';

it('finds dead links in pages, twins, llms.txt, the 404 page and the search, and ignores copied files', async () => {
  const site = mkdtempSync(join(tmpdir(), 'dead-links-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  mkdirSync(join(site, 'files'));
  const files = {
    'index.html':
      '<h1 id="top">A</h1><a href="gone-1.html"></a><script>const a = `<a href="gone-0.html">`;</script>',
    '404.html': '<a href="gone-2.html"></a><a href="index.html#top"></a>',
    'index.md': '# A\n\n[b](gone-3.md), [here](#a) and [there](#b)\n',
    'llms.txt': '- [A](index.md), [B](gone-4.md)\n',
    'files/README.md': '[b](gone-5.md)\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(site, name), text);
  const found = { page: 'A', title: 'A', text: '' };
  const problems = await deadLinksIn(site, [
    { ...found, address: 'index.html#top' },
    { ...found, address: 'index.html#gone-6' },
  ]);
  expect(problems.toSorted()).toEqual([
    '404.html: gone-2.html is not a file of the site',
    'index.html: gone-1.html is not a file of the site',
    'index.md: #b is not an anchor on that page',
    'index.md: gone-3.md is not a file of the site',
    'llms.txt: gone-4.md is not a file of the site',
    'the search: index.html#gone-6 is not an anchor on that page',
  ]);
});
