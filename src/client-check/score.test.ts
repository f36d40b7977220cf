import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULES } from './check-client.ts';
import { BROKEN_CLIENTS } from './corpus/broken-clients.fixture.ts';
import { GOOD_CLIENTS } from './corpus/good-clients.fixture.ts';
import { GOOD_PAGES, GOOD_PROGRAMS, SAMPLES } from './corpus/good-programs.fixture.ts';

it('docs/gate-design.md has the score that tests of the check of clients hold', () => {
  const page = readFileSync(new URL('../../docs/gate-design.md', import.meta.url), 'utf8');
  // The display is one of the samples.
  const samples = SAMPLES.length + 1;
  const good = GOOD_CLIENTS.length + GOOD_PROGRAMS.length + SAMPLES.length + GOOD_PAGES.length;
  expect(page).toContain(
    `| ${BROKEN_CLIENTS.length} clients with one mistake each, at least one for each of the ${RULES.length} rules | each breaks its rule, and no other |`,
  );
  expect(page).toMatch(
    new RegExp(`\\| ${good} good clients: .*, and ${samples} samples of the guides \\| none breaks`),
  );
});
