import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';

/** What the project's package.json exports: sources, and files as they are. */
export type Exports = Readonly<Record<string, string>>;

/** The source files of the library's modules. */
export function modulesOf(exports: Exports): readonly string[] {
  return Object.values(exports)
    .filter((target) => target.endsWith('.ts'))
    .map((target) => target.replace('./', ''));
}

/**
 * What the package exports: the built modules with their types, and files as they are. `require()` gets the same modules as `import`,
 * since none of them awaits at its top level.
 */
export function builtExports(exports: Exports): object {
  return Object.fromEntries(
    Object.entries(exports).map(([name, target]) => {
      const built = target.replace(/[.]ts$/, '');
      return [name, built === target ? target : { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
}

/**
 * The type declarations of the library, by path in the package: what the compiler emits for its modules and for the files whose types
 * they show. Users compile them, so they import each other as JavaScript, and no package but Node's types and `peers`.
 */
export async function declarations(
  modules: readonly string[],
  peers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'declarations-'));
  try {
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: PROJECT,
      outDir: folder,
      typeRoots: [join(PROJECT, 'node_modules/@types')],
    };
    const files = modules.map((source) => join(PROJECT, source));
    const config = { extends: join(PROJECT, 'tsconfig.json'), compilerOptions, files, include: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(PROJECT, 'node_modules/@typescript/native/bin/tsc');
    await promisify(execFile)(process.execPath, [compiler, '--project', folder]);
    return await reached(folder, modules, peers);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const IMPORT = /(?<=\bfrom '|\bimport\(')([^']+)(?=')/g;

/** The declarations that the library's modules lead to, in a folder where the compiler has emitted all. */
async function reached(
  folder: string,
  modules: readonly string[],
  peers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const waiting = modules.map(declarationOf);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    const emitted = await readFile(join(folder, file), 'utf8');
    for (const [, imported = ''] of emitted.matchAll(IMPORT)) {
      if (imported.startsWith('.')) waiting.push(declarationOf(posix.join(dirname(file), imported)));
      else if (!imported.startsWith('node:') && !peers.includes(imported))
        throw new Error(`${file} would make users install ${imported}`);
    }
    files.set(
      file,
      emitted.replace(IMPORT, (name) => name.replace(/[.]ts$/, '.js')),
    );
  }
  return files;
}

function declarationOf(source: string): string {
  return source.replace(/[.]ts$/, '.d.ts');
}
