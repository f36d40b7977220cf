import type { Outcome } from '../contract/outcomes.ts';
import type { Printable } from '../safety/printable.ts';
import { listNotes, unscoredNote } from './list-notes.ts';
import { seenOf } from './observations.ts';
import type { Report, ReportedRequirement } from './report.ts';

const colours = { green: 32, red: 31, yellow: 33, grey: 90, bold: 1 } as const;
type Colour = keyof typeof colours;

const headline: Readonly<Record<Report['verdict'], readonly [string, Colour]>> = {
  success: ['SUCCESS  every requirement is met', 'green'],
  partial: ['PARTIAL SUCCESS  nothing failed, but not everything could be exercised', 'green'],
  failure: ['FAILURE  the deployment breaks a requirement', 'red'],
  inconclusive: ['INCONCLUSIVE  the deployment could not be judged', 'yellow'],
  broken: ['BROKEN  the gate itself failed; this says nothing about the deployment', 'red'],
};

const outdatedList = ['FAILURE  the list of expected failures is out of date', 'red'] as const;

const longest = 160;

export interface TerminalOptions {
  readonly colour: boolean;
  /** Omits the list of what was not exercised, for a summary followed by a to-do list. */
  readonly isToDoBelow?: boolean;
}

/** The summary for a terminal: the verdict first, then each failure with its details. */
export function terminalOf(
  report: Printable<Report>,
  { colour, isToDoBelow = false }: TerminalOptions,
): string {
  const paint = (text: string, name: Colour) => (colour ? `\u001b[${colours[name]}m${text}\u001b[0m` : text);
  const [title, tone] = isListOutdated(report) ? outdatedList : headline[report.verdict];
  const { counts } = report;
  const lines = [
    paint(title, tone),
    ...(report.problem === undefined ? [] : [paint(`  ${cut(report.problem)}`, tone)]),
    '',
    `  target    ${report.target}`,
    `  form      declared ${report.formDeclared}, seen ${report.formSeen}${report.level === 'contract' ? ', contract level only' : ''}`,
    `  judged    ${counts.pass} pass, ${counts.fail} fail, ${counts.warn} warn, ${counts['not-exercised']} not exercised, ${counts.inconclusive} could not be judged`,
    `  sent      ${report.requests} of ${report.maxRequests} requests (${(report.quotaShare * 100).toFixed(1)} % of a day's quota), ${report.seconds.toFixed(1)} s`,
    ...(report.dredd === undefined
      ? []
      : [
          `  dredd     ${report.dredd.transactions} transactions: ${report.dredd.passed} pass, ${report.dredd.failed} fail, ${report.dredd.skipped} skipped`,
        ]),
    `  open      ${seenOf(report.observations)} (see the reports; not judged)`,
    `  documents sha256 ${report.documentHash.slice(0, 12)}, gate ${report.gateVersion}, requirements of ${report.revision}`,
  ];
  const section = (
    outcome: Outcome,
    heading: string,
    name: Colour,
    show: (one: ReportedRequirement) => readonly string[],
  ) => {
    const list = report.requirements.filter((one) => one.outcome === outcome);
    if (list.length === 0) return;
    lines.push('', paint(heading, name), ...list.flatMap(show));
  };
  const long = (mark: string, name: Colour) => (one: ReportedRequirement) => [
    `  ${paint(`${mark} ${one.id}`, name)}  ${one.promise}${one.expected === undefined ? '' : paint(`  (expected: ${one.expected})`, 'grey')}`,
    paint(`      source: ${one.made}; ${one.at}`, 'grey'),
    ...one.findings
      .slice(0, 2)
      .flatMap((finding) => [
        `      ${cut(finding.message, 2 * longest)}${finding.stage === 'dredd' ? ' (found by Dredd)' : ''}`,
        ...(finding.expected === undefined ? [] : [`        expected ${cut(finding.expected)}`]),
        ...(finding.seen === undefined ? [] : [`        seen     ${cut(finding.seen)}`]),
        ...(finding.curl === undefined ? [] : [paint(`        ${finding.curl}`, 'grey')]),
      ]),
  ];
  section('fail', 'Failures', 'red', long('✗', 'red'));
  section('warn', 'Warnings', 'yellow', long('!', 'yellow'));
  if (!isToDoBelow) {
    section('not-exercised', 'Not exercised', 'grey', (one) => [
      `  - ${one.id}: ${cut(one.findings[0]?.message ?? '')}`,
    ]);
  }
  if (report.counts.inconclusive > 0 && report.counts.inconclusive < report.requirements.length) {
    section('inconclusive', 'Could not be judged', 'yellow', (one) => [
      `  ? ${one.id}: ${cut(one.findings[0]?.message ?? '')}`,
    ]);
  }
  for (const note of listNotes(report)) lines.push('', paint(`  ✗ ${note}`, 'red'));
  const unscored = unscoredNote(report);
  if (unscored !== undefined) lines.push('', paint(`  ${unscored}`, 'grey'));
  if (report.verdict !== 'success') lines.push('', `Repeat: ${report.repeat}`);
  return lines.join('\n');
}

/** Whether only the list of expected failures makes the run fail. */
function isListOutdated({ verdict, requirements }: Report): boolean {
  const isBroken = requirements.some(({ outcome, expected }) => outcome === 'fail' && expected === undefined);
  return verdict === 'failure' && !isBroken;
}

function cut(text: string, most: number = longest): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
