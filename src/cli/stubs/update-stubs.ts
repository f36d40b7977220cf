import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../service/store/make-folder.ts';
import type { ContractFiles } from './generated-files.ts';
import { emptyHandler, generatedFiles, handlerFile, MARK, operationsOf } from './generated-files.ts';
import { ownKit, RECORD, recordText } from './kit.ts';

/** The changes of an update, as paths relative to the scaffold's root. */
export interface StubsUpdate {
  /** Generated files that were overwritten or created. */
  readonly written: readonly string[];
  /** Handlers that were added for operations without one. */
  readonly added: readonly string[];
  /** Handlers of operations that are no longer in the contract. The author may delete them. */
  readonly obsolete: readonly string[];
  /** Files that were not overwritten because they have lost the mark of a generated file. */
  readonly unmarked: readonly string[];
}

/**
 * Updates a scaffold to a contract: overwrites generated files that differ, and adds missing handlers. Changes nothing else;
 * handlers that no longer match the contract fail to compile.
 */
export async function updateStubs(contract: ContractFiles, out: string): Promise<StubsUpdate> {
  const written: string[] = [];
  const added: string[] = [];
  const unmarked: string[] = [];
  for (const [path, text] of generatedFiles(contract)) {
    const existing = await readIfThere(join(out, path));
    if (existing === text) continue;
    if (existing !== null && !firstLine(existing).includes(MARK)) unmarked.push(path);
    else {
      await put(out, path, text);
      written.push(path);
    }
  }
  for (const operation of operationsOf(contract)) {
    const path = handlerFile(operation.id);
    if ((await readIfThere(join(out, path))) !== null) continue;
    await put(out, path, emptyHandler(operation));
    added.push(path);
  }
  // It names the form, and the folder of the program that made the scaffold.
  const record = recordText(contract.form, ownKit());
  if ((await readIfThere(join(out, RECORD))) !== record) {
    await put(out, RECORD, record);
    written.push(RECORD);
  }
  return { written, added, obsolete: await obsoleteHandlers(contract, out), unmarked };
}

/** Files that define a handler with their own name, for an operation that is not in the contract. */
async function obsoleteHandlers(contract: ContractFiles, out: string): Promise<readonly string[]> {
  const known = new Set(operationsOf(contract).map(({ id }) => id));
  const names = await readdir(join(out, 'src/operations'));
  const obsolete: string[] = [];
  for (const id of names.toSorted().flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : []))) {
    const path = handlerFile(id);
    const text = known.has(id) ? '' : await readFile(join(out, path), 'utf8');
    // Other files in the folder may be shared by handlers.
    if (text.includes(`Handler<'${id}'>`) || text.includes(`Handler<"${id}">`)) obsolete.push(path);
  }
  return obsolete;
}

async function put(out: string, path: string, text: string): Promise<void> {
  await makeFolder(dirname(join(out, path)));
  await writeFile(join(out, path), text);
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}
