import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project, which the paths of sources are relative to. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** The name of the site. */
export const SITE_NAME = 'Queue Headcount';

/** A page of the site and its source file. */
export interface Source {
  /** Path from the project's root, such as `docs/errors.md`. */
  readonly file: string;
  /** Path in the site, such as `errors.html`. */
  readonly output: string;
}

/** A section of the navigation, with its pages in reading order. An entry without a source is not made from Markdown. */
export interface Section {
  readonly title: string;
  readonly entries: readonly (Source | { readonly title: string; readonly output: string })[];
}

/** The section of the API's reference, commands and requirements. */
export const REFERENCE_SECTION = 'Reference';

/** The section about the project itself. */
export const PROJECT_SECTION = 'About';

const SECTIONS: readonly { readonly title: string; readonly files: readonly string[] }[] = [
  {
    title: 'Home',
    files: ['docs/README.md', 'docs/try-it.md'],
  },
  {
    title: 'Use the API',
    files: [
      'docs/quick-start.md',
      'docs/keys.md',
      'docs/paging.md',
      'docs/limits.md',
      'docs/time.md',
      'docs/errors.md',
      'docs/recipes.md',
      'docs/forms.md',
      'docs/explorer.md',
    ],
  },
  {
    title: 'Build against it',
    files: [
      'docs/mocks.md',
      'docs/react.md',
      'docs/client-tests.md',
      'docs/check-client.md',
      'docs/generated-clients.md',
    ],
  },
  {
    title: 'Run it',
    files: [
      'docs/your-venue.md',
      'docs/compose.md',
      'docs/kubernetes.md',
      'docs/several-nodes.md',
      'docs/venues.md',
      'docs/settings.md',
      'docs/staff.md',
      'docs/reporting.md',
      'docs/account-page.md',
      'docs/public-page.md',
      'docs/backup.md',
      'docs/importing.md',
      'docs/monitoring.md',
      'docs/upgrading.md',
      'docs/publishing.md',
      'docs/trouble.md',
    ],
  },
  {
    title: 'Test it',
    files: ['docs/conformance.md', 'docs/ci.md', 'docs/reading-a-report.md', 'docs/known-failures.md'],
  },
  {
    title: 'Implement it',
    files: ['docs/implementing.md', 'docs/express.md', 'docs/choices.md'],
  },
  {
    title: REFERENCE_SECTION,
    files: ['docs/commands.md', 'docs/library.md', 'docs/requirements.md'],
  },
  {
    title: PROJECT_SECTION,
    files: [
      'docs/estimate.md',
      'docs/comparison.md',
      'docs/gate-design.md',
      'docs/compatibility.md',
      'docs/security.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/decisions/README.md',
    ],
  },
];

/** The sections of the navigation. Guides in docs/ that no section lists come last, under “More”. */
export async function contents(): Promise<readonly Section[]> {
  const listed = new Set(SECTIONS.flatMap(({ files }) => files));
  const others = (await markdownIn('docs')).filter((file) => !listed.has(file));
  const generated = [
    { title: 'Form 1', output: referenceOf(1) },
    { title: 'Form 2', output: referenceOf(2) },
  ];
  return [...SECTIONS, { title: 'More', files: others }]
    .map(({ title, files }) => {
      const guides = files.filter((file) => existsSync(join(PROJECT, file))).map(sourceOf);
      return { title, entries: title === REFERENCE_SECTION ? [...generated, ...guides] : guides };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** The pages that are not in the navigation: of commands, and decision records. */
export async function unlisted(): Promise<readonly Source[]> {
  const files = await Promise.all(['docs/commands', 'docs/decisions'].map(markdownIn));
  return files
    .flat()
    .filter((file) => !file.endsWith('README.md'))
    .map(sourceOf);
}

/** The reference page of a form. */
export function referenceOf(form: 1 | 2): string {
  return `openapi/form-${form}.html`;
}

/** Where the reference shows an operation. Redoc names the place of operations without tags “other”. */
export function operationAddress(form: 1 | 2, operationId: string): string {
  return `${referenceOf(form)}#/other/${operationId.toLowerCase()}`;
}

async function markdownIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(PROJECT, folder));
  return names
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `${folder}/${name}`);
}

function sourceOf(file: string): Source {
  // Hosts ask for SECURITY.md by this name, and the site has another page of that name.
  const inSite = file
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/^SECURITY/, 'reporting-a-vulnerability');
  return { file, output: inSite.replace(/\.md$/, '.html').toLowerCase() };
}
