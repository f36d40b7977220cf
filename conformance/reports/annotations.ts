import type { Printable } from '../safety/printable.ts';
import { listNotes } from './list-notes.ts';
import type { Report } from './report.ts';

const most = 10;

/** Workflow commands for GitHub, at most ten, since it does not show more. */
export function annotationsOf(report: Printable<Report>): readonly string[] {
  const failures = report.requirements.filter(
    ({ outcome, expected }) => outcome === 'fail' && expected === undefined,
  );
  const shown = failures.length > most ? failures.slice(0, most - 1) : failures;
  const lines = shown.map(({ id, promise, findings }) =>
    command('error', id, `${promise} ${findings[0]?.message ?? ''}`),
  );
  if (failures.length > most)
    lines.push(
      command('error', 'conformance', `and ${failures.length - shown.length} more requirements fail`),
    );
  for (const note of listNotes(report).slice(0, most - lines.length))
    lines.push(command('error', 'expected failures', note));
  if (lines.length === 0 && report.exitCode !== 0)
    lines.push(
      command('error', `conformance: ${report.verdict}`, report.problem ?? 'not everything was exercised'),
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
