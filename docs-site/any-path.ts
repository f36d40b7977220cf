import { policyElement } from './policy.ts';

/** The path that the pages are built for. No link may have it in the end. */
export const BASE = '/__site__';

/** The directives of a page besides its scripts: the search reads its index, and its code is WebAssembly. */
const NEEDS = { inlineStyles: true, wasm: true, more: ["connect-src 'self'", "worker-src 'self'"] } as const;

/**
 * Makes a page that was built for `BASE` work under any path: each link becomes relative to the page. Adds the page's content security
 * policy. `moved` has the paths of files that aren't where the build put them.
 */
export function pageForAnyPath(path: string, html: string, moved: ReadonlyMap<string, string>): string {
  const up = '../'.repeat(path.split('/').length - 1);
  const relative = html.replaceAll(LINK, (_, start: string, target: string, anchor = '') => {
    const file = target === '' ? 'index.html' : target;
    return `${start}./${up}${moved.get(file) ?? file}${anchor}"`;
  });
  const inlineScripts = [...relative.matchAll(INLINE_SCRIPT)].map(([, text = '']) => text);
  return assertDone(
    path,
    relative.replace(
      /<meta charset="[^"]*"\s*\/?>/i,
      (charset) => `${charset}\n${policyElement({ ...NEEDS, inlineScripts })}`,
    ),
  );
}

/** The same for a script of a page, which asks for the place where it is itself. */
export function scriptForAnyPath(path: string, script: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  const text = script.replaceAll(
    TEXT,
    (_, _quote: string, target: string) => `(new URL("${up}${target}",import.meta.url).pathname)`,
  );
  return assertDone(path, text);
}

const LINK = new RegExp(`(\\s(?:href|src|content)=")${BASE}/?([^"#]*)(#[^"]*)?"`, 'g');
const TEXT = new RegExp(`(["'\`])${BASE}/?([^"'\`]*)\\1`, 'g');
const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

function assertDone(path: string, text: string): string {
  if (text.includes(BASE)) throw new Error(`${path} still has the path that it was built for`);
  return text;
}
