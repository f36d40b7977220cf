import type { AnyReport } from '../contract/report-types.ts';
import { limits } from '../safety/limits.ts';
import type { Printable } from '../safety/printable.ts';
import { counted } from '../safety/printable.ts';
import { listNotes } from './list-notes.ts';
import { byReason, distinct, endpointOf, gist, notSent, shownCauses, timesOf } from './outline.ts';
import { countsOf, kindOf } from './run-summary.ts';

/**
 * A summary for pull requests and job pages.
 * @param page The URL of the page of requirements, which has an anchor for each.
 */
export function markdownOf(report: Printable<AnyReport>, page?: string): string {
  const link = (id: string) => (page === undefined ? `\`${id}\`` : `[\`${id}\`](${page}#${id})`);
  const rows = shownCauses(report, { unexpected: true })
    .slice(0, 50)
    .map(({ failure, consequences }) => {
      const [finding] = failure.findings;
      const following = consequences.map(({ id }) => link(id)).join(', ');
      const cells = [
        link(failure.id),
        endpointOf(failure),
        cell(failure.promise),
        code(finding?.message),
        code(finding?.expected),
        code(finding?.seen),
        code(finding?.curl, longestRequest),
        following,
      ];
      return `| ${cells.join(' | ')} |`;
    });
  const warned = report.requirements.filter(({ outcome }) => outcome === 'warn');
  const warnings = warned.flatMap((one) =>
    distinct(one.findings).map(
      ([finding, again]) =>
        `- warning: ${link(one.id)}, ${endpointOf(one)}: ${code(gist(finding), longestWarning)}${timesOf(again)}`,
    ),
  );
  return [
    `## ${kindOf(report)}: ${report.verdict}`,
    '',
    ...(report.problem === undefined ? [] : [`> ${code(report.problem, report.problem.length)}`, '']),
    ...report.advice.flatMap((text) => [code(text, text.length), '']),
    `${code(report.target, report.target.length)}, ${formOf(report)}. Requirements: ${countsOf(report)}. ${counted(report.requests, 'request')} in ${report.seconds.toFixed(1)} s.`,
    '',
    ...(rows.length > 0
      ? [
          '| cause | endpoint | promise | breach | expected | seen | request | follows from it |',
          '|---|---|---|---|---|---|---|---|',
          ...rows,
          '',
        ]
      : []),
    ...listNotes(report).map((note) => `- ${code(note, note.length)}`),
    ...warnings,
    ...byReason(report, 'not-exercised').map(
      ({ reason, needed, ids }) =>
        `- ${ids.length} not tested: ${code(reason)}${needed === undefined ? '' : `. To test: ${needed}`}`,
    ),
    ...notSent(report).map((text) => `- ${text}`),
    '',
    `Repeat: ${code(report.repeat, report.repeat.length)}`,
    '',
  ].join('\n');
}

function formOf(report: AnyReport): string {
  if (report.subject === 'client') return `form ${report.formJudged}`;
  return `form declared ${report.formDeclared}, seen ${report.formSeen}`;
}

const longestCell = 200;
const longestWarning = 600;
/** A command that is cut can't be copied. */
const longestRequest = limits.textLength;

/** Own text in a table. */
function cell(text: string): string {
  return cut(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/**
 * Text that a deployment may have sent: in a code span, where Markdown has no links, images, mentions or HTML. It cannot hold
 * a backtick, and a table would take a backslash before a bar for its own.
 */
function code(text: string | undefined, most: number = longestCell): string {
  if (text === undefined || text === '') return '';
  const plain = cut(text, most).replaceAll('`', "'").replaceAll('\\|', '\\¦').replaceAll('|', '\\|');
  return `\`${plain}\``;
}

function cut(text: string, most: number = longestCell): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
