import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { BASE, pageForAnyPath, scriptForAnyPath } from './any-path.ts';

const MOVED = new Map([['decisions.html', 'decisions/index.html']]);

it.each([
  ['index.html', `${BASE}/errors.html#not-found`, './errors.html#not-found'],
  ['commands/serve.html', `${BASE}/errors.html`, './../errors.html'],
  ['commands/serve.html', `${BASE}`, './../index.html'],
  ['errors.html', `${BASE}/decisions.html`, './decisions/index.html'],
  ['errors.html', 'https://example.org/', 'https://example.org/'],
  ['errors.html', '#top', '#top'],
])('the link of %s to %s becomes %s', (page, link, expected) => {
  const html = pageForAnyPath(page, `<meta charset="utf-8"/><a class="a" href="${link}">`, MOVED);
  expect(/href="([^"]*)"/.exec(html)?.[1]).toBe(expected);
});

it('a page gets a policy, before its first script, that allows its own inline scripts only', () => {
  const html = pageForAnyPath(
    'a.html',
    '<meta charset="utf-8"/><script>a()</script><script src="b.js"></script>',
    MOVED,
  );
  const hash = createHash('sha256').update('a()').digest('base64');
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(html.indexOf(policy)).toBeLessThan(html.indexOf('<script'));
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`);
  expect(policy).toMatch(/^default-src 'none';/);
});

it('a script asks for the folder where it is', () => {
  const script = scriptForAnyPath('assets/a.js', `const a=f("${BASE}");return"${BASE}/pagefind/"`);
  const place = (path: string) => `(new URL("${path}",import.meta.url).pathname)`;
  expect(script).toBe(`const a=f(${place('../')});return${place('../pagefind/')}`);
});

it('fails if a link remains', () => {
  expect(() => scriptForAnyPath('a.js', `// ${BASE}`)).toThrow('a.js still has the path');
});
