/** `npx node conformance/reports/terminal-picture.fixture.ts` draws what the gate prints of a service with faults, for the guides. */
import { writeFileSync } from 'node:fs';
import { FAULTS } from '../reference/faults/catalogue.ts';
import { broken } from '../reference/faults/fault.ts';
import { createReference } from '../reference/service.ts';
import { judge, named } from '../testing/run-gate.fixture.ts';
import { escapeHtml } from './html/text.ts';
import { buildReport } from './report.ts';
import { terminalOf } from './terminal.ts';

export const PICTURE = new URL('../../docs/failing-gate.svg', import.meta.url);

/** Texts about them are the same on every day. */
const FAULT_IDS = ['hours/closes-24h', 'feed/default-7', 'auth/query-token', 'status/false-with-value'];

const COLUMNS = 92;
const LINE = 19;
const COLORS: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  1: '#ffffff',
  90: '#8b949e',
};

/** Draws the output of the gate as an SVG picture of a terminal. */
export async function terminalPicture(): Promise<string> {
  let service = createReference({ count: 200, days: 20 }) as Parameters<typeof broken>[1];
  for (const id of FAULT_IDS) service = broken(named(FAULTS, id), service);
  const result = await judge(service);
  const report = buildReport(result.evidence, result, [], false);
  const lines = terminalOf(report, { color: true, width: COLUMNS }).split('\n');
  const command = 'npm run conformance -- --url https://staging.example.edu --form 2';
  const shown = [`\u001b[90m$\u001b[0m ${command}`, ...lines];
  const height = (shown.length + 2) * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 ${height}" role="img" aria-label="The gate prints the requirements that a deployment breaks">`,
    '<style>text{font:13.5px ui-monospace,Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre}</style>',
    `<rect width="820" height="${height}" rx="8" fill="#0d1117"/>`,
    ...shown.map((line, index) => `<text x="20" y="${(index + 1.7) * LINE}">${spans(line)}</text>`),
    '</svg>',
    '',
  ].join('\n');
}

/** A line with ANSI colors as `tspan` elements. */
function spans(line: string): string {
  const [first = '', ...others] = line.split('\u001b[');
  return [
    escapeHtml(first),
    ...others.map((part) => {
      const end = part.indexOf('m');
      const color = COLORS[part.slice(0, end)];
      const text = escapeHtml(part.slice(end + 1));
      return color === undefined || text === '' ? text : `<tspan fill="${color}">${text}</tspan>`;
    }),
  ].join('');
}

if (import.meta.main) writeFileSync(PICTURE, await terminalPicture());
