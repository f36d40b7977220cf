import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { commit as checkoutCommit } from '../../src/cli/composition/about.ts';
import { assets } from './assets.ts';
import { bundleForPages, bundleProgram } from './bundle.ts';
import { declarations, manifestOf, modulesOf, type ProjectManifest } from './library.ts';
import { NOTICES, noticesOf } from './notices.ts';

const run = promisify(execFile);

/** A packed package. */
export interface Packed {
  /** The path of the tarball. */
  readonly file: string;
  readonly files: number;
  /** Bytes of the tarball. */
  readonly packed: number;
  /** Bytes of its files. */
  readonly unpacked: number;
}

/** Builds the package in `queue-headcount` of a folder, and packs it as `queue-headcount-VERSION.tgz` beside it. Each step is reported as it begins. */
export async function pack(folder: string, report: (step: string) => void = () => {}): Promise<Packed> {
  report('Building the documentation, unless it is fresh…');
  await run(process.execPath, [join(PROJECT, 'docs-site/main.ts'), '--if-stale']);
  report('Bundling the program, and declaring its types…');
  const staging = resolve(folder, 'queue-headcount');
  await rm(staging, { recursive: true, force: true });
  for (const [path, contents] of await packageFiles()) {
    await mkdir(dirname(join(staging, path)), { recursive: true });
    await writeFile(join(staging, path), contents, { mode: path.endsWith('/headcount.mjs') ? 0o755 : 0o644 });
  }
  report('Packing…');
  const { stdout } = await run('npm', ['pack', '--pack-destination', resolve(folder), '--json', '--silent'], {
    cwd: staging,
    shell: process.platform === 'win32',
    maxBuffer: 1e8,
  });
  // npm 11 returns a list, a later one an object by name.
  const [said] = Object.values(JSON.parse(stdout) as Readonly<Record<string, NpmPacked>>);
  if (said === undefined) throw new Error(`npm packed nothing: ${stdout}`);
  const { filename, entryCount: files, size: packed, unpackedSize: unpacked } = said;
  return { file: resolve(folder, filename), files, packed, unpacked };
}

/** Every file of the package by its path, sorted. The same sources give the same bytes. */
async function packageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const project = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as ProjectManifest;
  const library = modulesOf(project.exports);
  const commit = process.env['REVISION'] ?? checkoutCommit();
  const bundles = [await bundleProgram(library), await bundleForPages()];
  const texts = new Map([
    ...bundles.flatMap(({ files }) => [...files]),
    ...(await declarations(library, Object.keys(project.peerDependencies))),
    ['package.json', `${JSON.stringify(manifestOf(project, commit), null, 2)}\n`] as const,
    [NOTICES, await noticesOf(bundles.flatMap(({ inputs }) => inputs))] as const,
  ]);
  const files = new Map([
    ...(await assets()),
    ...[...texts].map(([path, text]) => [path, Buffer.from(text)] as const),
  ]);
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

interface NpmPacked {
  readonly filename: string;
  readonly entryCount: number;
  readonly size: number;
  readonly unpackedSize: number;
}
