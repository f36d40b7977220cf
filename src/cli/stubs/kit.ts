import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);

/** The kit that a scaffold gets the gate from: this checkout, or the npm package with this program. */
export interface Kit {
  /** Its folder, absolute or from the scaffold's root. */
  readonly folder: string;
  /** The package.json of the package that the scaffold depends on; null for a checkout. */
  readonly dependency: Dependency | null;
}

interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
}

/** The kit that this program belongs to. */
export function ownKit(): Kit {
  const manifest = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as Dependency & {
    private?: boolean;
  };
  // Only the checkout is private.
  return manifest.private === true
    ? { folder: fileURLToPath(ROOT).replace(/[\\/]$/, ''), dependency: null }
    : { folder: `node_modules/${manifest.name}`, dependency: manifest };
}

/** How to update a scaffold to a changed contract. */
export function updateOf({ dependency }: Kit): string {
  if (dependency === null)
    return 'run `npx --no-install headcount stubs --update --out THIS_FOLDER` in the kit';
  const { name } = dependency;
  return `run \`npm install --save-dev --save-exact ${name}@latest\` and \`npx ${name} stubs --update --out .\``;
}

/** A package.json or lock file that also depends on the kit, for development. */
export function withDependency(text: string, { dependency }: Kit): string {
  if (dependency === null) return text;
  const { name, version, license, bin, engines } = dependency;
  const withOwn = (manifest: Manifest): Manifest => ({
    ...manifest,
    devDependencies: sorted({ ...manifest.devDependencies, [name]: version }),
  });
  const { packages, ...manifest } = JSON.parse(text) as Manifest & { packages?: Record<string, Manifest> };
  if (packages === undefined) return `${JSON.stringify(withOwn(manifest), null, 2)}\n`;
  const { '': root = {}, ...others } = packages;
  // Without a hash, which a package cannot contain of itself.
  const locked = { [`node_modules/${name}`]: { version, dev: true, license, bin, engines } };
  const all = { '': withOwn(root), ...sorted({ ...others, ...locked }) };
  return `${JSON.stringify({ ...manifest, packages: all }, null, 2)}\n`;
}

interface Manifest {
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
