import { Command, Option } from 'commander';

/** Options of `headcount docs`. */
export interface DocsOptions {
  /** The output folder; default the one where the service also looks for the site. */
  readonly out?: string;
  readonly ifStale: boolean;
  readonly json: boolean;
}

/** `headcount docs`: builds the documentation site; `run` does it. */
export function docsCommand(run: (options: DocsOptions) => Promise<void>): Command {
  return new Command('docs')
    .description('Build the documentation site, for /docs of the service or any static host.')
    .addOption(
      new Option('--out <folder>', 'output folder; an existing site is replaced').default(
        undefined,
        'docs-site/dist of the program',
      ),
    )
    .option('--if-stale', 'do nothing if the site is up to date', false)
    .option('--json', 'print the result as JSON', false)
    .action(run);
}
