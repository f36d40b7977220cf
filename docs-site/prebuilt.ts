import { cp, glob } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocsOptions } from './command.ts';
import { replaceSite, SiteError } from './site-folder.ts';

const SITE = fileURLToPath(new URL('./dist', import.meta.url));

/**
 * `headcount docs` in the package, which has the built site and not what builds it: copies the site, or says where it is.
 * Returns the exit code.
 */
export async function build({ out = SITE, json }: DocsOptions): Promise<0 | 1> {
  const folder = resolve(out);
  const shown = relative(process.cwd(), folder) || folder;
  const say = (text: string, result: object) =>
    console.log(json ? JSON.stringify({ folder, ...result }, null, 2) : text);
  if (folder === SITE) {
    say(`The documentation site is in ${shown}; --out copies it to another folder`, { built: false });
    return 0;
  }
  const start = performance.now();
  try {
    await replaceSite(folder, (staging) => cp(SITE, staging, { recursive: true }));
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    console.error(error.message);
    return 1;
  }
  const pages = (await Array.fromAsync(glob('**/*.html', { cwd: folder }))).length;
  say(`${pages} pages in ${shown}`, { built: true, pages, seconds: (performance.now() - start) / 1000 });
  return 0;
}
