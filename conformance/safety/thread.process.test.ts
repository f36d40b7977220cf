import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('starts in a program that Node reads from its command line, whose flag for modules threads refuse', async () => {
  const program = `
    import { startThread } from '${new URL('thread.ts', import.meta.url).href}';
    const thread = startThread('./spinning-thread.fixture', '${import.meta.url}');
    thread.send('print');
    console.log(JSON.stringify(await thread.next(20_000)));
    await thread.end();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('"got print"\n');
});
