import type { Finding } from '../contract/outcomes.ts';
import type { Report } from '../contract/report-types.ts';
import type { Printable } from '../safety/printable.ts';
import { listNotes } from './list-notes.ts';
import { byEndpoint, byReason, counted, givenUp, shownCauses } from './outline.ts';
import { headlineOf, runOf } from './run-summary.ts';
import { detailsIn } from './terminal-details.ts';
import { type Color, cut, type Page, painter, wrapped } from './terminal-text.ts';

export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal; 100 if the output is no terminal. */
  readonly width?: number;
  /** Omits the list of what was not exercised, for a summary followed by a to-do list. */
  readonly isToDoBelow?: boolean;
}

type Section = readonly string[];

const tones: Readonly<Record<Report['verdict'], Color>> = {
  success: 'green',
  partial: 'green',
  failure: 'red',
  inconclusive: 'yellow',
  broken: 'red',
};
const mostReasons = 8;

/** The summary for a terminal: the verdict, a line for each cause, what was left out, and then the details of each cause. */
export function terminalOf(
  report: Printable<Report>,
  { color, width = 100, isToDoBelow = false }: TerminalOptions,
): string {
  const page = { width: Math.max(40, width), paint: painter(color) };
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
    warningsIn(report, page),
    report.counts.inconclusive < report.requirements.length
      ? reasonsIn(report, 'inconclusive', 'Could not be judged', page)
      : [],
    isToDoBelow ? [] : reasonsIn(report, 'not-exercised', 'Not exercised', page),
    givenUpIn(report, page),
    detailsIn(report, page),
    runOf(report).flatMap(([name, text]) =>
      wrapped(text, page.width, `  ${name.padEnd(10)}`, ' '.repeat(12)),
    ),
    report.verdict === 'success' ? [] : [`Repeat: ${report.repeat}`],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function causesIn(report: Report, { width, paint }: Page): Section {
  return byEndpoint(shownCauses(report)).flatMap(({ endpoint, causes }) => [
    paint(endpoint, 'bold'),
    ...causes.map(({ failure, consequences }) => {
      const [finding] = failure.findings;
      const more = consequences.length === 0 ? '' : `  +${consequences.length}`;
      const note = failure.expected === undefined ? '' : '(expected) ';
      const start = `  ✗ ${failure.id}`;
      const text = cut(
        `  ${note}${finding === undefined ? '' : gist(finding)}`,
        width - start.length - more.length,
      );
      return `${paint(start, failure.expected === undefined ? 'red' : 'gray')}${text}${paint(more, 'gray')}`;
    }),
  ]);
}

/** A finding in a line. */
function gist({ message, expected, seen }: Finding): string {
  const parts = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(seen === undefined ? [] : [`seen ${seen}`]),
  ];
  return parts.length === 0 ? message : `${message}: ${parts.join(', ')}`;
}

function warningsIn({ requirements }: Report, { width, paint }: Page): Section {
  const warned = requirements.filter(({ outcome }) => outcome === 'warn');
  if (warned.length === 0) return [];
  const lines = warned.map(({ id, findings: [finding] }) =>
    cut(`  ! ${id}  ${finding === undefined ? '' : gist(finding)}`, width),
  );
  return [paint('Warnings', 'yellow'), ...lines];
}

function reasonsIn(
  report: Report,
  outcome: 'not-exercised' | 'inconclusive',
  title: string,
  { width, paint }: Page,
): Section {
  const groups = byReason(report, outcome);
  if (groups.length === 0) return [];
  const lines = groups
    .slice(0, mostReasons)
    .map(([reason, ids]) => cut(`${String(ids.length).padStart(5)}  ${reason}: ${ids.join(', ')}`, width));
  const more = groups.length - mostReasons;
  return [
    paint(`${title}: ${report.counts[outcome]}`, outcome === 'inconclusive' ? 'yellow' : 'gray'),
    ...lines,
    ...(more > 0 ? [`       and ${counted(more, 'reason')} more in report.html`] : []),
  ];
}

function givenUpIn(report: Report, { width, paint }: Page): Section {
  const list = givenUp(report);
  if (list.length === 0) return [];
  const text = `${counted(list.length, 'step')} of the plan, because the budget of ${report.maxRequests} requests was used up; to send them too, use --max-requests ${report.maxRequests + list.length}`;
  const names = [...new Set(list.map(({ step, request }) => request ?? step))].join('; ');
  return [
    ...wrapped(`Given up: ${text}`, width, '').map((line) => paint(line, 'gray')),
    cut(`  ${names}`, width),
  ];
}
