import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtSite } from './browser/served-site.fixture.ts';
import { PROJECT } from './contents.ts';
import { isFresh } from './fingerprint.ts';
import { build } from './main.ts';

let site: string;
beforeAll(async () => {
  site = await builtSite();
}, 60_000);

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: site }).map((path) => path.replaceAll('\\', '/'));
const read = (path: string) => readFileSync(join(site, path), 'utf8');

describe('the built site', () => {
  it('has a page for each guide, and lists it', () => {
    const home = read('index.html');
    for (const name of readdirSync(join(PROJECT, 'docs')).filter((one) => one.endsWith('.md'))) {
      const output = name === 'README.md' ? 'index.html' : name.replace('.md', '.html').toLowerCase();
      expect(existsSync(join(site, output)), output).toBe(true);
      expect(home).toContain(`href="./${output}"`);
    }
  });

  it('has every page and anchor that the program and the documents name', () => {
    const sources = globSync('{src,mocks,conformance,openapi}/**/*.{ts,yaml,html}', {
      cwd: PROJECT,
      exclude: ['**/*.test.ts'],
    });
    const named = sources.flatMap((file) => [
      ...readFileSync(join(PROJECT, file), 'utf8').matchAll(/\bdocs\/([\w/-]+\.html)(?:#([\w-]+))?/g),
    ]);
    expect(named.length).toBeGreaterThan(2);
    for (const [, page = '', anchor] of named) {
      // The service leads from this earlier address to its explorer.
      if (page === 'explorer/index.html') continue;
      expect(existsSync(join(site, page)), page).toBe(true);
      if (anchor !== undefined) expect(read(page), page).toContain(`id="${anchor}"`);
    }
  });

  it('has both documents, and reference pages that share a script and ask no other host', () => {
    for (const form of [1, 2]) {
      for (const file of [`openapi/form-${form}.yaml`, `openapi/form-${form}.json`])
        expect(read(file)).toBe(readFileSync(join(PROJECT, file), 'utf8'));
      const page = read(`openapi/form-${form}.html`);
      expect(page).not.toContain('cdn.redoc.ly');
      expect(page).toContain(`try-it.html#getChart${form === 1 ? '?__form=1' : ''})`);
      expect(page).toContain('"disableTelemetry":true');
    }
    expect(filesOf('assets/redoc-*.js')).toHaveLength(1);
  });

  it('has encoded files beside its texts, except what a deployment writes itself', () => {
    const texts = filesOf('**/*.{html,js,css,svg,json,yaml,md,xml,txt}');
    const [encoded, others] = [true, false].map((isEncoded) =>
      texts.filter((file) => existsSync(join(site, `${file}.br`)) === isEncoded),
    ) as [string[], string[]];
    expect(encoded.length).toBeGreaterThan(100);
    const large = others.filter((file) => read(file).length >= 1024);
    expect(large.toSorted()).toEqual(
      [1, 2].flatMap((form) => ['json', 'md', 'yaml'].map((ending) => `openapi/form-${form}.${ending}`)),
    );
  });

  it('has a Markdown twin of every page, and a policy by which its scripts are its own, without eval', () => {
    for (const page of filesOf('**/*.html')) {
      const [start = ''] = read(page).split('<script');
      const [, policy = ''] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(start) ?? [];
      expect(policy, page).toMatch(
        /^default-src 'none'; script-src 'self'( 'wasm-unsafe-eval')?( 'sha256-\S+')*; style-src 'self'/,
      );
      expect(policy, page).not.toMatch(/(script|style)-src[^;]*(http|\*)/);
      if (page === '404.html') continue;
      const twin = page.replace(/html$/, 'md');
      expect(/<link rel="alternate"[^>]*>/.exec(read(page))?.[0], page).toContain(`href="${basename(twin)}"`);
      expect(read(twin)).toMatch(/^# \S/);
    }
  });

  it('is not built again while it is up to date, and has the licenses of its packages', async () => {
    expect(await build({ out: site, ifStale: true, json: false })).toBe(0);
    expect(await isFresh(join(site, 'nowhere'))).toBe(false);
    for (const name of ['@redocly/cli', 'pagefind', 'temporal-polyfill'])
      expect(read('assets/THIRD-PARTY.txt')).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('has a mock in a page that stays small, since Prism is not in it', () => {
    expect(gzipSync(read('assets/try-it.js')).length).toBeLessThan(50_000);
  });
});
