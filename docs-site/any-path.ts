import { withPolicy } from './policy.ts';

/** The path that the pages are built for. No link may have it in the end. */
export const BASE = '/__site__';

/**
 * Makes a page that was built for `BASE` work under any path: each link becomes relative to the page. Adds the page's content security
 * policy, by which the search reads its index and compiles WebAssembly. `moved` has the paths of files that aren't where the build put them.
 */
export function pageForAnyPath(path: string, html: string, moved: ReadonlyMap<string, string>): string {
  const relative = html.replaceAll(LINK, (_, start: string, target: string, anchor = '') => {
    const file = target === '' ? 'index.html' : target;
    return `${start}./${upFrom(path)}${moved.get(file) ?? file}${anchor}"`;
  });
  const page = withPolicy(relative, ["connect-src 'self'", "worker-src 'self'"], " 'wasm-unsafe-eval'");
  return assertDone(path, page);
}

/** The same for a script of a page, which asks for the place where it is itself. */
export function scriptForAnyPath(path: string, script: string): string {
  const text = script.replaceAll(
    TEXT,
    (_, _quote: string, target: string) => `(new URL("${upFrom(path)}${target}",import.meta.url).pathname)`,
  );
  return assertDone(path, text);
}

const LINK = new RegExp(`(\\s(?:href|src|content)=")${BASE}/?([^"#]*)(#[^"]*)?"`, 'g');
const TEXT = new RegExp(`(["'\`])${BASE}/?([^"'\`]*)\\1`, 'g');

const upFrom = (path: string) => '../'.repeat(path.split('/').length - 1);

function assertDone(path: string, text: string): string {
  if (text.includes(BASE)) throw new Error(`${path} still has the path that it was built for`);
  return text;
}
