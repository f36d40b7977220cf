import { Command, InvalidArgumentError, Option } from 'commander';
import { prepareOut, shellWord, UsageError, url, whole } from '../../conformance/commands/arguments.ts';
import { REAL_CLOCK } from './session.ts';

interface Flags {
  readonly form: '1' | '2';
  readonly host: string;
  readonly port?: number;
  readonly seconds?: number;
  readonly interval: number;
  readonly page?: string;
  readonly probe?: string;
  readonly out?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** Seconds of a scene, by default. People need longer to look at an app than a program needs to send requests. */
const SECONDS = { command: 10, app: 30 } as const;

/**
 * `headcount check-client`: plays scenes of the mock to a client, and checks what it requests; `exit` gets the exit code. It imports what
 * takes long to load when it runs.
 */
export function checkClientCommand(exit: (code: number) => void): Command {
  return new Command('check-client')
    .usage('[options] [-- command...]')
    .description('Check how a client of the API behaves, with a mock that plays what deployments may do.')
    .argument('[command...]', 'command that runs the client; {url} and {key} in it are replaced')
    .addOption(
      new Option('--form <form>', 'form of the API that the client is for: 1 or 2')
        .choices(['1', '2'])
        .default('2'),
    )
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      new Option('--port <number>', 'port to listen on')
        .default(undefined, 'any free one; without a command, point your app at it')
        .argParser(portOf),
    )
    .addOption(
      new Option('--seconds <number>', 'length of a scene; a command that still runs is then stopped')
        .default(undefined, `${SECONDS.command}, or ${SECONDS.app} without a command`)
        .argParser(whole),
    )
    .addOption(
      new Option(
        '--interval <seconds>',
        'shortest time between two polls; lower it for a client that you let poll faster',
      )
        .default(60)
        .argParser(whole),
    )
    .addOption(
      new Option(
        '--page <url>',
        'page that Chromium opens in each scene, instead of a command; {url} in it is replaced',
      ).default(undefined, 'none'),
    )
    .addOption(
      new Option('--probe <url>', 'URL of the app that responds with less than 500 while it is well').default(
        undefined,
        'none',
      ),
    )
    .addOption(
      new Option('--out <dir>', 'folder to write the reports and the recording (run.har) to').default(
        undefined,
        'none',
      ),
    )
    .option('--verbose', 'print the details of failures, and what was not tested and why')
    .option('--json', 'print the report as JSON')
    .action(async (words: readonly string[], flags: Flags) => {
      const { exitCodeOf } = await import('../../conformance/commands/failure.ts');
      exit(await check(words, flags).catch(exitCodeOf));
    });
}

async function check(words: readonly string[], flags: Flags): Promise<number> {
  const { publish } = await import('../../conformance/reports/publish.ts');
  const { checkClient } = await import('./check-client.ts');
  const { commandClient } = await import('./run-command.ts');
  const { pageClient } = await import('./open-page.ts');
  const { host, port, interval, page, probe } = flags;
  const form = flags.form === '1' ? 1 : 2;
  if (words.length > 0 && page !== undefined) throw new UsageError('Give a command or --page, not both.');
  if (page !== undefined && URL.parse(page) === null) throw new UsageError('--page must be a full URL');
  if (words.length === 0 && page === undefined && port === undefined)
    throw new UsageError('Give a command after --, or a --port to point your app at.');
  prepareOut({ ruleTimeout: 0, ...flags });
  const isApp = words.length === 0 && page === undefined;
  const milliseconds = (flags.seconds ?? (isApp ? SECONDS.app : SECONDS.command)) * 1000;
  const app = {
    name: `the app at port ${port}`,
    hasKey: true,
    run: async () => {
      await REAL_CLOCK.sleep(milliseconds);
      return { kind: 'unwatched', text: '' } as const;
    },
  };
  const runs = page === undefined ? commandClient(words, milliseconds) : pageClient(page, milliseconds);
  const { report, recording } = await checkClient({
    form,
    client: isApp ? app : runs,
    host,
    interval: interval * 1000,
    repeat: ['headcount', ...process.argv.slice(2).map(shellWord)].join(' '),
    ...(port === undefined ? {} : { port }),
    ...(probe === undefined ? {} : { probe: url('--probe', probe) }),
    onScene: ({ id, about, failure }, base) => {
      const load =
        isApp && failure !== undefined ? '; load the app only once, since more counts as retries' : '';
      console.error(`${base}  ${id}: ${about}${load}`);
    },
  }).catch((error: unknown) => {
    const { code, path, syscall = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UsageError(`--port ${port} is already in use; choose another.`);
    if (syscall === 'listen' || syscall === 'getaddrinfo')
      throw new UsageError(
        `--host ${host} with --port ${port ?? 0} cannot be used (${code}); choose another.`,
      );
    if (syscall.startsWith('spawn'))
      throw new UsageError(
        `The command ${path} cannot be started (${code}).${page === undefined ? '' : ' Set CHROMIUM to the path of Chromium or Chrome.'}`,
      );
    throw error;
  });
  return publish(report, recording, flags);
}

function portOf(text: string): number {
  if (whole(text) > 65_535) throw new InvalidArgumentError('It must be an integer from 1 to 65535.');
  return Number(text);
}
