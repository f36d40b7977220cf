import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readContract } from './contract-files.ts';
import { createStubs } from './create-stubs.ts';
import { recordedForm } from './record.ts';
import { headcountStubs, temporaryFolder } from './scaffold.fixture.ts';
import { updateStubs } from './update-stubs.ts';

let out: string;

beforeEach(async () => {
  out = await temporaryFolder();
  await createStubs(await readContract(1), { out });
});
afterEach(() => rm(out, { recursive: true }));

it('writes nothing when the contract is the same', async () => {
  const before = await stat(join(out, 'openapi.yaml'));
  expect(await updateStubs(await readContract(1), out)).toEqual({
    written: [],
    added: [],
    gone: [],
    unmarked: [],
  });
  expect((await stat(join(out, 'openapi.yaml'))).mtimeMs).toBe(before.mtimeMs);
});

it('goes from one form to the other and back, and keeps what its author wrote', {
  timeout: 60_000,
}, async () => {
  const own = ['src/operations/getStatus.ts', 'src/app.ts', 'package.json', 'README.md'];
  for (const file of own) await writeFile(join(out, file), 'mine');
  const { output } = await headcountStubs('--update', '--form', '2', '--out', out);
  expect(output).toContain('The project goes from Form 1 to Form 2.');
  expect(output).toMatch(/^added +src\/operations\/getHighlights\.ts {2}\(answers 501\)$/m);
  expect(output).toMatch(/^written anew +src\/generated\/types\.ts$/m);
  expect(await text('src/generated/handlers.ts')).toContain('getHighlights');
  expect((await headcountStubs('--update', '--form', '1', '--out', out)).output).toMatch(
    /^gone +src\/operations\/getHighlights\.ts {2}\(.*delete it\)$/m,
  );
  for (const file of own) expect(await text(file)).toBe('mine');
});

it('leaves a generated file alone from which its author took the mark, and says so', async () => {
  await writeFile(join(out, 'src/generated/types.ts'), '// mine now\n');
  const changes = await updateStubs(await readContract(2), out);
  expect(changes.unmarked).toEqual(['src/generated/types.ts']);
  expect(await text('src/generated/types.ts')).toBe('// mine now\n');
});

it('does not take what handlers share for a handler', async () => {
  await writeFile(join(out, 'src/operations/today.ts'), "import type { Handler } from '../context.ts';\n");
  expect((await updateStubs(await readContract(1), out)).gone).toEqual([]);
});

it('writes generated files and handlers that were deleted', async () => {
  await rm(join(out, 'src/generated'), { recursive: true });
  await rm(join(out, 'src/operations'), { recursive: true });
  const { written, added } = await updateStubs(await readContract(1), out);
  expect([written.length, added.length]).toEqual([3, 5]);
});

it('names the record when it is missing or does not tell the form', async () => {
  await expect(recordedForm(join(out, 'src'))).rejects.toThrow(
    'src holds no scaffold (headcount.json is missing)',
  );
  for (const record of ['{', 'null', '{"form":3}']) {
    await writeFile(join(out, 'headcount.json'), record);
    await expect(recordedForm(out)).rejects.toThrow('its "form" must be 1 or 2');
  }
});

function text(file: string): Promise<string> {
  return readFile(join(out, file), 'utf8');
}
