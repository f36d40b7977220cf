import { Command, Option } from 'commander';
import { defaultMaxRequests, limits } from '../safety/limits.ts';
import { collected, type JudgingFlags, shellWord, whole } from './arguments.ts';
import { exitCodeOf } from './failure.ts';
import type { RunFlags, SharedOptions } from './run.ts';

const help = `
Examples:
  Check a deployment, and write the reports to a folder:
    headcount conformance --url https://staging.example.edu --form 2 \\
      --out report
  Print the requests without sending any:
    headcount conformance --form 2 --plan
  Find requirements that fail in some runs only:
    headcount conformance --url https://staging.example.edu --form 2 --repeat 3
  Accept today's failures, and fail on new ones:
    headcount conformance --url https://staging.example.edu --form 2 \\
      --write-expected known.yaml
    headcount conformance --url https://staging.example.edu --form 2 \\
      --expected-failures known.yaml
  Check a saved run again, and compare two reports:
    headcount conformance judge report/run.har
    headcount conformance compare before after

Environment:
  HEADCOUNT_API_KEY  the key of the deployment, unless there is a --key-file
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                     proxies, as curl reads them; never for this machine itself
  NO_COLOR           if it is not empty, the output has no colors
`;

const exitCodes = `
Exit codes:
  0  success
  1  a requirement is broken
  2  usage error
  3  inconclusive
  4  the gate itself is broken`;

const comparisonExitCodes = `
Exit codes:
  0  no new failures
  1  new failures
  2  usage error`;

/**
 * The commands of the gate, as the command `conformance`; `exit` gets the exit code of the one that ran. They import the
 * rest of the gate when they run, so that help and completion start quickly.
 * @param shared What several runs in this process share.
 */
export function conformanceCommand(exit: (code: number) => void, shared: SharedOptions = {}): Command {
  const program = new Command('conformance')
    .usage('--url <url> --form <form> [options]')
    .description('Check whether a deployment of the Queue Headcount Estimate API conforms to its contract.')
    .helpCommand(false)
    .addHelpText('after', help + exitCodes)
    .exitOverride();
  addDeployment(program);
  addJudging(program);
  addLimits(program);
  program.action(async (flags: RunFlags) => {
    if (flags.form === undefined && flags.url === undefined) {
      program.outputHelp({ error: true });
      exit(2);
    } else {
      const { run } = await import('./run.ts');
      exit(await run({ ...flags, given: givenOptions(program) }, shared).catch(exitCodeOf));
    }
  });
  addJudge(program, exit);
  addCompare(program, exit);
  return program;
}

/** The options that were given, as in a shell. The value of a field is left out unless it comes from a variable: it may be secret. */
function givenOptions(program: Command): string {
  return program.options
    .flatMap((option) => {
      const name = option.attributeName();
      const value: unknown = program.getOptionValue(name);
      const values = Array.isArray(value) ? value : [value];
      if (program.getOptionValueSource(name) !== 'cli') return [];
      return values.flatMap((one) =>
        one === true ? [option.long] : [option.long, quoted(String(one), name)],
      );
    })
    .join(' ');
}

function quoted(text: string, name: string): string {
  const shown = name === 'header' && !text.includes('$') ? text.replace(/:.*/s, ': …') : text;
  return shellWord(shown);
}

function addDeployment(program: Command): void {
  program
    .optionsGroup('Deployment:')
    .addOption(
      absent(
        '--url <url>',
        'base URL of the deployment, without /api/v1',
        'required, unless there is a --plan',
      ),
    )
    .addOption(
      absent('--form <form>', 'form that the deployment implements: 1, 2 or auto', 'required').choices([
        '1',
        '2',
        'auto',
      ]),
    )
    .addOption(absent('--key-file <file>', 'file that contains the key', 'the key in HEADCOUNT_API_KEY'))
    .addOption(
      absent(
        '--public-url <url>',
        'base URL expected in next and previous',
        'the base URL of the deployment',
      ),
    );
  program
    .optionsGroup('Connection:')
    .addOption(
      absent(
        '--wait-ready <seconds>',
        'first wait until the deployment responds, at most this long',
        'no wait',
      ).argParser(whole),
    )
    .addOption(
      absent('--header <text>', "field of every request, as in 'Name: $VARIABLE'; repeatable").argParser(
        collected,
      ),
    )
    .addOption(absent('--ca <file>', 'certificate of an authority to trust besides the usual ones'))
    .addOption(absent('--client-cert <file>', 'certificate that the gate shows'))
    .addOption(absent('--client-key <file>', 'private key of that certificate'))
    .option('--insecure', 'accept any certificate; every report says so');
}

function addJudging(program: Command): void {
  program
    .optionsGroup('Requirements and results:')
    .addOption(
      new Option('--level <level>', 'full, or contract: only requirements that a mock can meet')
        .choices(['contract', 'full'])
        .default('full'),
    );
  addResults(program)
    .addOption(
      absent(
        '--repeat <n>',
        'number of runs; flaky requirements are reported',
        '1, without a summary of runs',
      ).argParser(whole),
    )
    .addOption(reports('folder to write the reports and the recording (run.har) to'))
    .option('--plan', 'print the requests without sending any')
    .option('--json', 'print the report, the summary of runs, or the plan as JSON');
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
  const command = program
    .command('judge')
    .argument('<har>', 'the run.har of a run with --out, which may be gzipped')
    .description('Check a run that the gate recorded again, without sending requests.');
  addResults(command)
    .addOption(reports('folder to write the reports to'))
    .option('--json', 'print the report as JSON')
    .addHelpText('after', exitCodes)
    .action(async (file: string, _flags: unknown, judging: Command) => {
      const { judge } = await import('./judge.ts');
      exit(await judge(file, judging.optsWithGlobals<JudgingFlags>()).catch(exitCodeOf));
    });
}

function addCompare(program: Command, exit: (code: number) => void): void {
  program
    .command('compare')
    .argument('<before>', 'the earlier report')
    .argument('<after>', 'the later report')
    .description('Compare two reports, each a report.json or the folder of a run or of repeated runs.')
    .option('--json', 'print the comparison as JSON')
    .addHelpText('after', comparisonExitCodes)
    .action(async (before: string, after: string, _flags: unknown, comparing: Command) => {
      const flags = comparing.optsWithGlobals<{ json?: boolean }>();
      const module = import('./compare.ts');
      exit(await module.then(({ compare }) => compare(before, after, flags)).catch(exitCodeOf));
    });
}

/** Options of every command that checks a run. */
function addResults(command: Command): Command {
  return command
    .addOption(
      absent('--expected-failures <file>', 'file with known failures, their reasons and review dates'),
    )
    .addOption(absent('--write-expected <file>', 'write or update the file of known failures, then apply it'))
    .option('--complete', 'exit with 3 if a required check could not run')
    .option('--verbose', 'print the details of failures, and what was not tested and why');
}

function reports(description: string): Option {
  return absent('--out <dir>', description, 'none, the summary is only printed');
}

/** An option without a default value; help says what its absence means. */
function absent(flags: string, description: string, meaning = 'none'): Option {
  return new Option(flags, description).default(undefined, meaning);
}
