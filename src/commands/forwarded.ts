/** Commands of other folders, which parse their own arguments. */
import { Command } from 'commander';
import { action, OperatorError } from './failure.ts';

type Main = (args: readonly string[]) => Promise<number>;

/** `headcount conformance`: runs the conformance gate against a deployment. */
export function conformanceCommand(): Command {
  return forwarded(
    'conformance',
    'Check whether a deployment meets the contract.',
    async () => (await import('../../conformance/main.ts')).main,
  );
}

/** `headcount docs`: builds the documentation site. */
export function docsCommand(): Command {
  return forwarded(
    'docs',
    'Build the documentation site, for /docs of the service or any static host.',
    async () => (await import('../../docs-site/main.ts').catch(explainMissing)).main,
  );
}

/** `load` imports a program's code, so that other commands start without it. */
function forwarded(name: string, description: string, load: () => Promise<Main>): Command {
  return new Command(name)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[arguments...]', `see \`headcount ${name} --help\``)
    .action(
      action(async (args: readonly string[]) => {
        const main = await load();
        process.exitCode = await main(args);
      }),
    );
}

function explainMissing(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new OperatorError(
    `building the documentation needs development packages; run \`npm ci\`: ${message}`,
  );
}
