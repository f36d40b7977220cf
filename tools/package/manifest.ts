import { builtExports, type Exports } from './library.ts';

/** The project's package.json, as far as the package shares it. */
export interface ProjectManifest {
  readonly exports: Exports;
  /** What users install themselves if they use the part that needs it. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What only the checkout has. Everything is bundled, so the package has no dependencies. */
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
