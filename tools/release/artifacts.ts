import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { LockFile } from '../lock/platforms.ts';
import { IN_CODE } from '../package/notices.ts';
import { ReleaseError, sectionOf } from './changelog.ts';
import { notesOf } from './notes.ts';
import { git, npm, runScript } from './run.ts';
import { dataIn, type LicenseFields, packagesIn, type Sbom, sbomOf, withData } from './sbom.ts';
import { sbomSchema } from './sbom-schema.ts';

/** Where the files of a release are, from the project's root. */
export const RELEASE_FOLDER = 'dist/release';
/** Where `npm run package` leaves the files that it packs. */
const STAGING = 'dist/queue-headcount';
const CHECKSUMS = 'SHA256SUMS';
const NOTES = 'release-notes.md';

/** A file of the release. */
export interface Artifact {
  readonly file: string;
  readonly bytes: number;
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly repository: { readonly url: string };
}

/** What builds files of a release into `dist`: scripts of package.json, each with the files that it must leave there. */
interface Builder {
  readonly script: string;
  readonly files: (version: string) => RegExp;
}

const BUILDERS: readonly Builder[] = [
  { script: 'package', files: (version) => new RegExp(`^queue-headcount-${literal(version)}\\.tgz$`) },
];

function literal(version: string): string {
  return version.replaceAll('.', '\\.');
}

/** Builds every file of a release. `say` gets a line for each step. */
export async function buildArtifacts(
  folder: string,
  version: string,
  say: (line: string) => void,
): Promise<readonly Artifact[]> {
  const out = join(folder, RELEASE_FOLDER);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { scripts, repository } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  for (const { script, files } of BUILDERS.filter((one) => one.script in scripts)) {
    say(`npm run ${script}`);
    await runScript(folder, script);
    const built = (await readdir(join(folder, 'dist'))).filter((name) => files(version).test(name));
    if (built.length === 0)
      throw new ReleaseError(`\`npm run ${script}\` left no ${files(version)} in dist.`);
    for (const name of built) await copyFile(join(folder, 'dist', name), join(out, name));
  }
  await checkPaths(folder);
  say('npm sbom');
  await writeSbom(join(out, `queue-headcount-${version}.cdx.json`), await packageSbom(folder, version));
  await writeFile(join(out, CHECKSUMS), await checksums(out));
  const section = sectionOf(await readFile(join(folder, 'CHANGELOG.md'), 'utf8'), version) ?? '';
  const page = repository.url.replace(/^git\+|\.git$/g, '');
  await writeFile(join(out, NOTES), notesOf(section, { version, repository: page }));
  const names = (await readdir(out)).toSorted();
  return Promise.all(names.map(async (file) => ({ file, bytes: (await stat(join(out, file))).size })));
}

/** Fails if a file of the package names the folder that it was built in: another machine would build another package. */
async function checkPaths(folder: string): Promise<void> {
  const staging = join(folder, STAGING);
  const entries = await readdir(staging, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    if ((await readFile(file)).includes(folder)) {
      throw new ReleaseError(`${relative(folder, file)} contains the path ${folder}.`);
    }
  }
}

/** The SBOM of the packages and the data that the package's files with licenses name. */
async function packageSbom(folder: string, version: string): Promise<Sbom> {
  const text = await npm(folder, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--silent');
  const { isSpdx } = await sbomSchema();
  const notices = await noticesIn(join(folder, STAGING));
  const packages = packagesIn(notices);
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as LockFile & {
    name: string;
  };
  const fields = await statedLicenses(folder, lock, new Set(packages));
  const sbom = sbomOf(JSON.parse(text) as Sbom, packages, {
    root: { name: lock.name, version },
    time: await git(folder, 'log', '-1', '--format=%cI'),
    licenseFields: (ref) => fields.get(ref) ?? {},
    isSpdx,
  });
  return withData(sbom, dataIn(notices));
}

/** Writes an SBOM that CycloneDX's schema allows. */
async function writeSbom(file: string, sbom: Sbom): Promise<void> {
  const [problem] = (await sbomSchema()).problems(sbom);
  if (problem !== undefined) throw new ReleaseError(`The SBOM is not valid CycloneDX: ${problem}`);
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`);
}

/** What the package.json of bundled packages says about licenses, by `name@version`. */
async function statedLicenses(
  folder: string,
  { packages }: LockFile,
  bundled: ReadonlySet<string>,
): Promise<ReadonlyMap<string, LicenseFields>> {
  const entries = Object.entries(packages).map(async ([path, { version }]) => {
    const ref = `${path.split('node_modules/').at(-1)}@${version}`;
    if (!bundled.has(ref)) return [];
    const manifest = JSON.parse(await readFile(join(folder, path, 'package.json'), 'utf8')) as Named;
    return [[ref, { license: IN_CODE[manifest.name], ...manifest }] as const];
  });
  return new Map((await Promise.all(entries)).flat());
}

interface Named extends LicenseFields {
  readonly name: string;
}

async function noticesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /(^|[\\/])THIRD-PARTY[^\\/]*$/.test(name));
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
}

/** In the format of `sha256sum --check`. */
async function checksums(folder: string): Promise<string> {
  const lines = (await readdir(folder)).toSorted().map(async (name) => {
    const digest = createHash('sha256').update(await readFile(join(folder, name)));
    return `${digest.digest('hex')}  ${name}\n`;
  });
  return (await Promise.all(lines)).join('');
}
