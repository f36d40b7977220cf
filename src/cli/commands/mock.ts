import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { MockOptions } from '../../../mocks/main.ts';
import { PLAY_NAMES, SCENARIO_NAMES } from '../../../mocks/scenarios.ts';
import { parseTimestamp, whole } from '../settings/parse-setting.ts';
import { addSettings, MACHINE_ZONE } from '../settings/settings.ts';
import { action, printResult } from './action.ts';
import { onSignal } from './interruption.ts';

interface MockSettings extends Omit<MockOptions, 'timeZone'> {
  /** Null uses the machine's time zone. */
  readonly timeZone: string | null;
  readonly json: boolean;
}

/** `headcount mock` (`npm run mock`): Prism with a form's document, and scenarios whose data is always current. */
export function mockCommand(): Command {
  return addSettings(
    new Command('mock').description('Serve realistic sample data to develop a client with. Any key works.'),
    ['form', 'host', 'timeZone'],
    MACHINE_ZONE,
  )
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 picks a free one')
        .env('HEADCOUNT_MOCK_PORT')
        .default(4010)
        .argParser(whole(0, 65_535)),
    )
    .addOption(
      new Option('--scenario <name>', `scenario for requests that don't choose one: ${list(SCENARIO_NAMES)}`)
        .env('HEADCOUNT_MOCK_SCENARIO')
        .choices(SCENARIO_NAMES)
        .default(undefined, 'rush'),
    )
    .addOption(new Option('--play <name>', `let a day pass instead: ${list(PLAY_NAMES)}`).choices(PLAY_NAMES))
    .addOption(
      new Option('--speed <number>', 'how many times as fast as real time the day passes, 1 to 3600')
        .default(undefined, '60')
        .argParser(whole(1, 3600)),
    )
    .addOption(
      new Option(
        '--now <time>',
        'freeze the clock, or start the day, at this time, such as 2026-11-20T12:30:00-08:00',
      )
        .default(undefined, 'the clock runs')
        .argParser(parseTimestamp),
    )
    .addOption(
      new Option('--delay <milliseconds>', 'delay of each response').default(0).argParser(whole(0, 60_000)),
    )
    .addOption(
      new Option('--vary <seed>', 'respond as another deployment may, chosen by a number from 1 to 999999')
        .default(undefined, 'as this implementation')
        .argParser(whole(1, 999_999)),
    )
    .option('--base-path <path>', 'path that everything is below, such as /queue')
    .option('--cors-credentials', 'let pages of other origins send credentials, as behind a sign-in', false)
    .addOption(
      new Option('--tls-cert <file>', 'serve HTTPS with this certificate, in PEM format').argParser(readText),
    )
    .addOption(new Option('--tls-key <file>', 'key of the certificate, in PEM format').argParser(readText))
    .option('--json', 'print the address and the endpoints as JSON', false)
    .action(action(runMock));
}

async function runMock({ timeZone, json, ...settings }: MockSettings, command: Command): Promise<void> {
  // Loading Prism takes most of a second; other commands shouldn't wait for it.
  const { startMock } = await import('../../../mocks/main.ts');
  const mock = await startMock({ ...settings, ...(timeZone === null ? {} : { timeZone }) }).catch(
    (error: unknown) => {
      const [, option = '', problem] =
        /^(play|basePath|tlsCert): (.*)/s.exec(String((error as Error).message)) ?? [];
      const flag = option.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
      if (flag !== '') command.error(`error: --${flag}: ${problem}`);
      throw error;
    },
  );
  onSignal(() => mock.close());
  const { form, scenario = 'rush', play } = settings;
  const { url, endpoints } = mock;
  const shown = play === undefined ? { scenario } : { play };
  printResult(json, { url, form, ...shown, endpoints }, mock.welcome);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${(error as Error).message}.`);
  }
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names).replace(', or ', ' or ');
}
