import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyReport } from '../contract/report-types.ts';
import type { Recording } from '../evidence/evidence.ts';
import { harParts } from '../evidence/har.ts';
import { makeFolder } from '../safety/make-folder.ts';
import { type Printable, printableJson, printableLines } from '../safety/printable.ts';
import { annotationsOf } from './annotations.ts';
import { badgeJsonOf, badgeOf } from './badge.ts';
import { htmlOf } from './html/page.ts';
import { junitOf } from './junit.ts';
import { markdownOf } from './markdown.ts';
import { terminalOf } from './terminal.ts';
import { isColored } from './terminal-text.ts';
import { isUnderConstruction, toDoText } from './to-do.ts';

/** How to publish a report. */
export interface Publication {
  /** The folder for the files; none without it. */
  readonly out?: string;
  /** Prints the report as JSON instead of the summary, and everything else on stderr. */
  readonly json?: boolean;
  /** Prints the details, too. */
  readonly verbose?: boolean;
}

/** Prints the summary, writes the files, and returns the exit code. On GitHub it also adds the job summary and annotations. */
export function publish(
  report: Printable<AnyReport>,
  recording: Recording,
  { out, json = false, verbose = false }: Publication,
): number {
  const note = (text: string) => (json ? console.error(text) : console.log(text));
  if (json) console.log(printableJson(report, 2));
  else printSummary(report, recording, verbose);
  if (out !== undefined) {
    if (writeReports(report, recording, out))
      note(`Reports: ${join(out, 'report.html')} and other formats in the same folder`);
  } else if (!json) note('--out DIR writes an HTML report and other formats.');
  if (!json && !verbose) note('--verbose prints the details.');
  addToJobSummary(() => markdownOf(report, onTheWeb(pageFor(report, '.'))));
  if (process.env['GITHUB_ACTIONS'] === 'true') for (const line of annotationsOf(report)) note(line);
  return report.exitCode;
}

function printSummary(report: Printable<AnyReport>, recording: Recording, verbose: boolean): void {
  const { columns } = process.stdout;
  const color = isColored(process.stdout, process.env);
  console.log(
    terminalOf(report, {
      color,
      verbose,
      requirementsPage: pageFor(report, '.'),
      ...(columns === undefined ? {} : { width: columns }),
    }),
  );
  if (isUnderConstruction(recording)) console.log(`\n${toDoText(report, recording)}`);
}

/**
 * Writes every format of a report, and the run itself, into a folder, as far as it can: what cannot be written changes no verdict. Returns
 * whether everything was written.
 */
export function writeReports(report: Printable<AnyReport>, recording: Recording, out: string): boolean {
  const page = pageFor(report, out);
  const files: Readonly<Record<string, () => string | Iterable<string>>> = {
    'report.json': () => `${printableJson(report, 2)}\n`,
    'junit.xml': () => junitOf(report, onTheWeb(page)),
    'report.html': () => htmlOf(report, recording, page),
    'summary.md': () => markdownOf(report, onTheWeb(page)),
    'badge.svg': () => badgeOf(report),
    'badge.json': () => badgeJsonOf(report),
    'run.har': () => harParts(recording),
  };
  return Object.entries(files)
    .map(([name, content]) => writeFile(join(out, name), content))
    .every(Boolean);
}

/** Writes a file and its folder. If that fails, a note on stderr says so. Returns whether it was written. */
export function writeFile(file: string, content: () => string | Iterable<string>): boolean {
  return attempt(file, () => {
    makeFolder(dirname(file));
    const parts = content();
    if (typeof parts === 'string') writeFileSync(file, parts);
    else writeParts(file, parts);
  });
}

/** Adds to the page of a job on GitHub, if there is one. */
export function addToJobSummary(markdown: () => string): void {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file !== undefined && file !== '')
    attempt(`The job summary ${file}`, () => appendFileSync(file, markdown()));
}

/** Writes something that decides nothing: if it fails, the run has its verdict all the same. */
function attempt(what: string, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    console.error(printableLines(`${what} could not be written: ${(error as Error).message}`));
    return false;
  }
}

/**
 * The page of requirements that a report in the folder `from` may link to: the one of the release if the gate is built, else the
 * documentation site in this checkout if it is built.
 */
export function requirementsPage(from: string): string | undefined {
  if (!import.meta.url.endsWith('.ts'))
    return releasedPage(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const built = fileURLToPath(new URL('../../docs-site/dist/requirements.html', import.meta.url));
  return existsSync(built) ? encodeURI(relative(from, built).replaceAll('\\', '/')) : undefined;
}

/** The page of requirements that a report may link to: the rules for clients have none. */
function pageFor({ subject }: AnyReport, from: string): string | undefined {
  return subject === 'client' ? undefined : requirementsPage(from);
}

/** The page if it can be opened from anywhere, not only from its folder. */
function onTheWeb(page: string | undefined): string | undefined {
  return page?.startsWith('http') ? page : undefined;
}

/** The page of requirements in the repository, at the tag of a release; undefined if the manifest names no repository. */
export function releasedPage(manifest: string): string | undefined {
  const { repository, version }: { repository?: { url?: string }; version: string } = JSON.parse(manifest);
  const address = repository?.url?.replace(/^git\+/, '').replace(/\.git$/, '');
  return address === undefined ? undefined : `${address}/blob/v${version}/docs/requirements.md`;
}

/** Writes a file piece by piece, since a run can be larger than the longest string. */
function writeParts(file: string, parts: Iterable<string>): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const part of parts) writeSync(descriptor, part);
  } finally {
    closeSync(descriptor);
  }
}
