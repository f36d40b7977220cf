/** Commands of other folders. */
import type { Command } from 'commander';
import { conformanceCommand as gateCommand } from '../../../conformance/commands/program.ts';
import { docsCommand as siteCommand } from '../../../docs-site/command.ts';
import { checkClientCommand as clientCommand } from '../../client-check/command.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { action } from './action.ts';

/** `headcount conformance`: runs the conformance gate against a deployment. */
export function conformanceCommand(): Command {
  return gateCommand((code) => {
    process.exitCode = code;
  });
}

/** `headcount check-client`: checks a client with the mock. */
export function checkClientCommand(): Command {
  return clientCommand((code) => {
    process.exitCode = code;
  });
}

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
