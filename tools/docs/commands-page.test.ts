import { expect, it } from 'vitest';
import { commandPages, writtenPages } from './commands-page.ts';

it('docs/commands has the current help; `npx node tools/docs/commands-page.ts` writes it', () => {
  expect(Object.fromEntries(writtenPages())).toEqual(Object.fromEntries(commandPages()));
});
