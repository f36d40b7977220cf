import { Command } from 'commander';
import { main } from '../../conformance/main.ts';

/** `headcount conformance`: the gate, which knows a deployment by HTTP and the documents only. It reads its own arguments. */
export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('Tell whether a deployment, whoever wrote it, keeps the contract.')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[arguments...]', 'as `headcount conformance --help` lists them')
    .action(async (args: readonly string[]) => {
      process.exitCode = await main(args);
    });
}
