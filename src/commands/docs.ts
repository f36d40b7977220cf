import { Command } from 'commander';
import { action, OperatorError } from './failure.ts';

/** `headcount docs`: builds the documentation site from the documents and guides. It reads its own arguments. */
export function docsCommand(): Command {
  return new Command('docs')
    .description('Build the documentation site, for the service at /docs or for any static host.')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[arguments...]', 'as `headcount docs --help` lists them')
    .action(
      action(async (args: readonly string[]) => {
        // Loaded when it is wanted: it needs packages that a service alone does not.
        const { main } = await import('../../docs-site/main.ts').catch(explainMissing);
        process.exitCode = await main(args);
      }),
    );
}

function explainMissing(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new OperatorError(
    `the documentation is built with packages of development, run \`npm ci\`: ${message}`,
  );
}
