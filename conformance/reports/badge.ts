import type { BaseReport, Report } from '../contract/report-types.ts';
import { counted } from '../safety/printable.ts';

/** The members of a report that a badge shows. */
export type BadgeReport = Pick<BaseReport, 'formJudged' | 'verdict' | 'counts'> &
  Partial<Pick<Report, 'level'>>;

const GREEN = '2c6e31';
const AMBER = '8a5a00';
const RED = 'b3261e';

/** The verdict in a few words, and its color. A run that accepts failures says so, since a badge shows no list of them. */
function messageOf({ verdict, counts }: BadgeReport): readonly [message: string, color: string] {
  switch (verdict) {
    case 'failure':
      return ['fails', RED];
    case 'inconclusive':
    case 'broken':
      return ['not checked', AMBER];
    default:
      if (counts.fail > 0) return [counted(counts.fail, 'known failure'), AMBER];
      return [verdict === 'partial' ? 'partial' : 'conforms', GREEN];
  }
}

/** The subject of the badge in a few words. */
function labelOf({ formJudged, level }: BadgeReport): string {
  return `queue headcount v1 form ${formJudged}${level === 'contract' ? ', contract level' : ''}`;
}

/** A badge with the form and the verdict as SVG, for a README. Its text is its accessible name. */
export function badgeOf(report: BadgeReport): string {
  const [word, color] = messageOf(report);
  const subject = labelOf(report);
  // Verdana at 11 pixels; textLength makes other fonts as wide
  const widths = [subject, word].map((text) => Math.round(text.length * 6.6) + 12);
  const [left = 0, right = 0] = widths;
  const label = (text: string, x: number, width: number) =>
    `<text x="${x + 6}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${subject}: ${word}">
<title>${subject}: ${word}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3b4250"/><rect x="${left}" width="${right}" height="20" fill="#${color}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">${label(subject, 0, left)}${label(word, left, right)}</g>
</svg>
`;
}

/** The same badge as JSON for [shields.io](https://shields.io/badges/endpoint-badge), which draws it. */
export function badgeJsonOf(report: BadgeReport): string {
  const [message, color] = messageOf(report);
  const isError = ['inconclusive', 'broken'].includes(report.verdict);
  const badge = { schemaVersion: 1, label: labelOf(report), message, color, ...(isError ? { isError } : {}) };
  return `${JSON.stringify(badge, null, 2)}\n`;
}
