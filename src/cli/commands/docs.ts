import type { Command } from 'commander';
import { docsCommand as siteCommand } from '../../../docs-site/command.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { action } from './action.ts';

/** `headcount docs`: builds the documentation site. */
export function docsCommand(): Command {
  return siteCommand(
    action(async (options) => {
      const { build } = await import('../../../docs-site/main.ts').catch(explainMissing);
      process.exitCode = await build(options);
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
