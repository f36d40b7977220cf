import type { Finding } from '../contract/outcomes.ts';
import type { Printable } from '../safety/printable.ts';
import { listNotes, unscoredNote } from './list-notes.ts';
import { seenOf } from './observations.ts';
import { byEndpoint, byReason, counted, givenUp, recordedBy, shownCauses } from './outline.ts';
import type { Report } from './report.ts';
import { detailsIn } from './terminal-details.ts';
import { type Colour, cut, type Page, painter, wrapped } from './terminal-text.ts';

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns of the terminal; 100 if the output is no terminal. */
  readonly width?: number;
  /** Omits the list of what was not exercised, for a summary followed by a to-do list. */
  readonly isToDoBelow?: boolean;
}

type Section = readonly string[];

const tones: Readonly<Record<Report['verdict'], Colour>> = {
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
  { colour, width = 100, isToDoBelow = false }: TerminalOptions,
): string {
  const page = { width: Math.max(40, width), paint: painter(colour) };
  const tone = tones[report.verdict];
  const unscored = unscoredNote(report);
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
    unscored === undefined ? [] : wrapped(unscored, page.width, '').map((line) => page.paint(line, 'grey')),
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

function headlineOf(report: Report): string {
  switch (report.verdict) {
    case 'success':
      return report.counts.fail === 0
        ? 'SUCCESS  every requirement is met'
        : 'SUCCESS  nothing fails that is not expected';
    case 'partial':
      return `PARTIAL SUCCESS  nothing failed${report.counts.fail === 0 ? '' : ' that is not expected'}, but not everything could be exercised`;
    case 'inconclusive':
      return 'INCONCLUSIVE  the deployment could not be judged';
    case 'broken':
      return 'BROKEN  the gate itself failed; this says nothing about the deployment';
    default: {
      const causes = shownCauses(report, { unexpected: true });
      const following = causes.reduce((sum, { consequences }) => sum + consequences.length, 0);
      if (causes.length === 0) return 'FAILURE  the list of expected failures is out of date';
      const broken = `${counted(causes.length, 'requirement')} ${causes.length === 1 ? 'is' : 'are'} broken`;
      const rest = `; ${counted(following, 'more failure')} follow${following === 1 ? 's' : ''} from ${causes.length === 1 ? 'it' : 'them'}`;
      return `FAILURE  ${broken}${following === 0 ? '' : rest}`;
    }
  }
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
      return `${paint(start, failure.expected === undefined ? 'red' : 'grey')}${text}${paint(more, 'grey')}`;
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
    paint(`${title}: ${report.counts[outcome]}`, outcome === 'inconclusive' ? 'yellow' : 'grey'),
    ...lines,
    ...(more > 0 ? [`       and ${counted(more, 'reason')} more in report.html`] : []),
  ];
}

function givenUpIn(report: Report, { width, paint }: Page): Section {
  const list = givenUp(report);
  if (list.length === 0) return [];
  const text = `the budget of ${report.maxRequests} requests had no room for ${counted(list.length, 'step')} of the plan; --max-requests ${report.maxRequests + list.length} buys room`;
  const names = [...new Set(list.map(({ step }) => step))].join('; ');
  return [
    ...wrapped(`Given up: ${text}`, width, '').map((line) => paint(line, 'grey')),
    cut(`  ${names}`, width),
  ];
}

/** What was judged, and how. */
function runOf(report: Report): readonly (readonly [string, string])[] {
  const { counts, dredd, recording } = report;
  const level = report.level === 'contract' ? ', contract level only' : '';
  return [
    ['target', report.target],
    ['form', `declared ${report.formDeclared}, seen ${report.formSeen}${level}`],
    [
      'judged',
      `${counts.pass} pass, ${counts.fail} fail, ${counts.warn} warn, ${counts['not-exercised']} not exercised, ${counts.inconclusive} could not be judged`,
    ],
    recording === undefined
      ? [
          'sent',
          `${report.requests} of ${report.maxRequests} requests (${(report.quotaShare * 100).toFixed(1)} % of a day's quota), ${report.seconds.toFixed(1)} s`,
        ]
      : ['recorded', recordedBy(recording)],
    ...(dredd === undefined
      ? []
      : [
          [
            'dredd',
            `${dredd.transactions} transactions: ${dredd.passed} pass, ${dredd.failed} fail, ${dredd.skipped} skipped`,
          ] as const,
        ]),
    ['open', `${seenOf(report.observations)} (see the reports; not judged)`],
    [
      'documents',
      `sha256 ${report.documentHash.slice(0, 12)}, gate ${report.gateVersion}, requirements of ${report.revision}`,
    ],
  ];
}
