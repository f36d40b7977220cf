import { closeSync, openSync, writeSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { Command } from 'commander';
import type { BadLineError } from '../../service/import/errors.ts';
import { readReports } from '../../service/import/read-file.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { ImportResult } from '../../service/store/store.ts';
import { action, OperatorError } from './failure.ts';
import { ProgressBar } from './progress-bar.ts';
import { printResult } from './result.ts';
import { addSettings, type Settings } from './settings.ts';

interface ImportSettings extends Pick<Settings, 'database'> {
  readonly skipBad?: string | true;
  readonly json: boolean;
}

/** `headcount import`: adds the reports of a file, all or none; reports that the database has are not added again. */
export function importCommand(): Command {
  return addSettings(
    new Command('import')
      .description(
        'Add the reports of a file: NDJSON, or CSV as either form exports it. The file may be gzipped.',
      )
      .argument('<file>', 'the file, or - for standard input')
      .option('--skip-bad [file]', 'skip bad lines and write them to a file (default: FILE.bad)')
      .option('--json', 'print the result as JSON', false),
    ['database'],
  ).action(
    action(async (file: string, settings: ImportSettings) => {
      const start = performance.now();
      const bad = settings.skipBad === undefined ? null : new BadLines(badFile(file, settings.skipBad));
      const bar = new ProgressBar(process.stderr);
      // Checked first, so that a mistyped name doesn't leave a new database behind.
      if (file !== '-') await checkReadable(file);
      const store = await openStore(settings.database, { create: true });
      try {
        const result = await store.addReports(
          readReports(file, {
            onProgress: (bytes, total) => bar.show(bytes, total),
            ...(bad === null ? {} : { onBadLine: (error: BadLineError) => bad.add(error) }),
          }),
        );
        bar.clear();
        const seconds = (performance.now() - start) / 1000;
        const skipped = bad === null || bad.count === 0 ? null : { lines: bad.count, file: bad.file };
        printResult(settings.json, { ...countsOf(result), seconds, skipped }, summary(result, seconds));
      } finally {
        bar.clear();
        bad?.close();
        await store.close();
      }
      if (bad !== null && bad.count > 0)
        console.error(
          `${bad.count === 1 ? '1 bad line was' : `${bad.count} bad lines were`} skipped and written to ${bad.file}.`,
        );
    }),
  );
}

async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw new OperatorError(`${file} does not exist or cannot be read`, { cause });
  });
  if ((await stat(file)).isDirectory()) throw new OperatorError(`${file} is a folder, not a file`);
}

function badFile(file: string, named: string | true): string {
  if (named !== true) return named;
  return file === '-' ? 'import.bad' : `${file}.bad`;
}

/** A file of skipped lines, each after a comment with its line number and error. Never overwrites a file. */
class BadLines {
  readonly file: string;
  count = 0;
  #descriptor: number | null = null;

  constructor(file: string) {
    this.file = file;
  }

  add(error: BadLineError): void {
    this.count += 1;
    this.#descriptor ??= this.#open();
    writeSync(this.#descriptor, `# line ${error.line}: ${error.reason}\n${error.raw}\n`);
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }

  #open(): number {
    try {
      // Its lines may have coordinates.
      return openSync(this.file, 'wx', 0o600);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EEXIST' ? 'already exists; move it away or name another file' : message;
      throw new OperatorError(`--skip-bad: ${this.file} ${reason}`, { cause: error });
    }
  }
}

function countsOf({ read, added, known, completed }: ImportResult): object {
  return { read, added, known, completed };
}

function summary(result: ImportResult, seconds: number): string {
  const { read, added, known, completed } = result;
  const parts = [`${added} added`, `${known} already there`];
  if (completed > 0) parts.push(`${completed} completed`);
  return `${read} ${read === 1 ? 'report' : 'reports'} read in ${seconds.toFixed(1)} s: ${parts.join(', ')}.`;
}
