import { join, relative, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { buildSite, SiteError } from './build.ts';
import { PROJECT } from './contents.ts';
import { isFresh } from './fingerprint.ts';

/** Where the site is built unless told otherwise, and where the service looks for it. */
const DIST = join(PROJECT, 'docs-site/dist');

/** Runs `headcount docs` with its arguments and returns the exit code: 1 when the site has dead links, 2 for a wrong call. */
export async function main(args: readonly string[]): Promise<number> {
  const program = new Command('docs')
    .description('Build the documentation site, for the service at /docs or for any static host.')
    .option('--out <folder>', 'where to build it; a folder that is there is replaced', DIST)
    .option('--if-stale', 'do nothing when the site there is up to date')
    .exitOverride();
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  const { out, ifStale } = program.opts<{ out: string; ifStale?: true }>();
  return build(resolve(out), ifStale === true);
}

async function build(folder: string, ifStale: boolean): Promise<number> {
  if (ifStale && (await isFresh(folder))) return 0;
  const begin = performance.now();
  // Ended midway, it leaves nothing half-built behind: `buildSite` clears away when the process exits.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  try {
    const { pages } = await buildSite(folder);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`${pages} pages in ${relative(process.cwd(), folder) || folder}, built in ${seconds} s`);
    return 0;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    console.error(error.message);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
