import { cp, glob, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageForAnyPath, scriptForAnyPath } from './any-path.ts';
import { buildPages } from './astro.ts';
import { bundleAssets } from './bundle.ts';
import { PROJECT } from './contents.ts';
import { deadLinks } from './dead-links.ts';
import { encodeFolder } from './encoded.ts';
import { fingerprint } from './fingerprint.ts';
import { type Guides, readGuides } from './guides.ts';
import { llmsText } from './llms.ts';
import { writeReference } from './reference/reference.ts';
import { replaceSite, SiteError, STAMP } from './site-folder.ts';
import { twinOf } from './twins.ts';

/** Pages of folders, which the build puts beside the folder, by where they belong. */
const MOVED = new Map([['decisions.html', 'decisions/index.html']]);

/**
 * Builds the site and then replaces the one in `folder`. Throws a `SiteError` that lists every dead link, and then keeps the old
 * site.
 */
export async function buildSite(folder: string): Promise<{ readonly pages: number }> {
  return replaceSite(folder, async (staging) => {
    const stamp = await fingerprint();
    const guides = await readGuides();
    await buildPages(staging, guides.sections, (built) => complete(built, guides));
    const problems = await deadLinks(staging);
    if (problems.length > 0) throw new SiteError(`The site has dead links:\n  ${problems.join('\n  ')}`);
    await encodeFolder(staging, folder);
    await writeFile(join(staging, STAMP), stamp);
    return { pages: guides.guides.length + 2 };
  });
}

/** Makes the built pages work under any path, and adds what Starlight doesn't make. */
async function complete(folder: string, guides: Guides): Promise<void> {
  for (const [from, to] of MOVED) await rename(join(folder, from), join(folder, to));
  for await (const file of glob('**/*.{html,js}', { cwd: folder })) {
    const path = file.replaceAll('\\', '/');
    const text = await readFile(join(folder, path), 'utf8');
    const written = path.endsWith('.html') ? pageForAnyPath(path, text, MOVED) : scriptForAnyPath(path, text);
    await writeFile(join(folder, path), written);
  }
  for (const { source, twin } of guides.guides) await writeFile(join(folder, twinOf(source.output)), twin);
  await writeFile(join(folder, 'llms.txt'), llmsText(guides));
  // The deployment that serves the site sends a script of its own under this address.
  await writeFile(join(folder, 'assets/deployment.js'), 'window.deployment = null;\n');
  await cp(join(PROJECT, 'docs-site/reference/reference.js'), join(folder, 'assets/reference.js'));
  for (const [name, text] of await bundleAssets()) await writeFile(join(folder, 'assets', name), text);
  for (const [file, target] of guides.copied) await cp(join(PROJECT, file), join(folder, target));
  await Promise.all([writeReference(1, folder), writeReference(2, folder)]);
}
