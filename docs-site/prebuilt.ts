import { cp } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { replaceSite, SiteError } from './site-folder.ts';

const SITE = fileURLToPath(new URL('./dist', import.meta.url));

/**
 * `headcount docs` in the package, which has the built site but not what builds it: writes the site to a folder. Returns the exit
 * code: 1 if the folder contains something else, 2 for invalid arguments.
 */
export async function main(args: readonly string[]): Promise<number> {
  const program = new Command('headcount docs')
    .description('Write the documentation site, for any static host.')
    .requiredOption('--out <folder>', 'output folder; an existing site is replaced')
    .exitOverride();
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  return copySite(resolve(program.opts<{ out: string }>().out));
}

async function copySite(folder: string): Promise<number> {
  try {
    await replaceSite(folder, (staging) => cp(SITE, staging, { recursive: true }));
    console.log(`The documentation site is in ${relative(process.cwd(), folder) || folder}`);
    return 0;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    console.error(error.message);
    return 1;
  }
}
