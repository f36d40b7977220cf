import { type Command, InvalidArgumentError } from 'commander';
import type { Micros } from '../../../service/domain/micros.ts';
import { counted } from '../../../service/domain/texts.ts';
import type { ListedReport, ReportFilter } from '../../../service/store/live-report-store.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import { printResult } from '../action.ts';
import { addVenue } from '../venue-option.ts';
import {
  type Context,
  commandGroup,
  limitOption,
  option,
  parseId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, table, zoneSentence } from './table.ts';
import { instantAt, parseDuration, parseTime, type Time } from './when.ts';

/** The options that select reports: all given ones must match. */
interface FilterSettings extends StoreSettings {
  readonly id: number | null;
  readonly from: Time | null;
  readonly until: Time | null;
  readonly last: Micros | null;
  readonly reporter: number | null;
}

interface ListSettings extends FilterSettings {
  readonly limit: number;
}

interface RemoveSettings extends FilterSettings {
  readonly dryRun: boolean;
}

const ANY = { value: null, shown: 'any' } as const;
/** All times. */
const ALWAYS = { start: 0, end: Number.MAX_SAFE_INTEGER };
/** How many of the reports that would be removed are printed. */
const SHOWN = 100;

/** `headcount reports`: shows where reports come from, and removes those that should not have been made. */
export function reportsCommand(): Command {
  return commandGroup('reports', 'List and remove reports.', [listCommand(), removeCommand()]);
}

function listCommand(): Command {
  return addFilter(storeCommand('list', 'List reports and their sources, the newest first.'))
    .addOption(limitOption('reports'))
    .action(
      withStore<ListSettings>(async (context, { json, limit, ...settings }) => {
        const filter = { span: ALWAYS, ...filterOf(settings, context) };
        const reports = await listed(filter, limit, context);
        const text = reports.length === 0 ? 'No reports.' : reportTable(reports, context);
        printResult(json, { reports: reportResults(reports, context) }, text);
      }),
    );
}

function removeCommand(): Command {
  return addFilter(
    storeCommand('remove', 'Remove the reports to which all of the given options apply, with their photos.'),
  )
    .option('--dry-run', 'only print which they are', false)
    .action(
      withStore<RemoveSettings>(async (context, { json, dryRun, ...settings }) => {
        const { store, now } = context;
        const filter = filterOf(settings, context);
        if (Object.keys(filter).length === 0) {
          throw new OperatorError('say which reports to remove: --id, --from, --until, --last or --reporter');
        }
        if (!dryRun) {
          const removed = await store.removeReports(filter, now);
          return printResult(json, { removed }, `${counted(removed, 'report')} removed.`);
        }
        const matching = await store.countReports(filter);
        const reports = await listed(filter, SHOWN, context);
        const texts = [`${counted(matching, 'report')} would be removed.`];
        if (matching > reports.length) texts.push(`The newest ${reports.length}:`);
        if (matching > 0) texts.push(reportTable(reports, context));
        printResult(json, { matching, reports: reportResults(reports, context) }, texts.join('\n'));
      }),
    );
}

function addFilter(command: Command): Command {
  const times = 'such as 2026-11-20T12:30 at the venue, or with a UTC offset';
  return addVenue(command, 'required')
    .addOption(option('--id <id>', 'the report with this ID, as the feed shows it', parseReportId, ANY))
    .addOption(option('--from <time>', `reports from this time on, ${times}`, parseTime, ANY))
    .addOption(option('--until <time>', 'reports before this time', parseTime, ANY))
    .addOption(
      option('--last <duration>', 'reports of this time until now, such as 1h', parseDuration, ANY).conflicts(
        ['from', 'until'],
      ),
    )
    .addOption(option('--reporter <id>', 'reports of this device, by its ID', parseId, ANY));
}

/** The filter that the options give; empty without any. */
function filterOf(
  { id, from, until, last, reporter }: Omit<FilterSettings, keyof StoreSettings>,
  { time, now }: Context,
): ReportFilter {
  const span = {
    start: from !== null ? instantAt(from, time) : last !== null ? now - last : ALWAYS.start,
    end: until === null ? ALWAYS.end : instantAt(until, time),
  };
  if (span.start >= span.end) throw new OperatorError('--from must be before --until');
  return {
    ...(id === null ? {} : { id }),
    ...(from === null && until === null && last === null ? {} : { span }),
    ...(reporter === null ? {} : { reporter }),
  };
}

/** A report, and the name of the device that made it; null: a person, or an import. */
interface NamedReport extends ListedReport {
  readonly name: string | null;
}

async function listed(
  filter: ReportFilter,
  limit: number,
  { store }: Context,
): Promise<readonly NamedReport[]> {
  const names = new Map((await store.listReporters()).map(({ id, name }) => [id, name]));
  const reports = await store.listReports(filter, limit);
  return reports.map((report) => ({
    ...report,
    name: report.reporter === null ? null : (names.get(report.reporter) ?? null),
  }));
}

function reportTable(reports: readonly NamedReport[], { time }: Context): string {
  const rows = reports.map(({ id, createdAt, bucket, reporter, name }) => ({
    cells: [
      `${id}`,
      shortTime(createdAt, time),
      bucket,
      reporter === null ? 'a person or an import' : `device ${reporter}, ${name}`,
    ],
  }));
  return [zoneSentence(time), table(['ID', 'TIME', 'BUCKET', 'SOURCE'], rows)].join('\n');
}

function reportResults(reports: readonly NamedReport[], { time }: Context): readonly object[] {
  return reports.map(({ id, createdAt, bucket, reporter, name }) => ({
    id,
    created_at: time.timestamp(createdAt),
    bucket,
    reporter: reporter === null ? null : { id: reporter, name },
  }));
}

function parseReportId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new InvalidArgumentError('It must be the ID of a report, a whole number from 1.');
}
