import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OPERATION_IDS } from '../../service/contract/form-1.operations.generated.ts';
import { programHere } from '../commands/program-here.fixture.ts';
import { createStubs } from './create-stubs.ts';
import { readContract } from './generated-files.ts';
import { recordedForm } from './kit.ts';
import { temporaryFolder } from './scaffold.fixture.ts';
import { updateStubs } from './update-stubs.ts';

const program = programHere();
let out: string;

beforeEach(async () => {
  out = await temporaryFolder();
  await createStubs(await readContract(1), out);
});
afterEach(() => rm(out, { recursive: true }));

it('writes nothing when the contract is the same', async () => {
  const before = await stat(join(out, 'openapi.yaml'));
  expect(await updateStubs(await readContract(1), out)).toEqual({
    written: [],
    added: [],
    obsolete: [],
    unmarked: [],
  });
  expect((await stat(join(out, 'openapi.yaml'))).mtimeMs).toBe(before.mtimeMs);
});

it('changes from one form to the other and back, and keeps what its author wrote', async () => {
  const update = async (form: string) =>
    (await program.run(['stubs', '--update', '--form', form, '--out', out])).stdout;
  const own = ['src/operations/getStatus.ts', 'src/app.ts', 'package.json', 'README.md'];
  for (const file of own) await writeFile(join(out, file), 'mine');
  const output = await update('2');
  expect(output).toContain('The project changes from Form 1 to Form 2.');
  expect(output).toMatch(/^added +src\/operations\/getHighlights\.ts {2}\(responds with 501\)$/m);
  expect(output).toMatch(/^updated +src\/generated\/types\.ts$/m);
  expect(await text('src/generated/handlers.ts')).toContain('getHighlights');
  expect(await update('1')).toMatch(/^obsolete +src\/operations\/getHighlights\.ts {2}\(.*delete it\)$/m);
  for (const file of own) expect(await text(file)).toBe('mine');
});

it('does not overwrite a generated file without its mark, and says so', async () => {
  await writeFile(join(out, 'src/generated/types.ts'), '// mine now\n');
  const changes = await updateStubs(await readContract(2), out);
  expect(changes.unmarked).toEqual(['src/generated/types.ts']);
  expect(await text('src/generated/types.ts')).toBe('// mine now\n');
});

it('does not mistake a file that handlers share for a handler', async () => {
  await writeFile(join(out, 'src/operations/today.ts'), "import type { Handler } from '../context.ts';\n");
  expect((await updateStubs(await readContract(1), out)).obsolete).toEqual([]);
});

it('restores generated files and handlers that were deleted', async () => {
  await rm(join(out, 'src/generated'), { recursive: true });
  await rm(join(out, 'src/operations'), { recursive: true });
  const { written, added } = await updateStubs(await readContract(1), out);
  expect([written.length, added.length]).toEqual([3, OPERATION_IDS.length]);
});

it('names the record if it is missing or has no valid form', async () => {
  await expect(recordedForm(join(out, 'src'))).rejects.toThrow(
    'src contains no scaffold (headcount.json is missing)',
  );
  for (const record of ['{', 'null', '{"form":3}']) {
    await writeFile(join(out, 'headcount.json'), record);
    await expect(recordedForm(out)).rejects.toThrow('"form" must be 1 or 2');
  }
});

it('reads a record that an editor of Windows has saved', async () => {
  await writeFile(join(out, 'headcount.json'), '\uFEFF{ "form": 1 }\r\n');
  expect(await recordedForm(out)).toBe(1);
});

function text(file: string): Promise<string> {
  return readFile(join(out, file), 'utf8');
}
