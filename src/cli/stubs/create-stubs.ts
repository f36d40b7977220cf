import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../service/store/make-folder.ts';
import { OperatorError } from '../settings/operator-error.ts';
import type { ContractFiles } from './generated-files.ts';
import { emptyHandler, generatedFiles, handlerFile, operationsOf } from './generated-files.ts';
import { type Kit, ownKit, RECORD, recordText, updateOf, withDependency } from './kit.ts';

const TEMPLATE = new URL('./template/', import.meta.url);
const TEMPLATE_FILES = [
  'README.md',
  'conformance.mjs',
  'gitignore',
  'package-lock.json',
  'package.json',
  'src/app.ts',
  'src/authenticate.ts',
  'src/context.ts',
  'src/problem.ts',
  'src/server.ts',
  'src/service.test.ts',
  'tsconfig.json',
];

/**
 * Writes a new scaffold into a folder that is empty or does not exist, and returns the paths of its files. Never overwrites a
 * file. Throws `OperatorError` if the folder is not empty or its name can't become that of a package. A scaffold depends on the kit if that is
 * a package.
 */
export async function createStubs(
  contract: ContractFiles,
  out: string,
  kit: Kit = ownKit(),
): Promise<readonly string[]> {
  const packageName = nameOfFolder(out);
  await rejectUnlessEmpty(out);
  const files = new Map([
    ...(await templateFiles(packageName, contract.form, kit)),
    ...generatedFiles(contract),
    ...operationsOf(contract).map(
      (operation) => [handlerFile(operation.id), emptyHandler(operation)] as const,
    ),
    [RECORD, recordText(contract.form, kit)] as const,
  ]);
  for (const [path, text] of files) {
    await makeFolder(dirname(join(out, path)));
    await writeFile(join(out, path), text, { flag: 'wx' });
  }
  return [...files.keys()];
}

/** The files that differ between contracts only in the project's name and form. */
async function templateFiles(name: string, form: 1 | 2, kit: Kit): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const path of TEMPLATE_FILES) {
    const text = await readFile(new URL(path, TEMPLATE), 'utf8');
    // Its name in the template has no dot, so that Git and npm ignore it there.
    if (path === 'gitignore') files.set('.gitignore', text);
    else if (path === 'README.md')
      files.set(
        path,
        text.replace('NAME', name).replace('FORM', String(form)).replace('UPDATE', updateOf(kit)),
      );
    else if (path.startsWith('package'))
      files.set(path, withDependency(text.replaceAll('"headcount-service"', JSON.stringify(name)), kit));
    else files.set(path, text);
  }
  return files;
}

async function rejectUnlessEmpty(out: string): Promise<void> {
  const existing = await readdir(out).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR')
      throw new OperatorError(`--out: ${out} is a file. Use a new or an empty folder.`);
    throw error;
  });
  if (existing.length === 0) return;
  const remedy = existing.includes(RECORD)
    ? 'Add --update to update its generated files, or use a new folder.'
    : 'Use a new or an empty folder.';
  throw new OperatorError(`--out: ${out} is not empty (it contains ${existing.toSorted()[0]}). ${remedy}`);
}

/** A package name derived from the name of the folder. */
function nameOfFolder(out: string): string {
  const folder = basename(resolve(out));
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  if (name === '')
    throw new OperatorError(
      `--out: "${folder}" cannot become the name of a package; use Latin letters or digits`,
    );
  return name;
}
