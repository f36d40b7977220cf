import { expect, it } from 'vitest';
import { commandsPage, currentPage } from './commands-page.ts';

it('docs/commands.md has the current help; `npx node tools/docs/commands-page.ts` writes it', () => {
  expect(currentPage()).toBe(commandsPage());
});
