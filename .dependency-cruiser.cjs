// The direction of imports, as ARCHITECTURE.md draws it. Each folder of src may import from those listed for it.
const MAY_IMPORT = {
  contract: [],
  domain: [],
  keys: [],
  form: ['contract', 'domain'],
  store: ['domain'],
  simulation: ['domain'],
  stubs: ['contract'],
  import: ['domain', 'store/store.ts'],
  operations: ['domain', 'form', 'store/store.ts'],
  http: ['contract', 'domain', 'form', 'keys', 'operations', 'store/store.ts', 'store/errors.ts'],
  commands: [
    'contract',
    'domain',
    'form',
    'http',
    'import',
    'keys',
    'simulation',
    'store',
    'stubs',
    '^conformance/main.ts$',
    '^docs-site/main.ts$',
    '^mocks/(main|scenarios).ts$',
  ],
};
// The stages of the gate: each may import itself and those before it. gate.ts and main.ts put them together.
const GATE_STAGES = ['contract', 'requests', 'evidence', 'facts', 'rules', 'verdict', 'reports'];
const TESTS = '[.](test|suite|fixture)[.]ts$';

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
      comment: 'the domain takes time, zone and data as arguments: no packages, nothing of Node',
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
      name: 'the-gate-is-independent',
      comment: 'a mistake shared by service and gate would go unseen',
      severity: 'error',
      from: { path: '^conformance/' },
      to: { path: '^(src|tools|bench|mocks|docs-site)/' },
    },
    {
      name: 'the-reference-is-for-tests-and-benches',
      comment: 'the gate judges deployments, so it never looks at the one it is tested on',
      severity: 'error',
      from: { pathNot: ['^conformance/reference/', '^bench/', TESTS] },
      to: { path: '^conformance/reference/' },
    },
    {
      name: 'the-reference-is-independent',
      comment: 'a mistake shared by the gate and its reference implementation would go unseen',
      severity: 'error',
      from: { path: '^conformance/reference/', pathNot: TESTS },
      // The ids of requirements are a type
      to: { path: '^conformance/', pathNot: '^conformance/(reference/|contract/requirements[.]ts$)' },
    },
    {
      name: 'the-site-knows-documents-only',
      comment: 'docs-site reads the documents and the guides, and never imports what it describes',
      severity: 'error',
      from: { path: '^docs-site/' },
      to: { path: '^(src|tools|bench|conformance|mocks)/' },
    },
    {
      name: 'mocks-know-the-documents-only',
      comment: 'mocks are made from the contract, so they tell a story of their own',
      severity: 'error',
      from: { path: '^mocks/', pathNot: TESTS },
      to: { path: '^(src|tools|bench|conformance|docs-site)/' },
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
    // A scaffold's template and the peers of a benchmark are projects of their own.
    exclude: { path: '(^|/)node_modules/|[.]generated[.]ts$|^src/stubs/template/|^bench/serving/peers/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
