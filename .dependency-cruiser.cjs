/** What people can do, apart from mail and pages. */
const ACCOUNTS_THEMSELVES = 'accounts/(?!mail/|pages/)';
// The direction of imports, as ARCHITECTURE.md shows it. Each folder of src may import the folders and files listed for it.
const MAY_IMPORT = {
  'service/contract/': [],
  'service/domain/': [],
  'service/keys/': [],
  'service/form/': ['service/contract/', 'service/domain/'],
  'service/store/': ['service/domain/'],
  'service/import/': ['service/domain/', 'service/store/store.ts'],
  'service/operations/': ['service/domain/', 'service/form/', 'service/store/store.ts'],
  'service/http/server/': ['service/form/', 'service/operations/', 'service/store/errors.ts'],
  'service/http/api/': [
    'service/contract/',
    'service/domain/',
    'service/http/(server/|app-options.ts)',
    'service/keys/',
    'service/operations/',
    'service/store/(account-store|errors|store).ts',
  ],
  'service/http/pages/': [
    'service/contract/',
    'service/domain/',
    'service/http/(server/|api/|app-options.ts)',
  ],
  'service/http/[^/]+[.]ts$': [
    'service/contract/',
    'service/domain/',
    'service/http/',
    'service/operations/',
    'service/store/store.ts',
  ],
  'service/metrics/': ['service/http/server/observer.ts', 'service/store/store.ts'],
  [ACCOUNTS_THEMSELVES]: ['service/domain/', 'service/keys/', 'service/store/(account-store|store).ts'],
  'accounts/mail/': ['accounts/mails.ts', 'service/domain/'],
  'accounts/pages/': [
    'accounts/(?!mail/)',
    'service/domain/',
    'service/http/',
    'service/store/account-store.ts',
  ],
  'report-page/': [
    'service/domain/',
    'service/http/',
    'service/keys/',
    'service/store/(live-report-store|store).ts',
  ],
  'staff/': [
    'service/domain/',
    'service/http/',
    'service/keys/',
    'service/operations/hours-entries.ts',
    'service/store/(account-store|live-report-store|store).ts',
  ],
  'explorer/[^/]+[.]ts$': ['^docs-site/', '^tools/testing/browser/'],
  'client-check/': [
    '^conformance/(contract|evidence|reports|requests|safety)/',
    '^conformance/(commands/(arguments|failure)|verdict/exit-code).ts$',
    '^mocks/',
  ],
  'cli/simulation/': ['service/domain/'],
  'cli/poster/': ['service/http/pages/html.ts'],
  'cli/site/': ['service/domain/'],
  'cli/stubs/': [
    'cli/settings/operator-error.ts',
    'service/contract/',
    'service/domain/',
    'service/store/make-folder.ts',
  ],
  'cli/settings/': ['accounts/mail/smtp-address.ts', 'service/domain/', 'service/store/open-store.ts'],
  'cli/composition/': [
    'accounts/',
    'cli/settings/',
    'cli/simulation/picture.ts$',
    'report-page/',
    'service/',
    'staff/',
  ],
  'cli/commands/': [
    'accounts/',
    'client-check/command.ts$',
    'cli/composition/',
    'cli/poster/',
    'cli/settings/',
    'cli/simulation/',
    'cli/site/',
    'cli/stubs/',
    'report-page/',
    'service/',
    'staff/',
    '^conformance/commands/program.ts$',
    '^docs-site/(command|main).ts$',
    '^mocks/(main|scenarios).ts$',
  ],
  'cli/library/': [
    'accounts/',
    'cli/(composition|settings)/',
    'service/contract/',
    'service/domain/',
    'service/http/',
    '^conformance/',
    '^mocks/(clock|main|scenarios|http/preferences|page-mock).ts$',
  ],
};
// The stages of the gate: each may import itself and the stages before it. Files beside them, such as gate.ts, connect them.
const GATE_STAGES = [
  'safety',
  'contract',
  'requests',
  'dredd',
  'evidence',
  'facts',
  'families',
  'verdict',
  'reports',
];
const TESTS = '[.](test|suite|fixture)[.]ts$';
/** Faults stand beside the rule that finds them, and belong to the reference implementation. */
const FAULTS = '^conformance/families/.*[.]faults[.]ts$';
/** The mock's reading of the documents. Bundles for pages have its result in its place. */
const DOCUMENTS = '^mocks/documents[.]ts$';
/** The files of the mock that only its server needs. */
const MOCK_SERVER = '^mocks/(main|http/(serve|prism))[.]ts$';

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import ${allowed.join(', ') || 'nothing else of src'}`,
      severity: 'error',
      from: { path: `^src/${folder}`, pathNot: TESTS },
      to: {
        path: '^(src|tools|bench|conformance|mocks|docs-site)/',
        pathNot: [folder, ...allowed].map((path) => (path.startsWith('^') ? path : `^src/${path}`)),
      },
    })),
    ...GATE_STAGES.map((stage, at) => ({
      name: `gate-${stage}`,
      comment: `conformance/${stage} may import ${GATE_STAGES.slice(0, at + 1).join(', ')}`,
      severity: 'error',
      from: { path: `^conformance/${stage}/`, pathNot: [TESTS, FAULTS] },
      to: {
        path: '^conformance/',
        pathNot: GATE_STAGES.slice(0, at + 1).map((earlier) => `^conformance/${earlier}/`),
      },
    })),
    {
      name: 'domain-is-pure',
      comment: 'the domain takes time, zone and data as arguments: no packages, no modules of Node',
      severity: 'error',
      from: { path: '^src/(service/(domain|form)|cli/simulation)/', pathNot: TESTS },
      to: { dependencyTypesNot: ['local', 'type-only'], pathNot: '^src/' },
    },
    {
      name: 'only-the-router-knows-openapi-backend',
      severity: 'error',
      from: { pathNot: ['^src/service/http/api/router[.]ts$', '^bench/'] },
      to: { path: 'node_modules/openapi-backend' },
    },
    {
      name: 'only-sqlite-knows-sqlite',
      severity: 'error',
      from: { pathNot: ['^src/service/store/sqlite/', TESTS, '^bench/'] },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'only-postgres-knows-pg',
      severity: 'error',
      from: { pathNot: ['^src/service/store/postgres/', '^tools/postgres-server/', TESTS, '^bench/'] },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'only-the-gate-knows-dredd',
      comment: 'Dredd brings old packages along, which must never be loaded by what serves',
      severity: 'error',
      from: { pathNot: ['^conformance/', '^bench/', TESTS] },
      to: { path: 'node_modules/dredd' },
    },
    {
      name: 'only-mail-knows-nodemailer',
      severity: 'error',
      from: { pathNot: ['^src/accounts/mail/'] },
      to: { path: 'node_modules/nodemailer/' },
    },
    {
      name: 'only-metrics-know-prom-client',
      severity: 'error',
      from: { pathNot: ['^src/service/metrics/'] },
      to: { path: 'node_modules/prom-client/' },
    },
    {
      name: 'the-gate-is-independent',
      comment:
        "a mistake that service and gate share would go unnoticed; tests of pages use the site's browser, one has the spellings of times that all take, and random tests have the same seed",
      severity: 'error',
      from: { path: '^conformance/', pathNot: ['[.]browser[.]test[.]ts$', '^conformance/reference/'] },
      to: {
        path: '^(src|tools|bench|mocks|docs-site)/',
        pathNot: ['^src/service/domain/date-time[.]fixture[.]ts$', '^tools/testing/seed[.]fixture[.]ts$'],
      },
    },
    {
      name: 'the-reference-is-the-service-in-memory',
      comment: 'the mock is the same service, so neither tests the other',
      severity: 'error',
      from: { path: '^conformance/reference/' },
      to: { path: '^(src|tools|bench|mocks|docs-site)/', pathNot: '^mocks/service/' },
    },
    {
      name: 'the-service-in-memory-stands-alone',
      comment: 'it runs without Node, and shares no code with the service that it stands for',
      severity: 'error',
      from: { path: '^mocks/service/', pathNot: TESTS },
      to: { pathNot: '^mocks/service/' },
    },
    {
      name: 'the-reference-is-for-tests-and-benches',
      comment: 'the gate judges deployments, so it must not know the one that tests it',
      severity: 'error',
      from: { pathNot: ['^conformance/(reference|testing)/', '^bench/', TESTS, FAULTS] },
      to: { path: ['^conformance/reference/', FAULTS] },
    },
    {
      name: 'the-reference-is-independent',
      comment: 'a mistake that the gate and its reference implementation share would go unnoticed',
      severity: 'error',
      from: { path: ['^conformance/reference/', FAULTS], pathNot: TESTS },
      // The ids of requirements are a type.
      to: {
        path: '^conformance/',
        pathNot: ['^conformance/(reference/|contract/requirements[.]ts$)', FAULTS],
      },
    },
    {
      name: 'the-site-knows-documents-only',
      comment:
        'docs-site reads the documents and the guides, and never imports what it describes; its pages share parts with the explorer, and one runs the mock; the reference as Markdown is made like the other pages of the contract',
      severity: 'error',
      from: { path: '^docs-site/', pathNot: '^docs-site/try-it/' },
      to: {
        path: '^(src|tools|bench|conformance|mocks)/',
        pathNot: ['^src/explorer/page/', '^tools/contract/pages/', '^tools/testing/browser/'],
      },
    },
    {
      name: 'the-page-to-try-knows-the-mock',
      severity: 'error',
      from: { path: '^docs-site/try-it/', pathNot: TESTS },
      to: { path: ['^(src/(?!explorer/page/)|tools|bench|conformance)', MOCK_SERVER] },
    },
    {
      name: 'mocks-know-the-documents-only',
      comment: 'mocks are made from the contract, and have their own scenario data',
      severity: 'error',
      from: { path: '^mocks/', pathNot: TESTS },
      to: { path: '^(src|tools|bench|conformance|docs-site)/' },
    },
    {
      name: 'mocks-run-in-pages',
      comment: 'a page has no Node, and Prism is too large for it',
      severity: 'error',
      from: { path: '^mocks/', pathNot: [MOCK_SERVER, DOCUMENTS, TESTS] },
      to: { pathNot: `^mocks/(?!${MOCK_SERVER.slice('^mocks/'.length)})` },
    },
    {
      name: 'only-one-file-knows-prism',
      severity: 'error',
      from: { pathNot: ['^mocks/http/prism[.]ts$', TESTS] },
      to: { path: 'node_modules/@stoplight' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-tests',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What uses the installed package resolves there only. The built site has copies. The template of stub projects, the implementation for one, the peers of a benchmark and the check of compatibility are separate projects.
    exclude: {
      path: '^tools/package/uses/|(^|/)node_modules/|[.]generated[.]ts$|^src/cli/stubs/template/|^docs/examples/implementation/|^docs-site/(dist[^/]*|astro/[.]astro)/|^bench/serving/peers/|^tools/compatibility/',
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
