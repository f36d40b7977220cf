import type { GateResult } from '../gate.ts';
import { annotationsOf } from '../reports/annotations.ts';
import { htmlOf } from '../reports/html/page.ts';
import { junitOf } from '../reports/junit.ts';
import { markdownOf } from '../reports/markdown.ts';
import { buildReport } from '../reports/report.ts';
import { terminalOf } from '../reports/terminal.ts';
import { printableJson } from '../safety/printable.ts';

/** Every form of a report, by name. */
export function outputsOf(result: GateResult): readonly (readonly [string, string])[] {
  const report = buildReport(result.evidence, result, [], false);
  return [
    ['terminal', terminalOf(report, { color: false })],
    ['annotations', annotationsOf(report).join('\n')],
    ['summary.md', markdownOf(report)],
    ['junit.xml', junitOf(report)],
    ['report.html', htmlOf(report, result.evidence)],
    ['report.json', printableJson(report, 2)],
  ];
}

/** Finds what could act on the reader of an output; empty for a harmless one. */
export function harmful(name: string, text: string): readonly string[] {
  const found = (what: string, pattern: RegExp) => {
    const match = pattern.exec(text);
    return match === null
      ? []
      : [`${name} has ${what}: ${JSON.stringify(text.slice(match.index, match.index + 80))}`];
  };
  return [
    ...found('a character that is not seen', /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u),
    ...(name === 'terminal' ? found('a command', /^\s*::(?!error title=[\w.: %-]+::)|##\w*\[/m) : []),
    ...(name.endsWith('.md')
      ? found('Markdown of its own', /^[^`]*(`[^`]*`[^`]*)*(<script|\]\(http|@owned)/m)
      : []),
    ...(name.endsWith('.html') ? found('an element of its own', /<script|<img/) : []),
    ...(name.endsWith('.xml') ? found('markup of its own', /<script|\]\]>/) : []),
  ];
}
