import { Command, Option } from 'commander';
import { latestRevision } from '../contract/revisions.ts';
import { defaultMaxRequests } from '../gate.ts';
import { limits } from '../safety/limits.ts';
import { revision, url, whole } from './arguments.ts';
import { compare } from './compare.ts';
import { type JudgeFlags, judge } from './judge.ts';
import { type RunFlags, run } from './run.ts';

const help = `
Examples:
  Check a deployment, and write the reports to a folder:
    npx headcount conformance --url https://staging.example.edu --form 2 --out report
  Print the requests without sending any:
    npx headcount conformance --form 2 --plan
  Find requirements that fail in some runs only:
    npx headcount conformance --url https://staging.example.edu --form 2 --repeat 3
  Accept today's failures, and fail on new ones:
    npx headcount conformance --url https://staging.example.edu --form 2 --write-expected known.yaml
    npx headcount conformance --url https://staging.example.edu --form 2 --expected-failures known.yaml
  Judge a saved run again, and compare two reports:
    npx headcount conformance judge report/run.har
    npx headcount conformance compare before after

Exit codes: 0 success, 1 a requirement is broken, 2 usage error, 3 inconclusive, 4 the gate itself is broken.
Guide: docs/conformance.md`;

/** The commands of the gate; `exit` gets the exit code of the one that ran. */
export function programWith(exit: (code: number) => void): Command {
  const program = new Command('headcount conformance')
    .usage('--url <url> --form <form> [options]')
    .description('Check whether a deployment of the Queue Headcount Estimate API conforms to its contract.')
    .helpCommand(false)
    .addHelpText('after', help)
    .exitOverride();
  addDeployment(program);
  addJudging(program);
  addLimits(program);
  program.action(async (flags: RunFlags) => exit(await run(flags)));
  addJudge(program, exit);
  addCompare(program, exit);
  return program;
}

function addDeployment(program: Command): void {
  program
    .optionsGroup('Deployment:')
    .option('--url <url>', 'base URL of the deployment, without /api/v1', url)
    .addOption(new Option('--form <form>', 'form that the deployment implements').choices(['1', '2', 'auto']))
    .option('--key-file <file>', 'file that contains the key (default: the key in HEADCOUNT_API_KEY)')
    .option('--public-url <url>', 'base URL expected in next and previous', url);
}

function addJudging(program: Command): void {
  program
    .optionsGroup('Requirements and results:')
    .addOption(
      new Option('--level <level>', 'contract: only requirements that a mock can meet')
        .choices(['contract', 'full'])
        .default('full'),
    )
    .option(
      '--requirements <revision>',
      'judge by this revision of the requirements; later ones never fail the run',
      revision,
      latestRevision,
    )
    .option('--expected-failures <file>', 'file with known failures, their reasons and review dates')
    .option('--write-expected <file>', 'write or update the file of known failures, then judge by it')
    .option('--complete', 'exit with 3 if a requirement was not exercised')
    .option('--repeat <n>', 'run n times, and report flaky requirements', whole)
    .option('--out <dir>', 'folder to write the reports and the recording (run.har) to')
    .option('--plan', 'print the requests without sending any');
}

function addLimits(program: Command): void {
  program
    .optionsGroup('Limits:')
    .option('--max-requests <n>', 'maximum number of requests of a run', whole, defaultMaxRequests)
    .option('--timeout <seconds>', 'time limit of one request', whole, limits.requestMs / 1000)
    .option('--run-timeout <seconds>', 'time limit of all requests', whole, limits.runMs / 1000)
    .option('--rule-timeout <seconds>', 'time limit of one rule', whole, limits.ruleMs / 1000);
}

function addJudge(program: Command, exit: (code: number) => void): void {
  program
    .command('judge <har>')
    .description('Judge a saved run, or a recording by a browser or proxy, without sending requests.')
    .option(
      '--url <url>',
      'base URL in the recording to judge (default: the one with the most requests)',
      url,
    )
    .addOption(
      new Option('--form <form>', 'form that the recorded deployment implements').choices(['1', '2', 'auto']),
    )
    .option('--public-url <url>', 'base URL expected in next and previous', url)
    .option('--requirements <revision>', 'judge by this revision of the requirements', revision)
    .option('--expected-failures <file>', 'file with known failures, their reasons and review dates')
    .option('--write-expected <file>', 'write or update the file of known failures, then judge by it')
    .option('--complete', 'exit with 3 if a requirement was not exercised')
    .option('--out <dir>', 'folder to write the reports to')
    .action(async (file: string, _flags: unknown, command: Command) =>
      exit(await judge(file, command.optsWithGlobals<JudgeFlags>())),
    );
}

function addCompare(program: Command, exit: (code: number) => void): void {
  program
    .command('compare <before> <after>')
    .description(
      'Compare two reports (report.json, or its folder). The exit code is 1 if there are new failures.',
    )
    .option('--json', 'print the comparison as JSON')
    .action((before: string, after: string, flags: { json?: boolean }) =>
      exit(compare(before, after, flags)),
    );
}
