import { closeSync, openSync, writeSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { Command } from 'commander';
import type { BadLineError } from '../import/errors.ts';
import { readReports } from '../import/read-file.ts';
import { type DatabaseAddress, openStore } from '../store/open-store.ts';
import type { ImportResult } from '../store/store.ts';
import { action, OperatorError } from './failure.ts';
import { ProgressBar } from './progress-bar.ts';
import { addSettings } from './settings.ts';

interface ImportSettings {
  readonly database: DatabaseAddress;
  readonly skipBad?: string | true;
}

/** `headcount import`: adds the reports of a file, all or nothing; what is there already is not added again. */
export function importCommand(): Command {
  return addSettings(
    new Command('import')
      .description('Add the reports of a file: CSV as either form exports it, or NDJSON; plain or gzip.')
      .argument('<file>', 'the file, or - for standard input')
      .option(
        '--skip-bad [file]',
        'leave bad lines out and write them to a file (FILE.bad when it is not named)',
      ),
    ['database'],
  ).action(
    action(async (file: string, settings: ImportSettings) => {
      const begin = performance.now();
      const bad = settings.skipBad === undefined ? null : new BadLines(badFile(file, settings.skipBad));
      const bar = new ProgressBar(process.stderr);
      // Looked at first, so that a mistyped name leaves no new database behind.
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
        console.log(summary(result, (performance.now() - begin) / 1000));
      } finally {
        bar.clear();
        bad?.end();
        await store.close();
      }
      if (bad !== null && bad.count > 0)
        console.error(`${bad.count} bad lines were left out; ${bad.file} holds them.`);
    }),
  );
}

async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw new OperatorError(`${file} does not exist or cannot be read`, { cause });
  });
}

function badFile(file: string, named: string | true): string {
  if (named !== true) return named;
  return file === '-' ? 'import.bad' : `${file}.bad`;
}

/** The lines that held no report, each after a comment with its number and what is wrong with it. Overwrites nothing. */
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

  end(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }

  #open(): number {
    try {
      return openSync(this.file, 'wx');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EEXIST' ? 'exists already; move it away or name another file' : message;
      throw new OperatorError(`--skip-bad: ${this.file} ${reason}`, { cause: error });
    }
  }
}

function summary(result: ImportResult, seconds: number): string {
  const { read, added, known, completed } = result;
  const parts = [`${added} added`, `${known} there already`];
  if (completed > 0) parts.push(`${completed} completed`);
  return `${read} reports read in ${seconds.toFixed(1)} s: ${parts.join(', ')}.`;
}
