/**
 * `npm run package`: builds the npm package in `dist/queue-headcount` and packs it as `dist/queue-headcount-VERSION.tgz`. The package
 * has the same layout as a checkout, without sources and dependencies (docs/decisions/0062-one-bundled-package.md).
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { assets } from './assets.ts';
import { bundleProgram } from './bundle.ts';
import { manifestOf, type ProjectManifest } from './manifest.ts';
import { NOTICES, noticesOf } from './notices.ts';

const run = promisify(execFile);
const DIST = join(PROJECT, 'dist');
const STAGING = join(DIST, 'queue-headcount');

await run(process.execPath, ['docs-site/main.ts', '--if-stale'], { cwd: PROJECT });
const files = await packageFiles();
await rm(STAGING, { recursive: true, force: true });
for (const [path, contents] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  await mkdir(dirname(join(STAGING, path)), { recursive: true });
  await writeFile(join(STAGING, path), contents, { mode: path.endsWith('headcount.mjs') ? 0o755 : 0o644 });
}
const { stdout } = await run('npm', ['pack', STAGING, '--pack-destination', DIST, '--json', '--silent'], {
  shell: process.platform === 'win32',
  maxBuffer: 1e8,
});
const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
if (packed === undefined) throw new Error(`npm pack said nothing of a package: ${stdout}`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `dist/${packed.filename}: ${packed.entryCount} files, ${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked`,
);

interface Packed {
  readonly filename: string;
  readonly entryCount: number;
  readonly size: number;
  readonly unpackedSize: number;
}

/** Every file of the package, by path. */
async function packageFiles(): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const library = await libraryModules();
  const project = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as ProjectManifest;
  const bundled = await bundleProgram(library);
  return new Map<string, Uint8Array | string>([
    ...bundled.files,
    ...(await assets()),
    ['package.json', `${JSON.stringify(manifestOf(project, library), null, 2)}\n`],
    [NOTICES, await noticesOf(bundled.inputs)],
  ]);
}

async function libraryModules(): Promise<readonly string[]> {
  const names = await readdir(join(PROJECT, 'src/library')).catch(() => []);
  return names.filter((name) => /^[\w-]+[.]ts$/.test(name)).map((name) => `src/library/${name}`);
}
