import type { AnyReport } from '../contract/report-types.ts';
import type { Printable } from '../safety/printable.ts';
import { listNotes } from './list-notes.ts';
import { byEndpoint, byReason, gist, notSent, shownCauses } from './outline.ts';
import { countsOf, headlineOf, runOf } from './run-summary.ts';
import { detailsIn } from './terminal-details.ts';
import { type Color, cut, type Page, painter, wrapped } from './terminal-text.ts';

export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal. Without them, lines of texts are wrapped at 100, and no line is cut: what is cut from a log is lost. */
  readonly width?: number;
  /** Also shows warnings, what was not tested, the details of each cause, and how the run went. */
  readonly verbose?: boolean;
  /** The page of requirements that details link to. */
  readonly requirementsPage?: string | undefined;
}

type Section = readonly string[];

const tones: Readonly<Record<AnyReport['verdict'], Color>> = {
  success: 'green',
  partial: 'green',
  failure: 'red',
  inconclusive: 'yellow',
  broken: 'red',
};

/** The summary for a terminal: the verdict with advice, a line for each cause, and counts; with `verbose`, everything that a reader can act on. */
export function terminalOf(
  report: Printable<AnyReport>,
  { color, width, verbose = false, requirementsPage }: TerminalOptions,
): string {
  const page = {
    width: Math.max(40, width ?? 100),
    longest: width === undefined ? Number.POSITIVE_INFINITY : Math.max(40, width),
    paint: painter(color),
  };
  const tone = tones[report.verdict];
  const sections: readonly Section[] = [
    [
      ...wrapped(headlineOf(report), page.width, '').map((line) => page.paint(line, tone)),
      ...[report.problem ?? [], report.advice]
        .flat()
        .flatMap((text) =>
          wrapped(text, text.startsWith('curl ') ? Number.POSITIVE_INFINITY : page.width, '  '),
        ),
    ],
    causesIn(report, page),
    listNotes(report).flatMap((note) =>
      wrapped(`✗ ${note}`, page.width, '  ').map((line) => page.paint(line, 'red')),
    ),
    ...(verbose ? moreOf(report, page, requirementsPage) : []),
    // A check of clients has few rules, so its warnings fit in a summary.
    report.subject === 'client' && !verbose ? warningsIn(report, page) : [],
    [countsOf(report), ...notSent(report)].flatMap((text) => wrapped(text, page.width, '')),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function moreOf(report: AnyReport, page: Page, requirementsPage: string | undefined): readonly Section[] {
  return [
    detailsIn(report, page, requirementsPage),
    warningsIn(report, page),
    report.counts.inconclusive < report.requirements.length
      ? reasonsIn(report, 'inconclusive', 'Could not be checked', page)
      : [],
    reasonsIn(report, 'not-exercised', 'Not tested', page),
    runOf(report).flatMap(([name, text]) =>
      wrapped(text, page.width, `  ${name.padEnd(10)}`, ' '.repeat(12)),
    ),
    [`Repeat: ${report.repeat}`],
  ];
}

function causesIn(report: AnyReport, { longest, paint }: Page): Section {
  return byEndpoint(shownCauses(report)).flatMap(({ endpoint, causes }) => [
    paint(endpoint, 'bold'),
    ...causes.map(({ failure, consequences }) => {
      const [finding] = failure.findings;
      const more = consequences.length === 0 ? '' : `  (+${consequences.length} more)`;
      const note = failure.expected === undefined ? '' : '(expected) ';
      const start = `  ✗ ${failure.id}`;
      const text = cut(
        `  ${note}${finding === undefined ? '' : gist(finding)}`,
        longest - start.length - more.length,
      );
      return `${paint(start, failure.expected === undefined ? 'red' : 'gray')}${text}${paint(more, 'gray')}`;
    }),
  ]);
}

function warningsIn({ requirements }: AnyReport, { longest, paint }: Page): Section {
  const warned = requirements.filter(({ outcome }) => outcome === 'warn');
  if (warned.length === 0) return [];
  const lines = warned.map(({ id, findings: [finding] }) =>
    cut(`  ! ${id}  ${finding === undefined ? '' : gist(finding)}`, longest),
  );
  return [paint('Warnings', 'yellow'), ...lines];
}

function reasonsIn(
  report: AnyReport,
  outcome: 'not-exercised' | 'inconclusive',
  title: string,
  { width, paint }: Page,
): Section {
  const groups = byReason(report, outcome);
  if (groups.length === 0) return [];
  return [
    paint(`${title}: ${report.counts[outcome]}`, outcome === 'inconclusive' ? 'yellow' : 'gray'),
    ...groups.flatMap(({ reason, needed, ids }) => [
      ...wrapped(reason, width, `${String(ids.length).padStart(5)}  `, ' '.repeat(7)),
      ...(needed === undefined ? [] : wrapped(`to test: ${needed}`, width, ' '.repeat(7))),
      ...wrapped(ids.join(', '), width, ' '.repeat(7)).map((line) => paint(line, 'gray')),
    ]),
  ];
}
