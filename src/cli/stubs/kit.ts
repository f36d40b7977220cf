import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutMark } from '../../service/domain/texts.ts';
import { OperatorError } from '../settings/operator-error.ts';

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

/** The file that records what a scaffold was generated from. */
export const RECORD = 'headcount.json';

/** A record of the form, and of the kit that contains the gate. */
export function recordText(form: 1 | 2, { folder }: Kit): string {
  const about = 'Written by `headcount stubs`: the form of the contract, and the kit that contains the gate';
  return `${JSON.stringify({ about, form, kit: folder }, null, 2)}\n`;
}

/** The form that a scaffold was generated from. Throws `OperatorError` if the folder contains no scaffold. */
export async function recordedForm(out: string): Promise<1 | 2> {
  const text = await readFile(join(out, RECORD), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new OperatorError(
      `--out: ${out} contains no scaffold (${RECORD} is missing). Omit --update to create one.`,
    );
  });
  const form = formIn(text);
  if (form === 1 || form === 2) return form;
  throw new OperatorError(`--out: ${join(out, RECORD)} is invalid: "form" must be 1 or 2.`);
}

function formIn(text: string): unknown {
  try {
    return (JSON.parse(withoutMark(text)) as { form?: unknown } | null)?.form;
  } catch {
    return undefined;
  }
}
