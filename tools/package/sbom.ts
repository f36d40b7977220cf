import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';

/** The part of an SBOM in CycloneDX's JSON format that is used here. */
export interface Sbom {
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * npm's SBOM of this project, with only those packages that a built package names in its files with licenses: what is bundled, and nothing
 * else. npm's own choice, `--omit dev`, leaves out what a development dependency needs, too.
 * @param folder Where the built package is.
 */
export async function sbomOf(folder: string): Promise<Sbom> {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const options = { cwd: PROJECT, maxBuffer: 2 ** 26, shell: process.platform === 'win32' };
  const { stdout } = await promisify(execFile)('npm', command, options);
  const sbom = JSON.parse(stdout) as Sbom;
  const notices = await noticesIn(folder);
  const components = sbom.components.filter(({ 'bom-ref': ref }) =>
    notices.includes(`\n${ref.replace(/@(?=[^@]+$)/, ' ')}\n`),
  );
  const bundled = new Set(components.map((component) => component['bom-ref']));
  const [root, ...others] = sbom.dependencies;
  const dependencies = others
    .filter(({ ref }) => bundled.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => bundled.has(one)) }));
  // Everything is in the package itself, also what only a page or another package needs.
  return {
    ...sbom,
    components,
    dependencies: [{ ref: root?.ref ?? '', dependsOn: [...bundled] }, ...dependencies],
  };
}

async function noticesIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /(^|[\\/])THIRD-PARTY[^\\/]*$/.test(name));
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
}
