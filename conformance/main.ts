import { Command, CommanderError, Option } from 'commander';
import { revision, UsageError, url, whole } from './commands/arguments.ts';
import { compare } from './commands/compare.ts';
import { type JudgeFlags, judge } from './commands/judge.ts';
import { type RunFlags, run } from './commands/run.ts';
import { latestRevision } from './contract/revisions.ts';
import { defaultMaxRequests } from './gate.ts';
import { createRedact } from './requests/credentials.ts';
import { limits } from './safety/limits.ts';
import { printableLines } from './safety/printable.ts';

const usageError = 2;
const brokenGate = 4;

/** Runs the program with its arguments and returns the exit code; prints to stdout and stderr, never the key. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command('conformance')
    .description('Check whether a deployment of the Queue Headcount Estimate API conforms to its contract.')
    .exitOverride()
    .option('--url <url>', 'base URL of the deployment, without /api/v1', url)
    .addOption(new Option('--form <form>', 'form that the deployment implements').choices(['1', '2', 'auto']))
    .option('--out <dir>', 'folder for the reports and the HAR of the run')
    .option('--key-file <file>', 'file with the key; default: HEADCOUNT_API_KEY')
    .option('--max-requests <n>', 'maximum number of requests', whole, defaultMaxRequests)
    .option('--plan', 'print the requests without sending any')
    .addOption(
      new Option('--level <level>', 'contract: only what a mock can satisfy')
        .choices(['contract', 'full'])
        .default('full'),
    )
    .option('--public-url <url>', 'base URL expected in next and previous', url)
    .option('--complete', 'exit 3 when a requirement was not exercised')
    .option('--expected-failures <file>', 'requirements that are known to fail, with reasons')
    .option(
      '--requirements <revision>',
      'judge by this revision of the requirements',
      revision,
      latestRevision,
    )
    .option('--timeout <seconds>', 'time limit of one request', whole, limits.requestMs / 1000)
    .option('--run-timeout <seconds>', 'time limit of all requests', whole, limits.runMs / 1000)
    .option('--rule-timeout <seconds>', 'time limit of one rule', whole, limits.ruleMs / 1000)
    .action(async (flags: RunFlags) => {
      exitCode = await run(flags);
    });
  program
    .command('judge <har>')
    .description('judge a saved run, or a recording by a browser or proxy, without sending requests')
    .option('--url <url>', 'base URL to judge in a recording; default: the one with the most requests', url)
    .addOption(new Option('--form <form>', 'form of a recorded deployment').choices(['1', '2', 'auto']))
    .option('--public-url <url>', 'base URL expected in next and previous of a recording', url)
    .option('--out <dir>', 'folder for the reports')
    .option('--complete', 'exit 3 when a requirement was not exercised')
    .option('--expected-failures <file>', 'requirements that are known to fail, with reasons')
    .action(async (file: string, _flags: unknown, command: Command) => {
      exitCode = await judge(file, command.optsWithGlobals<JudgeFlags>());
    });
  program
    .command('compare <before> <after>')
    .description('compare two reports: what fails newly, is fixed, still fails or has changed')
    .option('--json', 'print the comparison as JSON')
    .action((before: string, after: string, flags: { json?: boolean }) => {
      exitCode = compare(before, after, flags);
    });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    if (error instanceof UsageError) {
      console.error(printableLines(error.message));
      return usageError;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const redacted = createRedact(process.env['HEADCOUNT_API_KEY'] ?? '')(text);
    console.error(`The gate itself failed.\n${printableLines(redacted)}`);
    return brokenGate;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
