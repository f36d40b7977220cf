import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContractFiles } from './contract-files.ts';
import { emptyHandler, generatedFiles, handlerFile, MARK, operationsOf } from './generated-files.ts';
import { RECORD, recordText } from './record.ts';

/** What an update did, as paths from the scaffold's root. */
export interface StubsUpdate {
  /** Generated files that were written anew. */
  readonly written: readonly string[];
  /** Handlers that were added, for operations that had none. */
  readonly added: readonly string[];
  /** Handlers of operations that the contract no longer has; they are left to their author. */
  readonly gone: readonly string[];
  /** Files in a generated file's place that no longer carry the mark; they were left alone. */
  readonly unmarked: readonly string[];
}

/**
 * Brings a scaffold to another state of the contract: writes generated files anew where they differ, and adds handlers
 * that are missing. Touches nothing else; handlers that no longer fit fail to compile.
 */
export async function updateStubs(contract: ContractFiles, out: string): Promise<StubsUpdate> {
  const written: string[] = [];
  const added: string[] = [];
  const unmarked: string[] = [];
  for (const [path, text] of generatedFiles(contract)) {
    const present = await readIfThere(join(out, path));
    if (present === text) continue;
    if (present !== null && !firstLine(present).includes(MARK)) unmarked.push(path);
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
  const record = recordText(contract.form);
  if ((await readIfThere(join(out, RECORD))) !== record) {
    await put(out, RECORD, record);
    written.push(RECORD);
  }
  return { written, added, gone: await goneHandlers(contract, out), unmarked };
}

/** Files that define a handler by their own name, for no operation of the contract. */
async function goneHandlers(contract: ContractFiles, out: string): Promise<readonly string[]> {
  const known = new Set(operationsOf(contract).map(({ id }) => id));
  const names = await readdir(join(out, 'src/operations'));
  const gone: string[] = [];
  for (const id of names.toSorted().flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : []))) {
    const path = handlerFile(id);
    const text = known.has(id) ? '' : await readFile(join(out, path), 'utf8');
    // What handlers share may lie beside them.
    if (text.includes(`Handler<'${id}'>`) || text.includes(`Handler<"${id}">`)) gone.push(path);
  }
  return gone;
}

async function put(out: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(out, path)), { recursive: true });
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
