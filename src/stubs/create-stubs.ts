import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ContractFiles } from './contract-files.ts';
import { StubsError } from './errors.ts';
import { emptyHandler, generatedFiles, handlerFile, operationsOf } from './generated-files.ts';
import { RECORD, recordText } from './record.ts';

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
 * Writes a new scaffold of a contract into a folder that is empty or not there yet, and answers the paths of its files.
 * Throws a StubsError when something lies there, or when the name is none for a package. Nothing is ever overwritten.
 */
export async function createStubs(
  contract: ContractFiles,
  { out, name }: { readonly out: string; readonly name?: string | undefined },
): Promise<readonly string[]> {
  const packageName = name === undefined ? nameOfFolder(out) : checkedName(name);
  await refuseUnlessEmpty(out);
  const files = new Map([
    ...(await templateFiles(packageName, contract.form)),
    ...generatedFiles(contract),
    ...operationsOf(contract).map(
      (operation) => [handlerFile(operation.id), emptyHandler(operation)] as const,
    ),
    [RECORD, recordText(contract.form)] as const,
  ]);
  for (const [path, text] of files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), text, { flag: 'wx' });
  }
  return [...files.keys()];
}

/** The files that are the same for every contract, but for the project's name and form. */
async function templateFiles(name: string, form: 1 | 2): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const path of TEMPLATE_FILES) {
    const text = await readFile(new URL(path, TEMPLATE), 'utf8');
    // Named otherwise in the template, where Git and npm would follow it.
    if (path === 'gitignore') files.set('.gitignore', text);
    else if (path === 'README.md') files.set(path, text.replace('NAME', name).replace('FORM', String(form)));
    else if (path.startsWith('package'))
      files.set(path, text.replaceAll('"headcount-service"', JSON.stringify(name)));
    else files.set(path, text);
  }
  return files;
}

async function refuseUnlessEmpty(out: string): Promise<void> {
  const present = await readdir(out).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR')
      throw new StubsError(`--out: ${out} is a file; name a new or an empty folder`);
    throw error;
  });
  if (present.length === 0) return;
  const remedy = present.includes(RECORD)
    ? 'add --update to renew its generated files, or name a new folder'
    : 'name a new or an empty folder';
  throw new StubsError(`--out: ${out} is not empty (it has ${present.toSorted()[0]}); ${remedy}`);
}

/** A package name from the folder's. */
function nameOfFolder(out: string): string {
  const folder = basename(resolve(out));
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  if (name === '') throw new StubsError(`--name: "${folder}" makes no package name; give one with --name`);
  return name;
}

function checkedName(name: string): string {
  if (name.length <= 214 && /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name)) return name;
  throw new StubsError(
    `--name: "${name}" is no package name; write small letters, digits and hyphens, such as my-headcount`,
  );
}
