/** The fields of an entry of package-lock.json that are used here. */
export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  /** True if the tarball of another package contains it, which has the integrity of both. */
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Adds entries for optional platform packages that have none. Returns all entries in npm's order, and the added names. */
export function withPlatforms(packages: Readonly<Record<string, LockEntry>>): {
  readonly packages: Readonly<Record<string, LockEntry>>;
  readonly added: readonly string[];
} {
  const missing = Object.values(packages).flatMap((entry) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))
      .flatMap(([name, version]) => {
        const platform = platformOf(name);
        const dev = entry.dev === true ? { dev: true } : {};
        return platform === null ? [] : [[name, { version, ...platform, ...dev, optional: true }] as const];
      }),
  );
  const all = {
    ...packages,
    ...Object.fromEntries(missing.map(([name, entry]) => [`node_modules/${name}`, entry])),
  };
  const ordered = Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return { packages: Object.fromEntries(ordered), added: missing.map(([name]) => name) };
}

/** The paths of packages from a registry that have no integrity, so that npm would install whatever the registry sends. */
export function withoutIntegrity(packages: Readonly<Record<string, LockEntry>>): readonly string[] {
  return Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle)
    .filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
    .map(([path]) => path);
}

/** The platform that a package is for, derived from its name; null if its name contains none. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | null {
  const words = name.split(/[-_/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined) return null;
  const isMusl = words.some((word) => word.startsWith('musl'));
  const libc = isMusl
    ? { libc: ['musl'] }
    : words.some((word) => word.startsWith('gnu'))
      ? { libc: ['glibc'] }
      : {};
  return { os: [os], cpu: [cpu], ...(os === 'linux' ? libc : {}) };
}
