import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PICTURE, terminalPicture } from './terminal-picture.fixture.ts';

it('docs/failing-gate.svg shows what the gate prints; `npx node conformance/reports/terminal-picture.fixture.ts` draws it', async () => {
  expect(readFileSync(PICTURE, 'utf8')).toBe(await terminalPicture());
});
