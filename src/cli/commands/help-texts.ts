type Pairs = readonly (readonly [string, string])[];

/** The part of a command's help that follows its options. */
export interface HelpText {
  /** Pairs of a purpose and a command. */
  readonly examples?: Pairs;
  /** Pairs of a file and its content. */
  readonly files?: Pairs;
  /** Pairs of a code and its meaning; `EXIT_CODES` by default. */
  readonly exitCodes?: Pairs;
  /** The name of a guide in docs/; by default that of the command above. */
  readonly guide?: string;
}

export const EXIT_CODES: Pairs = [
  ['0', 'success'],
  ['1', 'failure, explained on standard error'],
  ['2', 'usage error'],
];

/** Of the database that is used unless there is a --database. */
const FILES = [
  ['.headcount/headcount.sqlite', 'reports, photos, likes, accounts and keys'],
  ['.headcount/headcount.sqlite-quota', 'request counters, checkpoints and sessions'],
] as const;

/** The texts by the words that call the command. A test checks that every command has an example, and that it is valid. */
export const HELP: Readonly<Record<string, HelpText>> = {
  '': {
    examples: [
      ['Try the API with simulated reports', 'headcount demo'],
      ['Develop a client without a key or data', 'headcount mock --form 2'],
      ['Check a deployment', 'headcount conformance --url https://staging.example.edu --form 2'],
      ['Print the help of a command', 'headcount help keys issue'],
    ],
    guide: 'commands',
  },
  serve: {
    examples: [
      ['Serve the default database', 'headcount serve --time-zone America/New_York'],
      ['Serve a PostgreSQL database', 'headcount serve --database postgres://headcount@db.example/queue'],
      ['Try the account page without a mail server', 'headcount serve --smtp log'],
      ['Let visitors see the page without a key', 'headcount serve --public-page'],
      ['Let people in the line report it', 'headcount serve --report-page'],
    ],
    files: FILES,
    guide: 'settings',
  },
  demo: {
    examples: [['Serve Form 1 on any free port', 'headcount demo --form 1 --port 0']],
    files: [
      ['.headcount/demo.sqlite', 'the simulated reports'],
      ['.headcount/demo.sqlite.key', "the demo's key"],
    ],
    guide: 'quick-start',
  },
  init: {
    examples: [
      ['Ask for everything', 'headcount init'],
      ['Print the files, and write none', 'headcount init --dry-run --venue-name Mensa'],
    ],
    guide: 'your-venue',
  },
  import: {
    examples: [
      ['Add the reports of a file', 'headcount import reports.csv.gz'],
      ['Add what another program prints', 'headcount import - < reports.ndjson'],
      [
        'See what numbers of people become',
        'headcount import x.csv --counts --time-column at --count-column n --dry-run',
      ],
    ],
    files: [['FILE.bad', 'the lines that --skip-bad has skipped']],
    guide: 'importing',
  },
  keys: { guide: 'settings' },
  'keys issue': {
    examples: [
      ['Issue a key', 'headcount keys issue --email ada@cs.example.edu'],
      ['Issue one for 90 days', 'headcount keys issue --email ada@cs.example.edu --expires 90d'],
      ['Store a key in a file', 'headcount keys issue --email ada@cs.example.edu > key'],
    ],
  },
  'keys list': { examples: [['List all keys for a script', 'headcount keys list --json']] },
  'keys replace': {
    examples: [['Replace the secret of key 1', 'headcount keys replace 1']],
  },
  'keys rename': { examples: [['Name key 1', 'headcount keys rename 1 display']] },
  'keys expire': {
    examples: [
      ['Let key 1 work until a date', 'headcount keys expire 1 2027-06-30'],
      ['Let it work until it is revoked', 'headcount keys expire 1 never'],
    ],
  },
  'keys quota': { examples: [['Allow key 1 5000 requests a day', 'headcount keys quota 1 5000']] },
  'keys revoke': { examples: [['Revoke key 1', 'headcount keys revoke 1']] },
  accounts: { guide: 'account-page' },
  'accounts list': { examples: [['List the accounts', 'headcount accounts list']] },
  'accounts show': {
    examples: [['Show the account of an address', 'headcount accounts show ada@cs.example.edu']],
  },
  'accounts export': {
    examples: [['Export what is stored about account 1', 'headcount accounts export 1']],
  },
  'accounts delete': {
    examples: [
      ['Print what would be deleted', 'headcount accounts delete ada@cs.example.edu'],
      ['Delete it', 'headcount accounts delete ada@cs.example.edu --yes'],
    ],
  },
  'accounts sign-out': {
    examples: [['End the sessions of account 1', 'headcount accounts sign-out 1']],
  },
  audit: {
    guide: 'account-page',
    examples: [
      ['Print the events of the last week', 'headcount audit --since 7d'],
      ['Print the events of key 1 for a script', 'headcount audit --key 1 --json'],
    ],
  },
  poster: {
    guide: 'reporting',
    examples: [['Make a poster and a sticker', 'headcount poster --public-url https://queue.example.edu']],
  },
  reporters: { guide: 'reporting' },
  'reporters add': {
    examples: [
      ['Add a device, and store its key', 'headcount reporters add Door > key'],
      ['Add one that reports every five minutes', 'headcount reporters add Door --every 5m > key'],
    ],
  },
  'reporters list': { examples: [['List the devices', 'headcount reporters list']] },
  'reporters remove': { examples: [['End the key of device 1', 'headcount reporters remove 1']] },
  staff: { guide: 'staff' },
  'staff add': {
    examples: [['Also make a sheet to print', 'headcount staff add Counter --sheet counter.svg']],
  },
  'staff list': { examples: [['List the links', 'headcount staff list']] },
  'staff remove': { examples: [['End link 1', 'headcount staff remove 1']] },
  hours: { guide: 'staff' },
  'hours show': { examples: [['Show what is planned', 'headcount hours show']] },
  'hours close': {
    examples: [['Close on dates', 'headcount hours close --on 2026-12-24/2027-01-03']],
  },
  'hours open': { examples: [['Stay open until nine', 'headcount hours open --until 21:00']] },
  'hours take-back': { examples: [['Take back change 1', 'headcount hours take-back 1']] },
  reports: { guide: 'reporting' },
  'reports list': {
    examples: [
      ['List the reports of the last hour', 'headcount reports list --last 1h'],
      ['List the newest report of device 1', 'headcount reports list --reporter 1 --limit 1'],
    ],
  },
  'reports remove': {
    examples: [
      ['Print which reports device 1 has made', 'headcount reports remove --reporter 1 --dry-run'],
      ['Remove all reports from a time on', 'headcount reports remove --from 2026-11-20T12:00'],
    ],
  },
  backup: {
    examples: [
      ['Back up the default database', 'headcount backup --to today.backup'],
      ['Back up every night, and keep a month', 'headcount backup --to backups/ --keep-days 30'],
    ],
    guide: 'backup',
  },
  restore: {
    examples: [
      [
        'Restore a backup into a new database',
        'headcount restore --from today.backup --database sqlite:new.sqlite',
      ],
      ['Restore the accounts and all venues', 'headcount restore --all backups/'],
    ],
    guide: 'backup',
  },
  check: {
    examples: [
      ['Check the default database', 'headcount check'],
      ['Check a backup', 'headcount check --from today.backup'],
    ],
    exitCodes: [
      ['0', 'sound'],
      ['1', 'not sound, or failure'],
      ['2', 'usage error'],
    ],
    guide: 'backup',
  },
  migrate: {
    examples: [
      ['Update the default database', 'headcount migrate'],
      ['Ask whether a database has to be updated', 'headcount migrate --check'],
      ['Move the venue to another time zone', 'headcount migrate --time-zone America/Chicago'],
    ],
    exitCodes: [
      ['0', 'up to date'],
      ['1', 'an update is necessary (`--check`), or failure'],
      ['2', 'usage error'],
    ],
    guide: 'backup',
  },
  simulate: {
    examples: [
      ['Fill a database of its own', 'headcount simulate --weeks 2 --database sqlite:trial.sqlite'],
      ['Write eight weeks to a file', 'headcount simulate --out line.ndjson'],
    ],
    guide: 'importing',
  },
  'check-client': {
    examples: [
      ['Check a script', 'headcount check-client --form 2 -- node bot.js'],
      [
        'Check a page that sends its requests to port 4020',
        'headcount check-client --port 4020 --page http://127.0.0.1:5173/',
      ],
    ],
    exitCodes: [
      ['0', 'the client breaks no rule; it may have warnings'],
      ['1', 'a rule is broken'],
      ['2', 'usage error'],
      ['3', 'could not be checked: the client sent no request'],
      ['4', 'the check itself is broken'],
    ],
    guide: 'check-client',
  },
  stubs: {
    examples: [
      ['Generate a project', 'headcount stubs --form 2 --out my-service'],
      ['Update it to the current contract', 'headcount stubs --update --out my-service'],
    ],
    guide: 'implementing',
  },
  mock: {
    examples: [
      ['Serve Form 1 when the venue is closed', 'headcount mock --form 1 --scenario closed'],
      ['Let a day pass in 24 minutes', 'headcount mock --play rush-hour --speed 60'],
      ['Serve the same data at every start', 'headcount mock --now 2026-11-20T12:30:00-08:00'],
    ],
    guide: 'mocks',
  },
  // The gate's own help has them.
  conformance: { exitCodes: [], guide: 'conformance' },
  'conformance judge': {
    exitCodes: [],
    examples: [['Check a saved run again', 'headcount conformance judge report/run.har']],
  },
  'conformance compare': {
    exitCodes: [],
    examples: [['Compare two runs', 'headcount conformance compare before after']],
  },
  docs: {
    examples: [['Build the site for a static host', 'headcount docs --out public']],
    guide: 'publishing',
  },
  version: {
    examples: [['Print the versions for a script', 'headcount version --json']],
    guide: 'commands',
  },
  completion: {
    examples: [
      ['Bash, in ~/.bashrc', 'source <(headcount completion bash)'],
      ['Zsh, in ~/.zshrc after compinit', 'source <(headcount completion zsh)'],
      ['fish, in ~/.config/fish/config.fish', 'headcount completion fish | source'],
    ],
    guide: 'commands',
  },
};
