import { Command, Option } from 'commander';
import { SCENARIO_NAMES, type ScenarioName } from '../../mocks/scenarios.ts';
import { action } from './failure.ts';
import { parseTimestamp, parseWhole } from './parse-setting.ts';
import { onSignal } from './service.ts';
import { addSettings } from './settings.ts';

interface MockSettings {
  readonly form: 1 | 2;
  readonly host: string;
  readonly port: number;
  /** Null: the machine's. */
  readonly timeZone: string | null;
  readonly scenario: ScenarioName;
  readonly now?: string;
  readonly delay: number;
}

/** `headcount mock`, which is `npm run mock`: Prism on a form's document with scenarios that are about now. */
export function mockCommand(): Command {
  return addSettings(
    new Command('mock').description(
      'Serve made-up answers, for those who write a client: no key, no data, every scenario.',
    ),
    ['form', 'host', 'timeZone'],
  )
    .addOption(
      new Option('--port <number>', 'port to listen on, 0 for any free one')
        .env('HEADCOUNT_MOCK_PORT')
        .default(4010)
        .argParser((text) => parseWhole(text, 0, 65_535)),
    )
    .addOption(
      new Option('--scenario <name>', 'what requests get that choose none')
        .env('HEADCOUNT_MOCK_SCENARIO')
        .choices(SCENARIO_NAMES)
        .default('rush'),
    )
    .addOption(
      new Option('--now <time>', 'where the clock stands still, such as 2026-11-20T12:30:00-08:00').argParser(
        parseTimestamp,
      ),
    )
    .addOption(
      new Option('--delay <milliseconds>', 'how long each answer takes')
        .default(0)
        .argParser((text) => parseWhole(text, 0, 60_000)),
    )
    .action(action(runMock));
}

async function runMock({ timeZone, ...settings }: MockSettings): Promise<void> {
  // Prism takes most of a second to load, which the other commands need not wait for.
  const { startMock } = await import('../../mocks/main.ts');
  const mock = await startMock({ ...settings, ...(timeZone === null ? {} : { timeZone }) });
  onSignal(() => mock.close());
  console.log(mock.welcome);
}
