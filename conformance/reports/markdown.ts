import { seenOf } from './observations.ts';
import type { Report } from './report.ts';

/** A summary for pull requests and job pages. */
export function markdownOf(report: Report): string {
  const { counts } = report;
  const failures = report.requirements.filter(
    ({ outcome, expected }) => outcome === 'fail' && expected === undefined,
  );
  const rows = failures.slice(0, 50).map((one) => {
    const [finding] = one.findings;
    return `| \`${one.id}\` | ${cell(one.promise)} | ${cell(finding?.message ?? '')} | ${cell(finding?.expected ?? '')} | ${cell(finding?.seen ?? '')} |`;
  });
  const warned = report.requirements.filter(({ outcome }) => outcome === 'warn');
  const open = report.requirements.filter(({ outcome }) => outcome === 'not-exercised');
  return [
    `## Conformance: ${report.verdict}`,
    '',
    ...(report.problem === undefined ? [] : [`> ${cell(report.problem.split('\n')[0] ?? '')}`, '']),
    `\`${report.target}\`, form declared ${report.formDeclared}, seen ${report.formSeen}. ${counts.pass} requirements pass, ${counts.fail} fail, ${counts.warn} warn, ${counts['not-exercised']} were not exercised, ${counts.inconclusive} could not be judged. ${report.requests} requests in ${report.seconds.toFixed(1)} s.`,
    '',
    ...(rows.length > 0
      ? ['| requirement | promise | breach | expected | seen |', '|---|---|---|---|---|', ...rows, '']
      : []),
    ...report.stale.map(
      ({ requirement, reason }) =>
        `- \`${requirement}\` is expected to fail (${cell(reason)}), but does not.`,
    ),
    ...(warned.length > 0 ? [`Warnings: ${warned.map(({ id }) => `\`${id}\``).join(', ')}.`, ''] : []),
    ...(open.length > 0 ? [`Not exercised: ${open.map(({ id }) => `\`${id}\``).join(', ')}.`, ''] : []),
    `Left open by the description, observed and not judged: ${seenOf(report.observations)}.`,
    '',
    `Repeat: \`${report.repeat}\``,
    '',
  ].join('\n');
}

function cell(text: string): string {
  const short = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return short.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');
}
