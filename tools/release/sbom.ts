import { createHash } from 'node:crypto';
import { ReleaseError } from './changelog.ts';

/** A package in an SBOM; the members that are used here. */
export interface Component {
  readonly type?: string;
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly licenses?: readonly License[];
}
export type License =
  | { readonly license: { readonly id: string } | { readonly name: string } }
  | { readonly expression: string };

/** An SBOM in CycloneDX's JSON format. */
export interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Each part of a file with licenses begins with the name and the version of its package. */
const HEADING =
  /(?:^|\n-{72}\n\n)(?:The [^\n]+ contains? these packages\.\n\n)?(@?[\w./-]+) (\d+\.\d+\.\d+\S*)\n\n/g;

/** The packages that files with licenses name, as `name@version`, sorted. */
export function packagesIn(notices: readonly string[]): readonly string[] {
  const named = notices.flatMap((text) =>
    [...text.matchAll(HEADING)].map(([, name, version]) => `${name}@${version}`),
  );
  return [...new Set(named)].toSorted();
}

/** How the part of a file with licenses begins that is about data of a package, whose code is not bundled. */
const DATA_HEADING = /\n-{72}\n\nData of (@?[\w./-]+) (\d+\.\d+\.\d+\S*)\n\nThe MIT License/g;

/** The data that files with licenses name, as components. */
export function dataIn(notices: readonly string[]): readonly Component[] {
  const named = notices.flatMap((text) => [...text.matchAll(DATA_HEADING)]);
  return named.map(([, name = '', version = '']) => ({
    type: 'data',
    'bom-ref': `data:${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  }));
}

/** Adds data to an SBOM, below its root. */
export function withData(sbom: Sbom, data: readonly Component[]): Sbom {
  const refs = data.map((component) => component['bom-ref']);
  const leaves = refs.map((ref) => ({ ref }));
  return extended(sbom, [...sbom.components, ...data], (own) => [...own, ...refs], leaves);
}

/** An SBOM with other components, and what its root depends on; `more` are edges that come after its own. */
function extended(
  sbom: Sbom,
  components: readonly Component[],
  dependsOnOf: (own: readonly string[]) => readonly string[],
  more: Sbom['dependencies'] = [],
): Sbom {
  const [root, ...rest] = sbom.dependencies;
  const edge = { ref: root?.ref ?? '', dependsOn: dependsOnOf(root?.dependsOn ?? []) };
  const all = { ...sbom, components, dependencies: [edge, ...rest, ...more] };
  return { ...all, serialNumber: serialNumberOf(all) };
}

/** The part of a package.json that says how a package is licensed, in the notations of all times. */
export interface LicenseFields {
  readonly license?: unknown;
  readonly licenses?: unknown;
}

/**
 * Reduces npm's SBOM of all installed packages to those that are bundled, so that it lists what the release has, and nothing else. Packages
 * whose license the lock file lacks get it from their package.json.
 */
export function sbomOf(
  all: Sbom,
  bundled: readonly string[],
  options: {
    readonly root: { readonly name: string; readonly version: string };
    /** Time of the commit, so that a second build is the same. */
    readonly time: string;
    /** Of a package that is given as `name@version`. */
    readonly licenseFields: (ref: string) => LicenseFields;
    readonly isSpdx: (id: string) => boolean;
  },
): Sbom {
  const known = new Map(all.components.map((component) => [component['bom-ref'], component]));
  const components = bundled.map((ref) => {
    const component = known.get(ref);
    if (component === undefined) throw new ReleaseError(`${ref} is bundled, but not in package-lock.json.`);
    if (component.licenses !== undefined) return component;
    return { ...component, licenses: licensesOf(ref, options.licenseFields(ref), options.isSpdx) };
  });
  const { name, version } = options.root;
  const root = `${name}@${version}`;
  const dependencies = edges(all, root, new Set(bundled));
  const component = { ...all.metadata.component, 'bom-ref': root, type: 'application', name, version };
  const purl = `pkg:npm/${name}@${version}`;
  const sbom = {
    ...all,
    metadata: { ...all.metadata, timestamp: options.time, component: { ...component, purl, properties: [] } },
    components,
    dependencies,
  };
  return { ...sbom, serialNumber: serialNumberOf(sbom) };
}

/** The graph between bundled packages. The root leads to those that no other one needs, so that every package is reached. */
function edges(all: Sbom, root: string, bundled: ReadonlySet<string>): Sbom['dependencies'] {
  const inner = all.dependencies
    .filter(({ ref }) => bundled.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => bundled.has(other)) }));
  const needed = new Set(inner.flatMap(({ dependsOn }) => dependsOn));
  const direct = new Set(
    all.dependencies.find(({ ref }) => ref === all.metadata.component['bom-ref'])?.dependsOn,
  );
  const first = [...bundled].filter((ref) => direct.has(ref) || !needed.has(ref));
  return [{ ref: root, dependsOn: first }, ...inner];
}

function licensesOf(
  ref: string,
  { license, licenses }: LicenseFields,
  isSpdx: (id: string) => boolean,
): readonly License[] {
  const fields = [license ?? licenses].flat() as readonly (string | { readonly type?: string } | undefined)[];
  return fields.map((field) => {
    const name = typeof field === 'string' ? field : field?.type;
    if (name === undefined || name === '') throw new ReleaseError(`${ref} names no license.`);
    return { license: isSpdx(name) ? { id: name } : { name } };
  });
}

/** A UUID (version 8 of RFC 9562) that depends on the content only. */
function serialNumberOf(sbom: Sbom): string {
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...sbom, serialNumber: '' }))
    .digest('hex');
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
