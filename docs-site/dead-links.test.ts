import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deadLinks } from './dead-links.ts';

it('finds dead links in pages, their twins and llms.txt, and ignores scripts, code and copied files', async () => {
  const site = mkdtempSync(join(tmpdir(), 'dead-links-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  const files = {
    'index.html':
      '<h1 id="top">A</h1><a href="gone-1.html"></a><script>const a = `<a href="gone-0.html">`;</script>',
    'deep/page.html':
      '<a href="../index.html#top"></a><a href="../index.html#gone-2"></a><a href="#gone-3"></a><a href="/gone-4.html"></a>',
    'code.html':
      '<code>&lt;a href="gone-0.html"&gt; and [a](gone-0.md)</code><a href="index.html#top?a=1"></a>',
    'deep/page.md': '[a](../index.html#top) and [b](gone-6.md)\n\n```md\n[c](gone-0.md)\n```\n',
    'llms.txt': '- [A](index.html), [B](gone-5.md), [C](deep/page.md#any)\n',
    'files/README.md': '[b](gone-0.md)\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), text);
  }
  expect((await deadLinks(site)).toSorted()).toEqual([
    'deep/page.html: #gone-3 is not an anchor on that page',
    'deep/page.html: ../index.html#gone-2 is not an anchor on that page',
    'deep/page.html: /gone-4.html is not relative',
    'deep/page.md: gone-6.md is not a file of the site',
    'index.html: gone-1.html is not a file of the site',
    'llms.txt: gone-5.md is not a file of the site',
  ]);
});
