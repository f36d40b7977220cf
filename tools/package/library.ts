import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';

/** The exports of the project's package.json: sources, and files as they are. */
type Exports = Readonly<Record<string, string>>;

/** The project's package.json, as far as the package shares it. */
export interface ProjectManifest {
  readonly exports: Exports;
  /** Packages that users install themselves if they use the part that needs them. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The members that only the checkout has. Everything is bundled, so the package has no dependencies. */
const OF_THE_CHECKOUT = /^(private|scripts|overrides|allowScripts|(dev)?[dD]ependencies)$/;

/** The package.json of the package. `gitHead`: the commit, if it is known. */
export function manifestOf(project: ProjectManifest, gitHead = 'unknown'): object {
  const shared = Object.entries(project).filter(([name]) => !OF_THE_CHECKOUT.test(name));
  const program = 'src/cli/commands/headcount.mjs';
  return {
    ...Object.fromEntries(shared),
    ...(gitHead === 'unknown' ? {} : { gitHead }),
    bin: { 'queue-headcount': program, headcount: program },
    exports: builtExports(project.exports),
    files: ['*'],
  };
}

/**
 * The exports of the package: the built modules with their types, and files as they are. `require()` gets the same modules as `import`,
 * since none of them awaits at its top level.
 */
function builtExports(exports: Exports): object {
  return Object.fromEntries(
    Object.entries(exports).map(([name, target]) => {
      const built = target.replace(/[.]ts$/, '');
      return [name, built === target ? target : { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
}

/** The source files of the library's modules. */
export function modulesOf(exports: Exports): readonly string[] {
  return Object.values(exports)
    .filter((target) => target.endsWith('.ts'))
    .map((target) => target.replace('./', ''));
}

/**
 * The type declarations of the library, by path in the package: what the compiler emits for its modules and for the files whose types
 * they show. Users compile them, so they import each other as JavaScript, and no package but Node's types and `peers`.
 */
export async function declarations(
  modules: readonly string[],
  peers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'declarations-'));
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: PROJECT,
    outDir: folder.path,
    typeRoots: [join(PROJECT, 'node_modules/@types')],
  };
  const files = modules.map((source) => join(PROJECT, source));
  const config = { extends: join(PROJECT, 'tsconfig.json'), compilerOptions, files, include: [] };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(PROJECT, 'node_modules/@typescript/native/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '--project', folder.path]);
  const declared = new Map<string, string>();
  const waiting = modules.map(declarationOf);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (declared.has(file)) continue;
    const emitted = await readFile(join(folder.path, file), 'utf8');
    for (const [, imported = ''] of emitted.matchAll(IMPORT)) {
      if (imported.startsWith('.')) waiting.push(declarationOf(posix.join(dirname(file), imported)));
      else if (!imported.startsWith('node:') && !peers.includes(imported))
        throw new Error(`${file} would make users install ${imported}`);
    }
    const asJavaScript = emitted.replace(IMPORT, (name) => name.replace(/[.]ts$/, '.js'));
    declared.set(file, asJavaScript);
  }
  return declared;
}

const IMPORT = /(?<=\bfrom '|\bimport\(')([^']+)(?=')/g;

function declarationOf(source: string): string {
  return source.replace(/[.]ts$/, '.d.ts');
}
