import { join, relative, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { buildSite } from './build.ts';
import { PROJECT } from './contents.ts';
import { isFresh } from './fingerprint.ts';
import { SiteError } from './site-folder.ts';

/** The default output folder, where the service also looks for the site. */
const DIST = join(PROJECT, 'docs-site/dist');

/** Runs `headcount docs` and returns the exit code: 1 if the site has dead links, 2 for invalid arguments. */
export async function main(args: readonly string[]): Promise<number> {
  const program = new Command('headcount docs')
    .description('Build the documentation site, for /docs of the service or any static host.')
    .option('--out <folder>', 'output folder; an existing site is replaced', DIST)
    .option('--if-stale', 'do nothing if the site is up to date')
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
  const start = performance.now();
  // `buildSite` removes an unfinished site when the process exits.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  try {
    const { pages } = await buildSite(folder);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${pages} pages in ${relative(process.cwd(), folder) || folder}, built in ${seconds} s`);
    return 0;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    console.error(error.message);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
