import { builtExports, type Exports } from './library.ts';

/** The part of the project's package.json that the package shares. */
export interface ProjectManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly repository?: unknown;
  readonly engines: { readonly node: string };
  readonly exports: Exports;
  /** What users install themselves if they use the part that needs it. */
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: unknown;
}

/** The package.json of the package: without dependencies, since everything is bundled. `gitHead`: the commit, if it is known. */
export function manifestOf(project: ProjectManifest, gitHead = 'unknown'): object {
  const { name, version, description, license, repository, engines } = project;
  const { peerDependencies, peerDependenciesMeta } = project;
  return {
    name,
    version,
    description,
    keywords: [
      'openapi',
      'contract-first',
      'mock-server',
      'conformance',
      'contract-testing',
      'queue',
      'headcount',
    ],
    license,
    ...(repository === undefined ? {} : { repository }),
    ...(gitHead === 'unknown' ? {} : { gitHead }),
    type: 'module',
    engines,
    bin: {
      'queue-headcount': 'src/cli/commands/headcount.mjs',
      headcount: 'src/cli/commands/headcount.mjs',
    },
    exports: builtExports(project.exports),
    peerDependencies,
    peerDependenciesMeta,
    files: ['*'],
  };
}
