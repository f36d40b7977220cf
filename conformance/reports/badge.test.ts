import { expect, it } from 'vitest';
import { badgeOf } from './badge.ts';

it.each([
  ['success', 'conforms'],
  ['partial', 'partial'],
  ['failure', 'fails'],
  ['inconclusive', 'not judged'],
] as const)('a badge for %s says "%s" as text and as accessible name', (verdict, word) => {
  const svg = badgeOf({ formJudged: 2, verdict });
  expect(svg).toContain(`role="img" aria-label="queue headcount v1 form 2: ${word}"`);
  expect(svg).toContain(`<title>queue headcount v1 form 2: ${word}</title>`);
  expect(svg).toContain(`>${word}</text>`);
});
