import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Command } from 'commander';
import { loadDocument } from '../../service/contract/load-document.ts';
import { printResult } from './result.ts';

/** How to start the program: as its installation says, in a checkout, or from the package. */
export const PROGRAM =
  process.env['HEADCOUNT_PROGRAM'] ??
  (extname(import.meta.url) === '.ts' ? 'npx headcount' : 'npx queue-headcount');

interface Manifest {
  readonly version: string;
  readonly repository: { readonly url: string };
}

/** The package.json of the checkout or of the installed package. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
}

/** `headcount version`: prints what a bug report needs. */
export function versionCommand(): Command {
  return new Command('version')
    .description('Print the versions of the program, the contract, Node.js and SQLite.')
    .option('--json', 'print the result as JSON', false)
    .action(async ({ json }: { readonly json: boolean }) => {
      const versions = await readVersions();
      const lines = Object.entries(versions).map(([name, text]) => `${name.padEnd(13)} ${text}`);
      printResult(json, versions, lines.join('\n'));
    });
}

async function readVersions(): Promise<Readonly<Record<string, string>>> {
  return {
    headcount: manifest().version,
    contract: (await loadDocument(2)).info.version,
    node: process.versions.node,
    sqlite: process.versions['sqlite'] ?? 'none',
    platform: `${process.platform} ${process.arch}`,
  };
}
