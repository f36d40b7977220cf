import type { AnyReport } from '../contract/report-types.ts';
import type { Printable } from '../safety/printable.ts';
import { counted } from '../safety/printable.ts';
import { listNotes } from './list-notes.ts';
import { gist, shownCauses } from './outline.ts';

const most = 10;

/** Workflow commands for GitHub, at most ten, since it does not show more. */
export function annotationsOf(report: Printable<AnyReport>): readonly string[] {
  const causes = shownCauses(report, { unexpected: true });
  const shown = causes.length > most ? causes.slice(0, most - 1) : causes;
  const lines = shown.map(({ failure: { id, promise, findings }, consequences }) => {
    const seen = findings.slice(0, 1).map(gist);
    const more =
      consequences.length === 0 ? [] : [`(${counted(consequences.length, 'more failure')} because of it)`];
    return command('error', id, [promise, ...seen, ...more].join(' '));
  });
  if (causes.length > most)
    lines.push(command('error', 'conformance', `and ${causes.length - shown.length} more requirements fail`));
  for (const note of listNotes(report).slice(0, most - lines.length))
    lines.push(command('error', 'expected failures', note));
  if (lines.length === 0 && report.exitCode !== 0)
    lines.push(
      command(
        'error',
        `conformance: ${report.verdict}`,
        [report.problem ?? 'not everything was tested', ...report.advice].join('\n'),
      ),
    );
  return lines;
}

function command(kind: string, title: string, message: string): string {
  return `::${kind} title=${escapeProperty(title)}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
