import { type Command, InvalidArgumentError } from 'commander';
import type { Micros } from '../../../service/domain/micros.ts';
import { counted } from '../../../service/domain/texts.ts';
import type { ReportFilter } from '../../../service/store/live-report-store.ts';
import { OperatorError } from '../failure.ts';
import { parseInstant } from '../parse-setting.ts';
import { printResult } from '../result.ts';
import { addVenue } from '../venues/venue-option.ts';
import {
  commandGroup,
  option,
  parseId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';

interface RemoveSettings extends StoreSettings {
  readonly id: number | null;
  readonly from: Micros | null;
  readonly until: Micros | null;
  readonly reporter: number | null;
  readonly dryRun: boolean;
}

const ANY = { value: null, shown: 'any' } as const;

/** `headcount reports`: removes reports that should not have been made. */
export function reportsCommand(): Command {
  return commandGroup('reports', 'Remove reports.', [removeCommand()]);
}

function removeCommand(): Command {
  return addVenue(
    storeCommand('remove', 'Remove the reports to which all of the given options apply, with their photos.'),
    'required',
  )
    .addOption(option('--id <id>', 'the report with this ID, as the feed shows it', parseReportId, ANY))
    .addOption(
      option(
        '--from <time>',
        'reports from this time on, such as 2026-11-20T12:30:00-08:00',
        parseInstant,
        ANY,
      ),
    )
    .addOption(option('--until <time>', 'reports before this time', parseInstant, ANY))
    .addOption(option('--reporter <id>', 'reports of this device, by its ID', parseId, ANY))
    .option('--dry-run', 'only print how many there are', false)
    .action(
      withStore<RemoveSettings>(async ({ store, now }, { json, dryRun, ...settings }) => {
        const filter = filterOf(settings);
        const removed = dryRun ? await store.countReports(filter) : await store.removeReports(filter, now);
        const reports = counted(removed, 'report');
        const text = dryRun ? `${reports} would be removed.` : `${reports} removed.`;
        printResult(json, { [dryRun ? 'matching' : 'removed']: removed }, text);
      }),
    );
}

function filterOf({
  id,
  from,
  until,
  reporter,
}: Omit<RemoveSettings, keyof StoreSettings | 'dryRun'>): ReportFilter {
  if (id === null && from === null && until === null && reporter === null) {
    throw new OperatorError('say which reports to remove: --id, --from, --until or --reporter');
  }
  const span = { start: from ?? 0, end: until ?? Number.MAX_SAFE_INTEGER };
  if (span.start >= span.end) throw new OperatorError('--from must be before --until');
  return {
    ...(id === null ? {} : { id }),
    ...(from === null && until === null ? {} : { span }),
    ...(reporter === null ? {} : { reporter }),
  };
}

function parseReportId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new InvalidArgumentError('It must be the ID of a report, a whole number from 1.');
}
