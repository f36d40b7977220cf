import { Command, Option } from 'commander';
import { SCENARIO_NAMES, type ScenarioName } from '../../../mocks/scenarios.ts';
import { action } from './failure.ts';
import { onSignal } from './interruption.ts';
import { parseTimestamp, parseWhole } from './parse-setting.ts';
import { printResult } from './result.ts';
import { addSettings, MACHINE_ZONE } from './settings.ts';

interface MockSettings {
  readonly form: 1 | 2;
  readonly host: string;
  readonly port: number;
  /** Null uses the machine's time zone. */
  readonly timeZone: string | null;
  readonly scenario: ScenarioName;
  readonly now?: string;
  readonly delay: number;
  readonly vary?: number;
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
        .argParser((text) => parseWhole(text, 0, 65_535)),
    )
    .addOption(
      new Option('--scenario <name>', `scenario for requests that don't choose one: ${list(SCENARIO_NAMES)}`)
        .env('HEADCOUNT_MOCK_SCENARIO')
        .choices(SCENARIO_NAMES)
        .default('rush'),
    )
    .addOption(
      new Option('--now <time>', 'freeze the clock at this time, such as 2026-11-20T12:30:00-08:00')
        .default(undefined, 'the clock runs')
        .argParser(parseTimestamp),
    )
    .addOption(
      new Option('--delay <milliseconds>', 'delay of each response')
        .default(0)
        .argParser((text) => parseWhole(text, 0, 60_000)),
    )
    .addOption(
      new Option('--vary <seed>', 'respond as another deployment may, chosen by a number from 1 to 999999')
        .default(undefined, 'as this implementation')
        .argParser((text) => parseWhole(text, 1, 999_999)),
    )
    .option('--json', 'print the address and the endpoints as JSON', false)
    .action(action(runMock));
}

async function runMock({ timeZone, json, ...settings }: MockSettings): Promise<void> {
  // Loading Prism takes most of a second; other commands shouldn't wait for it.
  const { startMock } = await import('../../../mocks/main.ts');
  const mock = await startMock({ ...settings, ...(timeZone === null ? {} : { timeZone }) });
  onSignal(() => mock.close());
  const { url, endpoints } = mock;
  printResult(json, { url, form: settings.form, scenario: settings.scenario, endpoints }, mock.welcome);
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names).replace(', or ', ' or ');
}
