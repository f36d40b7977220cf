import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rawRequest, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const root = mkdtempSync(join(tmpdir(), 'documentation-'));
afterAll(() => rmSync(root, { recursive: true }));

function builtSite(name: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'openapi'));
  writeFileSync(join(folder, 'index.html'), '<h1>Documentation</h1>');
  writeFileSync(join(folder, 'assets/site.css'), 'body {}');
  return folder;
}

const folder = builtSite('site');
const service = shared(start, {
  documentation: { folder, isBeingBuilt: () => false },
  settings: { trustProxy: ['loopback'] },
});
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${service().url}/${path}`, { headers });
/** The fields of a proxy that passes on a host. */
const via = (host: string) => ({ 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' });

describe('the documentation under /docs', () => {
  it('needs no key and consumes no quota', async () => {
    const { authorized } = service();
    for (const headers of [{}, authorized, authorized]) {
      const response = await get('docs/', headers);
      expect([response.status, await response.text()]).toEqual([200, '<h1>Documentation</h1>']);
    }
    expect(await service().store.usedQuota(service().keyId, '2026-10-16')).toBe(0);
  });

  it('has ETags with the version of the program, since packages and images give all files one time', async () => {
    utimesSync(join(folder, 'assets/site.css'), 0, 0);
    const { version } = JSON.parse(
      readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
    );
    for (const [path, rest] of [
      ['docs/assets/site.css', '7-0'],
      ['explorer.css', '\\d+-\\d+'],
    ] as const) {
      const { headers } = await get(path);
      expect(headers.get('etag')).toMatch(new RegExp(`^W/"${version}-${rest}"$`));
    }
  });

  it('may run only what its pages allow by their own policy, and is in no frame', async () => {
    const policy = "default-src 'none'; script-src 'sha256-abc'";
    const element = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    writeFileSync(join(folder, 'page.html'), `<!doctype html><head><meta charset="utf-8">${element}</head>`);
    const policyAt = async (path: string) => {
      const { headers } = await get(`docs/${path}`);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      return headers.get('content-security-policy');
    };
    expect(await policyAt('page.html')).toBe(`${policy}; frame-ancestors 'none'`);
    for (const path of ['', 'index.html', 'assets/site.css']) {
      const strict = (await policyAt(path)) ?? '';
      expect(strict).toMatch(/^default-src 'none'; script-src 'self'; .*; frame-ancestors 'none'$/);
      expect(strict).not.toContain('unsafe');
    }
  });

  it('lets the worker of the search read the index and compile its code, and nothing else', async () => {
    mkdirSync(join(folder, 'pagefind'), { recursive: true });
    writeFileSync(join(folder, 'pagefind/pagefind-worker.js'), 'search()');
    const { headers } = await get('docs/pagefind/pagefind-worker.js');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    );
  });

  it.each([null, 'line.example.edu'])('tells its pages the form and the address %s', async (host) => {
    const { headers, ...response } = await textAt(
      'docs/assets/deployment.js',
      host === null ? {} : via(host),
    );
    const baseUrl = host === null ? service().url : `https://${host}`;
    expect(response.text).toBe(`window.deployment = ${JSON.stringify({ baseUrl, form: 2 })};\n`);
    expect(headers.get('content-type')).toContain('javascript');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each([
    ['form-1.md', 'text/markdown; charset=utf-8', 'curl http://127.0.0.1:3000/api'],
    ['form-2.yaml', 'application/yaml; charset=utf-8', 'default: http://127.0.0.1:3000'],
    ['form-2.json', 'application/json; charset=utf-8', '{"default":"http://127.0.0.1:3000"}'],
  ])('names itself in the reference for programs: %s', async (file, type, text) => {
    writeFileSync(join(folder, 'openapi', file), text);
    const response = await textAt(`docs/openapi/${file}`, via('queue.example.edu'));
    expect(response.text).toBe(text.replace('http://127.0.0.1:3000', 'https://queue.example.edu'));
    expect(response.headers.get('content-type')).toBe(type);
    expect((await get('docs/openapi/form-3.md')).status).toBe(404);
  });

  it.each(['llms.txt', 'docs/llms.txt'])('lists its pages with absolute links at /%s', async (path) => {
    writeFileSync(
      join(folder, 'llms.txt'),
      '- [Errors](errors.md): All.\n- [Form 1](openapi/form-1.md) of [it](https://a.example/b)\n',
    );
    const { headers, text } = await textAt(path, via('queue.example.edu'));
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const site = 'https://queue.example.edu/docs';
    expect(text).toBe(
      `- [Errors](${site}/errors.md): All.\n- [Form 1](${site}/openapi/form-1.md) of [it](https://a.example/b)\n`,
    );
  });

  it('makes the reference for programs once per base URL, and again after the site was rebuilt', async () => {
    const file = join(folder, 'openapi/form-2.md');
    const write = (text: string, time: number) => {
      writeFileSync(file, text);
      utimesSync(file, time, time);
    };
    const textFor = (host: string) => textAt('docs/openapi/form-2.md', via(host));
    write('one http://127.0.0.1:3000', 1000);
    const { headers, text } = await textFor('a.example');
    expect(text).toBe('one https://a.example');
    // Of the same time and size, so that only a file which is read again shows it.
    write('two http://127.0.0.1:3000', 1000);
    expect((await textFor('a.example')).text).toBe('one https://a.example');
    expect((await textFor('b.example')).text).toBe('one https://b.example');
    const conditional = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'no-cache' };
    const again = await get('docs/openapi/form-2.md', { ...via('a.example'), ...conditional });
    expect(again.status).toBe(304);
    write('two http://127.0.0.1:3000', 2000);
    expect((await textFor('a.example')).text).toBe('two https://a.example');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('redirects from /docs to /docs/ relatively, as a proxy with a path prefix requires', async () => {
    for (const path of ['/docs', '/docs?from=mail']) {
      const { status, headers } = await rawRequest(service().url + path, {});
      expect([status, headers.location]).toEqual([301, 'docs/']);
    }
  });

  it('has a page for browsers that follow a dead link, with its policy, and a problem document for programs', async () => {
    const at = (Accept: string) => textAt('docs/deep/nothing.html', { Accept });
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const policy = "default-src 'none'; script-src 'sha256-abc'";
    const page = (up: string) =>
      `<meta http-equiv="Content-Security-Policy" content="${policy}"><a href="./${up}index.html">Home</a>`;
    writeFileSync(join(folder, '404.html'), page(''));
    const { status, headers, text } = await at(browser);
    expect([status, text]).toEqual([404, page('../')]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors 'none'`);
    expect((await at('*/*')).headers.get('content-type')).toBe('application/problem+json');
  });

  it('announces itself while it is being built, and then appears without a restart', async () => {
    let building = true;
    const { url } = await start({
      documentation: { folder: join(root, 'later'), isBeingBuilt: () => building },
    });
    for (const path of ['', 'index.html', 'quick-start.html', 'openapi/form-2.md', 'assets/site.css']) {
      const page = await fetch(`${url}/docs/${path}`, { headers: { Accept: 'text/html' } });
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '3']);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(await page.text()).toContain('http-equiv="refresh"');
      if (path === '') continue;
      const problem = await fetch(`${url}/docs/${path}`);
      expect([problem.status, problem.headers.get('retry-after')]).toEqual([503, '3']);
      expect(await problem.json()).toMatchObject({ detail: 'The documentation is being built.' });
    }
    builtSite('later');
    building = false;
    expect((await fetch(`${url}/docs/`)).status).toBe(200);
    expect((await fetch(`${url}/docs/quick-start.html`)).status).toBe(404);
  });

  it('explains how to build it when nobody is building it', async () => {
    const { url } = await start({ form: 1 });
    const response = await fetch(`${url}/docs/`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('npm run docs')]);
    expect(await (await fetch(`${url}/docs/assets/deployment.js`)).text()).toContain('"form":1}');
  });
});

async function textAt(path: string, headers: Readonly<Record<string, string>>) {
  const response = await get(path, headers);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
