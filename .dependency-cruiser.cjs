// The direction of imports, as ARCHITECTURE.md shows it. Each folder of src may import the folders and files listed for it.
const MAY_IMPORT = {
  contract: [],
  domain: [],
  keys: [],
  accounts: ['domain', 'keys', 'store/account-store.ts', 'store/store.ts'],
  mail: ['accounts/mailer.ts', 'domain'],
  form: ['contract', 'domain'],
  store: ['domain'],
  simulation: ['domain'],
  stubs: ['contract'],
  import: ['domain', 'store/store.ts'],
  operations: ['domain', 'form', 'store/store.ts'],
  http: [
    'contract',
    'domain',
    'form',
    'keys',
    'operations',
    'store/store.ts',
    'store/account-store.ts',
    'store/errors.ts',
  ],
  'account-page': ['accounts', 'domain', 'http', 'store/account-store.ts'],
  metrics: ['http/observer.ts', 'store/store.ts'],
  commands: [
    'account-page',
    'accounts',
    'contract',
    'domain',
    'form',
    'http',
    'import',
    'keys',
    'mail',
    'metrics',
    'simulation',
    'store',
    'stubs',
    '^conformance/commands/program.ts$',
    '^docs-site/(command|main).ts$',
    '^mocks/(main|scenarios).ts$',
  ],
  library: [
    'accounts',
    'commands',
    'contract',
    'domain',
    'http',
    '^conformance/',
    '^mocks/(main|scenarios).ts$',
  ],
};
// The stages of the gate: each may import itself and the stages before it. Files beside them, such as gate.ts, connect them.
const GATE_STAGES = ['safety', 'contract', 'requests', 'evidence', 'facts', 'rules', 'verdict', 'reports'];
const TESTS = '[.](test|suite|fixture)[.]ts$';
/** The files of the mock that only its server needs. */
const MOCK_SERVER = '^mocks/(main|load-form|http/(serve|prism))[.]ts$';

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import ${allowed.join(', ') || 'nothing else of src'}`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: TESTS },
      to: {
        path: '^(src|tools|bench|conformance|mocks|docs-site)/',
        pathNot: [folder, ...allowed].map((path) => (path.startsWith('^') ? path : `^src/${path}`)),
      },
    })),
    ...GATE_STAGES.map((stage, at) => ({
      name: `gate-${stage}`,
      comment: `conformance/${stage} may import ${GATE_STAGES.slice(0, at + 1).join(', ')}`,
      severity: 'error',
      from: { path: `^conformance/${stage}/`, pathNot: TESTS },
      to: {
        path: '^conformance/',
        pathNot: GATE_STAGES.slice(0, at + 1).map((earlier) => `^conformance/${earlier}/`),
      },
    })),
    {
      name: 'domain-is-pure',
      comment: 'the domain takes time, zone and data as arguments: no packages, no modules of Node',
      severity: 'error',
      from: { path: '^src/(domain|form|simulation)/', pathNot: TESTS },
      to: { dependencyTypesNot: ['local', 'type-only'], pathNot: '^src/' },
    },
    {
      name: 'only-the-router-knows-openapi-backend',
      severity: 'error',
      from: { pathNot: ['^src/http/router[.]ts$', '^bench/'] },
      to: { path: 'node_modules/openapi-backend' },
    },
    {
      name: 'only-sqlite-knows-sqlite',
      severity: 'error',
      from: { pathNot: ['^src/store/sqlite/', TESTS, '^bench/'] },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'only-postgres-knows-pg',
      severity: 'error',
      from: { pathNot: ['^src/store/postgres/', '^tools/postgres-server/', TESTS, '^bench/'] },
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
      from: { pathNot: ['^src/mail/'] },
      to: { path: 'node_modules/nodemailer/' },
    },
    {
      name: 'only-metrics-know-prom-client',
      severity: 'error',
      from: { pathNot: ['^src/metrics/'] },
      to: { path: 'node_modules/prom-client/' },
    },
    {
      name: 'the-gate-is-independent',
      comment:
        "a mistake that service and gate share would go unnoticed; tests of pages use the site's browser",
      severity: 'error',
      from: { path: '^conformance/', pathNot: '[.]browser[.]test[.]ts$' },
      to: { path: '^(src|tools|bench|mocks|docs-site)/' },
    },
    {
      name: 'the-reference-is-for-tests-and-benches',
      comment: 'the gate judges deployments, so it must not know the one that tests it',
      severity: 'error',
      from: { pathNot: ['^conformance/reference/', '^bench/', TESTS] },
      to: { path: '^conformance/reference/' },
    },
    {
      name: 'the-reference-is-independent',
      comment: 'a mistake that the gate and its reference implementation share would go unnoticed',
      severity: 'error',
      from: { path: '^conformance/reference/', pathNot: TESTS },
      // The ids of requirements are a type.
      to: { path: '^conformance/', pathNot: '^conformance/(reference/|contract/requirements[.]ts$)' },
    },
    {
      name: 'the-site-knows-documents-only',
      comment:
        'docs-site reads the documents and the guides, and never imports what it describes; one page runs the mock',
      severity: 'error',
      from: { path: '^docs-site/', pathNot: '^docs-site/try-it/' },
      to: { path: '^(src|tools|bench|conformance|mocks)/' },
    },
    {
      name: 'the-page-to-try-knows-the-mock',
      severity: 'error',
      from: { path: '^docs-site/try-it/', pathNot: TESTS },
      to: { path: ['^(src|tools|bench|conformance)/', MOCK_SERVER] },
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
      from: { path: '^mocks/', pathNot: [MOCK_SERVER, TESTS] },
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
    // What uses the installed package resolves there only. The template of stub projects and the peers of a benchmark are separate projects.
    exclude: {
      path: '^tools/package/uses/|(^|/)node_modules/|[.]generated[.]ts$|^src/stubs/template/|^bench/serving/peers/',
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
