import type { Printable } from '../safety/printable.ts';
import { counted } from '../safety/printable.ts';
import { inWords } from './outline.ts';
import type { Repeated, RepeatedRequirement } from './repeated.ts';

const verdicts: Readonly<Record<Repeated['exitCode'], string>> = {
  0: 'SUCCESS  no run failed',
  1: 'FAILURE  the deployment breaks a requirement in at least one run',
  2: 'USAGE ERROR',
  3: 'INCONCLUSIVE  the deployment could not be checked in every run',
  4: 'BROKEN  the gate itself failed; this says nothing about the deployment',
};

/** The summary of several runs for a terminal: flaky requirements first. */
export function repeatedText(repeated: Printable<Repeated>): string {
  const { runs, exitCode, exitCodes, target, requests, seconds, problems, notes } = repeated;
  return [
    verdicts[exitCode],
    ...problems.map((problem) => `  ${problem}`),
    '',
    `  target    ${target}`,
    `  runs      ${runs}, exit codes ${exitCodes.join(', ')}`,
    `  sent      ${counted(requests, 'request')} in all, ${seconds.toFixed(1)} s`,
    ...section('Flaky: fails in some runs only', repeated.flaky),
    ...section('Fails in every run that tested it', repeated.failing),
    ...section('Varies without failing', repeated.varying),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `  ✗ ${note}`)]),
  ].join('\n');
}

/** The same for a job page: the text in a code block, since it may contain what a deployment sent. */
export function repeatedMarkdown(repeated: Printable<Repeated>): string {
  const text = repeatedText(repeated).replaceAll('`', "'");
  return `## Conformance: ${counted(repeated.runs, 'run')}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}

function section(title: string, list: readonly RepeatedRequirement[]): readonly string[] {
  if (list.length === 0) return [];
  const lines = list.map(
    ({ id, promise, outcomes, expected }) =>
      `  ${id}  ${promise}\n      ${outcomes.map(inWords).join(', ')}${expected === undefined ? '' : ` (expected: ${expected})`}`,
  );
  return ['', title, ...lines];
}
