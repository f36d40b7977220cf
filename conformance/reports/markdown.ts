import type { Report } from '../contract/report-types.ts';
import type { Printable } from '../safety/printable.ts';
import { listNotes } from './list-notes.ts';
import { byReason, counted, givenUp, shownCauses } from './outline.ts';

/** A summary for pull requests and job pages. */
export function markdownOf(report: Printable<Report>): string {
  const { counts } = report;
  const rows = shownCauses(report, { unexpected: true })
    .slice(0, 50)
    .map(({ failure, consequences }) => {
      const [finding] = failure.findings;
      const following = consequences.map(({ id }) => `\`${id}\``).join(', ');
      return `| \`${failure.id}\` | ${cell(failure.promise)} | ${code(finding?.message)} | ${code(finding?.expected)} | ${code(finding?.seen)} | ${following} |`;
    });
  const warned = report.requirements.filter(({ outcome }) => outcome === 'warn');
  return [
    `## Conformance: ${report.verdict}`,
    '',
    ...(report.problem === undefined ? [] : [`> ${code(report.problem)}`, '']),
    ...report.advice.flatMap((text) => [code(text, text.length), '']),
    `${code(report.target, report.target.length)}, form declared ${report.formDeclared}, seen ${report.formSeen}. ${counts.pass} requirements pass, ${counts.fail} fail, ${counts.warn} warn, ${counts['not-exercised']} were not exercised, ${counts.inconclusive} could not be judged. ${report.requests} requests in ${report.seconds.toFixed(1)} s.`,
    '',
    ...(rows.length > 0
      ? [
          '| cause | promise | breach | expected | seen | follows from it |',
          '|---|---|---|---|---|---|',
          ...rows,
          '',
        ]
      : []),
    ...listNotes(report).map((note) => `- ${code(note, note.length)}`),
    ...(warned.length > 0 ? [`Warnings: ${warned.map(({ id }) => `\`${id}\``).join(', ')}.`, ''] : []),
    ...byReason(report, 'not-exercised').map(
      ([reason, ids]) => `- ${ids.length} not exercised: ${code(reason)}`,
    ),
    ...(givenUp(report).length > 0
      ? [`- ${counted(givenUp(report).length, 'request')} given up, because the budget was used up.`]
      : []),
    '',
    `Repeat: ${code(report.repeat, report.repeat.length)}`,
    '',
  ].join('\n');
}

const longestCell = 200;

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
