import type { Report } from '../contract/report-types.ts';

const words: Readonly<Record<Report['verdict'], readonly [string, string]>> = {
  success: ['conforms', '#2c6e31'],
  partial: ['partial', '#2c6e31'],
  failure: ['fails', '#b3261e'],
  inconclusive: ['not judged', '#8a5a00'],
  broken: ['not judged', '#8a5a00'],
};

/** A badge with the form and the verdict as SVG, for a README. Its text is its accessible name. */
export function badgeOf({ formJudged, verdict }: Pick<Report, 'formJudged' | 'verdict'>): string {
  const [word, colour] = words[verdict];
  const subject = `queue headcount v1 form ${formJudged}`;
  // Verdana at 11 pixels; textLength makes other fonts as wide
  const widths = [subject, word].map((text) => Math.round(text.length * 6.6) + 12);
  const [left = 0, right = 0] = widths;
  const label = (text: string, x: number, width: number) =>
    `<text x="${x + 6}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${subject}: ${word}">
<title>${subject}: ${word}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3b4250"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">${label(subject, 0, left)}${label(word, left, right)}</g>
</svg>
`;
}
