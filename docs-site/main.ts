import { join, relative, resolve } from 'node:path';
import { buildSite } from './build.ts';
import { type DocsOptions, docsCommand } from './command.ts';
import { PROJECT } from './contents.ts';
import { isFresh } from './fingerprint.ts';
import { SiteError } from './site-folder.ts';

/** The default output folder, where the service also looks for the site. */
const DIST = join(PROJECT, 'docs-site/dist');

/** Builds the site and returns the exit code: 1 if it can't be built, for example because of dead links. */
export async function build({ out = DIST, ifStale, json }: DocsOptions): Promise<0 | 1> {
  const folder = resolve(out);
  if (ifStale && (await isFresh(folder))) {
    if (json) console.log(JSON.stringify({ folder, built: false }, null, 2));
    return 0;
  }
  const start = performance.now();
  // `buildSite` removes an unfinished site when the process exits.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  try {
    const { pages } = await buildSite(folder);
    const seconds = (performance.now() - start) / 1000;
    console.log(
      json
        ? JSON.stringify({ folder, built: true, pages, seconds }, null, 2)
        : `${pages} pages in ${relative(process.cwd(), folder) || folder}, built in ${seconds.toFixed(1)} s`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    console.error(error.message);
    return 1;
  }
}

if (import.meta.main) {
  const command = docsCommand(async (options) => {
    process.exitCode = await build(options);
  });
  await command.parseAsync();
}
