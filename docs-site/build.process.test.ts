import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { builtSite } from './browser/served-site.fixture.ts';
import { publishedHeaders, startStaticHost } from './browser/static-host.fixture.ts';
import { PROJECT } from './contents.ts';
import { isFresh } from './fingerprint.ts';
import { main } from './main.ts';

const root = mkdtempSync(join(tmpdir(), 'build-'));
const site = join(root, 'site');
beforeAll(async () => {
  cpSync(await builtSite(), site, { recursive: true });
}, 60_000);
afterAll(() => rmSync(root, { recursive: true }));

function read(path: string): string {
  return readFileSync(join(site, path), 'utf8');
}

/** A text without inline scripts and blocks of code: what looks like a link there is none. */
function withoutCode(text: string): string {
  return text.replaceAll(/<script\b(?![^>]*\ssrc=)[^>]*>[\s\S]*?<\/script>|^```[\s\S]*?^```/gm, '');
}

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
    const named = globSync('{src,mocks,conformance,openapi}/**/*.{ts,yaml,html}', {
      cwd: PROJECT,
      exclude: ['**/*.test.ts'],
    }).flatMap((file) =>
      [...readFileSync(join(PROJECT, file), 'utf8').matchAll(/\bdocs\/([\w/-]+\.html)(?:#([\w-]+))?/g)].map(
        ([, page = '', anchor]) => ({ page, anchor }),
      ),
    );
    expect(named.length).toBeGreaterThan(2);
    for (const { page, anchor } of named) {
      // The service leads from this earlier address to its explorer.
      if (page === 'explorer/index.html') continue;
      expect(existsSync(join(site, page)), page).toBe(true);
      if (anchor !== undefined) expect(read(page), page).toContain(`id="${anchor}"`);
    }
  });

  it('has both documents as reference pages, YAML and JSON', () => {
    for (const form of [1, 2]) {
      const yaml = readFileSync(join(PROJECT, `openapi/form-${form}.yaml`), 'utf8');
      expect(read(`openapi/form-${form}.yaml`)).toBe(yaml);
      expect(JSON.parse(read(`openapi/form-${form}.json`))).toEqual(parse(yaml));
      const page = read(`openapi/form-${form}.html`);
      expect(page).not.toContain('cdn.redoc.ly');
      expect(page).toContain(`try-it.html#getChart${form === 1 ? '?__form=1' : ''})`);
      expect(page).toContain('"disableTelemetry":true');
    }
  });

  it('has reference pages that share a script, which is named after its content', () => {
    const shared = [1, 2].map(
      (form) => /"\.\.\/assets\/(redoc-[\da-f]{12}\.js)"/.exec(read(`openapi/form-${form}.html`))?.[1],
    );
    expect(shared[0]).toBe(shared[1]);
    expect(readdirSync(join(site, 'assets')).filter((name) => /^redoc-.*\.js$/.test(name))).toEqual([
      shared[0],
    ]);
  });

  it('has every text of a kilobyte and more also encoded with Brotli and gzip, except what a deployment writes itself', () => {
    const texts = globSync('**/*.{html,js,css,svg,json,yaml,md,xml,txt}', { cwd: site });
    const encoded = texts.filter((file) => existsSync(join(site, `${file}.br`)));
    expect(encoded.length).toBeGreaterThan(100);
    for (const file of encoded) {
      const content = readFileSync(join(site, file));
      expect(content.equals(brotliDecompressSync(readFileSync(join(site, `${file}.br`)))), file).toBe(true);
      expect(content.equals(gunzipSync(readFileSync(join(site, `${file}.gz`)))), file).toBe(true);
    }
    const large = texts.filter((file) => statSync(join(site, file)).size >= 1024 && !encoded.includes(file));
    expect(large.toSorted()).toEqual(
      [1, 2].flatMap((form) => ['json', 'md', 'yaml'].map((ending) => `openapi/form-${form}.${ending}`)),
    );
  });

  it('has a Markdown twin of every page, and links to it', () => {
    const pages = globSync('**/*.html', { cwd: site, exclude: ['404.html'] });
    expect(pages.length).toBeGreaterThan(60);
    for (const page of pages) {
      const twin = page.replace(/html$/, 'md');
      const [link = ''] = /<link rel="alternate"[^>]*>/.exec(read(page)) ?? [];
      expect(link, page).toContain(`href="${basename(twin)}"`);
      expect(link, page).toContain('type="text/markdown"');
      expect(read(twin)).toMatch(/^# \S/);
    }
  });

  it('has a policy on every page, by which its scripts are its own, without eval', () => {
    for (const page of globSync('**/*.html', { cwd: site })) {
      const [start = ''] = read(page).split('<script');
      const [, policy = ''] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(start) ?? [];
      expect(policy, page).toMatch(
        /^default-src 'none'; script-src 'self'( 'wasm-unsafe-eval')?( 'sha256-\S+')*; style-src 'self'/,
      );
      expect(policy, page).not.toMatch(/(script|style)-src[^;]*(http|\*)/);
    }
  });

  it('has every page, twin and file within reach of its links, under any path and with the headers of the guide', async () => {
    const host = await startStaticHost(site);
    const found = new Set([`${host.url}/index.html`, `${host.url}/llms.txt`]);
    const problems: string[] = [];
    try {
      // A set's iteration includes what is added meanwhile.
      for (const address of found) {
        const response = await fetch(address);
        if (response.status !== 200) problems.push(`${address} has status ${response.status}`);
        for (const [name, value] of publishedHeaders()) expect(response.headers.get(name)).toBe(value);
        const type = response.headers.get('content-type') ?? '';
        if (!/^text\/(html|markdown|plain)/.test(type) || address.includes('/files/')) {
          await response.body?.cancel();
          continue;
        }
        const text = await response.text();
        const links = type.startsWith('text/html')
          ? /<[a-z][^<>]*?\s(?:href|src)="([^"#]+)/g
          : /\]\(([^()\s#]+)/g;
        for (const [, link = ''] of withoutCode(text).matchAll(links)) {
          const { href } = new URL(link.replaceAll('&amp;', '&'), address);
          if (!href.startsWith(host.origin)) continue;
          if (href.startsWith(`${host.url}/`)) found.add(href);
          else problems.push(`${address} links to ${href}`);
        }
      }
    } finally {
      await host.close();
    }
    expect(problems).toEqual([]);
    const reached = new Set([...found].map((address) => address.slice(host.url.length + 1)));
    const written = globSync('**/*.{html,md,css,xml,yaml,har.gz}', {
      cwd: site,
      exclude: ['404.html', 'pagefind/**'],
    });
    expect(written.map((path) => path.replaceAll('\\', '/')).filter((path) => !reached.has(path))).toEqual(
      [],
    );
  });

  it('is built into the folder of the command, unless it is up to date', async () => {
    const before = statSync(join(site, 'index.html')).mtimeMs;
    expect(await main(['--out', site, '--if-stale'])).toBe(0);
    expect(statSync(join(site, 'index.html')).mtimeMs).toBe(before);
  });

  it('has the licenses of the packages in its scripts and reference', () => {
    const licenses = read('assets/THIRD-PARTY.txt');
    for (const name of ['@redocly/cli', 'pagefind', 'temporal-polyfill'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('has a mock in a page that stays small, since Prism is not in it', () => {
    expect(gzipSync(read('assets/try-it.js')).length).toBeLessThan(50_000);
  });

  it('knows whether its sources have changed', async () => {
    expect(await isFresh(site)).toBe(true);
    writeFileSync(join(site, '.built-from'), 'something else');
    expect(await isFresh(site)).toBe(false);
    expect(await isFresh(join(root, 'nowhere'))).toBe(false);
  });
});
