import { Command } from 'commander';
import { loadDocument } from '../../service/contract/load-document.ts';
import { commit, manifest } from '../composition/about.ts';
import { printResult } from './action.ts';

/** `headcount version`: prints what a bug report needs. */
export function versionCommand(): Command {
  return new Command('version')
    .description('Print the versions of the program, the contract, Node.js and SQLite, and the commit.')
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
    commit: commit(),
    contract: (await loadDocument(2)).info.version,
    node: process.versions.node,
    sqlite: process.versions['sqlite'] ?? 'none',
    platform: `${process.platform} ${process.arch}`,
  };
}
