import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headcountStubs, run, temporaryFolder } from './scaffold.fixture.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true }));

describe('the script of a scaffold that runs the gate', () => {
  it('passes the URL, form and key to the kit in HEADCOUNT_KIT, returns its exit code, and says where it searched for the kit', async () => {
    const out = join(folder, 'a');
    expect(await headcountStubs('--form', '1', '--out', out)).toMatchObject({ code: 0 });
    await writeFile(join(folder, 'package.json'), '{"bin":{"headcount":"kit.mjs"}}');
    const kit = 'console.log(...process.argv.slice(2), process.env.HEADCOUNT_API_KEY); process.exit(3);';
    await writeFile(join(folder, 'kit.mjs'), kit);
    const runGate = (...options: string[]) =>
      run(process.execPath, ['conformance.mjs', ...options], out, {
        HEADCOUNT_KIT: folder,
        API_KEYS: 'one, two',
        PORT: '3100',
      });
    expect(await runGate('--out', 'reports')).toEqual({
      code: 3,
      output: 'conformance --url http://127.0.0.1:3100 --form 1 --out reports one\n',
    });
    expect((await runGate('--url', 'http://x', '--form=2')).output).toBe(
      'conformance --url http://127.0.0.1:3100 --form 1 --url http://x --form=2 one\n',
    );

    const nowhere = join(folder, 'nowhere');
    const missing = await run(process.execPath, ['conformance.mjs'], out, { HEADCOUNT_KIT: nowhere });
    expect(missing).toEqual({
      code: 2,
      output: expect.stringContaining(`There is no kit at ${nowhere}. Run npm ci, or set HEADCOUNT_KIT`),
    });
  });
});
