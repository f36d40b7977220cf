import { existsSync, readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { readHar } from './evidence/har.ts';
import { defaultMaxRequests, type GateOptions, runGate } from './gate.ts';
import { judgeInThread } from './judging.ts';
import { publish } from './reports/publish.ts';
import { buildReport } from './reports/report.ts';
import { createRedact } from './requests/credentials.ts';
import { planOf } from './requests/plan.ts';
import { limits } from './safety/limits.ts';
import { printableLines } from './safety/printable.ts';
import { readExpectedFailures } from './verdict/expected-list.ts';

const usageError = 2;
const brokenGate = 4;

interface RunFlags {
  readonly url?: string;
  readonly form?: '1' | '2' | 'auto';
  readonly out?: string;
  readonly keyFile?: string;
  readonly maxRequests: number;
  readonly plan?: boolean;
  readonly level: 'contract' | 'full';
  readonly publicUrl?: string;
  readonly complete?: boolean;
  readonly expectedFailures?: string;
  readonly timeout: number;
  readonly runTimeout: number;
  readonly ruleTimeout: number;
}

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
    .option('--timeout <seconds>', 'time limit of one request', whole, limits.requestMs / 1000)
    .option('--run-timeout <seconds>', 'time limit of all requests', whole, limits.runMs / 1000)
    .option('--rule-timeout <seconds>', 'time limit of one rule', whole, limits.ruleMs / 1000)
    .action(async (flags: RunFlags) => {
      exitCode = await run(flags);
    });
  program
    .command('judge <har>')
    .description('judge a saved run again without sending requests')
    .option('--out <dir>', 'folder for the reports')
    .option('--complete', 'exit 3 when a requirement was not exercised')
    .option('--expected-failures <file>', 'requirements that are known to fail, with reasons')
    .action(async (file: string, _flags: unknown, command: Command) => {
      exitCode = await rejudge(file, command.optsWithGlobals());
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

class UsageError extends Error {}

async function run(flags: RunFlags): Promise<number> {
  if (flags.form === undefined) throw new UsageError('--form is missing: 1, 2 or auto');
  const form = flags.form === 'auto' ? 'auto' : flags.form === '1' ? 1 : 2;
  if (flags.plan === true) {
    printPlan(form === 'auto' ? 2 : form, flags.maxRequests);
    return 0;
  }
  if (flags.url === undefined)
    throw new UsageError('--url is missing: the base URL of the deployment, without /api/v1');
  const key = readKey(flags.keyFile);
  const expected = readExpected(flags.expectedFailures);
  const options: GateOptions = {
    url: flags.url,
    form,
    key,
    level: flags.level,
    maxRequests: flags.maxRequests,
    complete: flags.complete === true,
    timeoutMs: flags.timeout * 1000,
    runTimeoutMs: flags.runTimeout * 1000,
    ruleTimeoutMs: flags.ruleTimeout * 1000,
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
  };
  const result = await runGate(options);
  return publish(
    buildReport(result.evidence, result, expected, flags.complete === true),
    result.evidence,
    flags.out,
  );
}

async function rejudge(
  file: string,
  flags: { out?: string; complete?: boolean; expectedFailures?: string; ruleTimeout: number },
): Promise<number> {
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  const evidence = readHar(readFileSync(file, 'utf8'));
  if (typeof evidence === 'string') throw new UsageError(`${file}: ${evidence}`);
  const expected = readExpected(flags.expectedFailures);
  const complete = flags.complete === true;
  const judging = judgeInThread(flags.ruleTimeout * 1000);
  try {
    const judged = await judging.judge(evidence, complete);
    return publish(buildReport(evidence, judged, expected, complete), evidence, flags.out);
  } finally {
    await judging.end();
  }
}

function readKey(file: string | undefined): string {
  if (file !== undefined && !existsSync(file)) throw new UsageError(`--key-file ${file} does not exist`);
  const key =
    (file === undefined ? process.env['HEADCOUNT_API_KEY'] : readFileSync(file, 'utf8'))?.trim() ?? '';
  if (key === '') throw new UsageError('No key: set HEADCOUNT_API_KEY, or use --key-file');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('The key contains a space or a character that is not allowed in a header');
  return key;
}

function readExpected(file: string | undefined) {
  if (file === undefined) return [];
  if (!existsSync(file)) throw new UsageError(`--expected-failures ${file} does not exist`);
  const expected = readExpectedFailures(readFileSync(file, 'utf8'));
  if (typeof expected === 'string') throw new UsageError(`${file}: ${expected}`);
  return expected;
}

function printPlan(form: 1 | 2, budget: number): void {
  const steps = planOf(form);
  for (const [at, step] of steps.entries()) {
    const note = step.kind === 'documents' ? ' (dredd)' : step.kind === 'optional' ? ' (optional)' : '';
    console.log(`${String(at + 1).padStart(3)}  ${step.shown.padEnd(66)} ${step.purpose}${note}`);
  }
  const certain = steps.filter(({ kind }) => kind !== 'optional').length - 1;
  console.log(
    `${certain} requests. The rest of the ${budget} allowed is used for more pages of the walk, then for optional requests.`,
  );
}

function url(text: string): string {
  const parsed = URL.parse(text);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new InvalidArgumentError('It must be a full URL with http or https.');
  if (parsed.username !== '' || parsed.password !== '')
    throw new InvalidArgumentError('It must not contain credentials.');
  return text;
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be an integer of 1 or more.');
  return value;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
