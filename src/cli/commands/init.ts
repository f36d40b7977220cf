import { randomInt } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isHardToGuess } from '../../report-page/sign-code.ts';
import { makeFolder } from '../../service/store/make-folder.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { parseName, parseTimeZone, parseUrl } from '../settings/parse-setting.ts';
import { addSettings, type Settings } from '../settings/settings.ts';
import { isPlainHost, type Site, type SiteFile, siteFiles } from '../site/site-files.ts';
import { parseWeek, type Week } from '../site/week.ts';
import { action } from './action.ts';

/** The facts about the venue that the files need; null if no option gives them. */
interface Answers extends Pick<Settings, 'venueName' | 'timeZone' | 'publicUrl'> {
  readonly hours: Week | null;
}

interface InitSettings extends Answers {
  readonly venues: boolean;
  readonly out: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly force: boolean;
}

const NEEDED = { default: null, shown: 'required, or asked for' };

/** `headcount init`: writes what a machine needs to serve a venue into a folder. */
export function initCommand(): Command {
  const command = addSettings(
    new Command('init').description(
      'Write what a machine needs to serve your venue: settings, opening hours, systemd units, and files for Caddy and nginx. ' +
        'Asks for what no option says.',
    ),
    ['venueName', 'timeZone', 'publicUrl'],
    { venueName: NEEDED, timeZone: NEEDED, publicUrl: NEEDED },
  )
    .addOption(
      new Option('--hours <text>', 'opening hours, such as "mon-fri 11:00-14:00, sat 12:00-15:00", or always')
        .default(NEEDED.default, NEEDED.shown)
        .helpGroup('Venue:')
        .argParser(parseHoursText),
    )
    .option('--venues', 'also write a file for several venues, in which this one keeps the root', false)
    .option('--out <folder>', 'folder to write into', 'headcount-site')
    .option('--yes', 'ask nothing', false)
    .option('--dry-run', 'print the files, and write nothing', false)
    .option('--force', 'replace files that differ', false);
  return command.action(
    action(async ({ venues, out, yes, dryRun, force, ...given }: InitSettings) => {
      const answers = yes || !process.stdin.isTTY ? given : await inTerminal((ask) => askFor(given, ask));
      const missing = QUESTIONS.filter(({ name }) => answers[name] === null).map(({ flag }) => flag);
      if (missing.length > 0) command.error(`error: init needs ${missing.join(', ')}`);
      const site = { ...(answers as Site), publicUrl: plainAddress(answers), isOneOfSeveral: venues };
      const files = siteFiles({ ...site, ...programHere() });
      if (dryRun) {
        console.log(files.map(({ path, text }) => `==> ${path} <==\n${text}`).join('\n'));
      } else {
        await writeFiles(files, out, force);
        console.log(nextCommands(files, out));
      }
    }),
  );
}

interface Question {
  readonly name: keyof Answers;
  readonly flag: string;
  readonly text: string;
  readonly parse: (text: string) => unknown;
}

const QUESTIONS: readonly Question[] = [
  { name: 'venueName', flag: '--venue-name', text: 'Name of the venue', parse: parseName },
  {
    name: 'timeZone',
    flag: '--time-zone',
    text: 'Time zone of the venue, such as America/New_York',
    parse: parseTimeZone,
  },
  {
    name: 'hours',
    flag: '--hours',
    text: 'Opening hours, such as mon-fri 11:00-14:00, sat 12:00-15:00, or always',
    parse: parseHoursText,
  },
  {
    name: 'publicUrl',
    flag: '--public-url',
    text: 'Address, such as queue.example.edu',
    parse: (text) =>
      plainAddress({ publicUrl: parseUrl(text.includes('://') ? text : `https://${text.trim()}`) }),
  },
];

/** Asks until each answer is valid. */
export async function askFor(given: Answers, ask: (question: string) => Promise<string>): Promise<Answers> {
  const answers: Record<string, unknown> = { ...given };
  for (const { name, text, parse } of QUESTIONS) {
    for (let note = ''; answers[name] === null; ) {
      const answer = await ask(`${note}${text}: `);
      try {
        answers[name] = parse(answer.trim());
      } catch (error) {
        if (!(error instanceof InvalidArgumentError || error instanceof OperatorError)) throw error;
        note = `${error.message}\n`;
      }
    }
  }
  return answers as unknown as Answers;
}

/** Standard output stays free for the files. Ends the program when the terminal is closed. */
async function inTerminal<Result>(
  run: (ask: (question: string) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once('SIGINT', () => process.exit(130));
  const onClose = () => process.exit(1);
  terminal.once('close', onClose);
  const result = await run((question) => terminal.question(question));
  terminal.off('close', onClose).close();
  return result;
}

function parseHoursText(text: string): Week {
  try {
    return parseWeek(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}

/** The proxies serve the whole of a host name, on the usual port. */
function plainAddress({ publicUrl }: Pick<Answers, 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl ?? '');
  if (!isPlainHost(hostname)) {
    throw new OperatorError(
      '--public-url: its host must have letters, digits, dots and hyphens, or be an IPv6 address in brackets',
    );
  }
  if (publicUrl === `https://${hostname}`) return publicUrl;
  throw new OperatorError('--public-url: it must be https:// and a host name, without a port or a path');
}

/** The command that starts the service: this program, on this Node.js. */
function programHere(): Pick<Site, 'node' | 'program'> {
  const here = { node: process.execPath, program: realpathSync(process.argv[1] as string) };
  for (const path of Object.values(here)) {
    if (!/^[\w./@+-]+$/.test(path)) {
      throw new OperatorError(
        `${path}: move it to a path of ASCII letters, digits and . / @ + - _, because units name it`,
      );
    }
    if (/^\/(home|root)\//.test(path)) {
      console.error(
        `The service can't read home folders, such as ${path}: install the program in /opt, and run init there.`,
      );
    }
  }
  return here;
}

/** Writes all files or, if others are in their place, none. */
async function writeFiles(files: readonly SiteFile[], out: string, force: boolean): Promise<void> {
  const before = await Promise.all(files.map(({ path }) => textOf(join(out, path))));
  const differing = files.filter(({ text }, n) => before[n] !== null && before[n] !== text);
  if (differing.length > 0 && !force) {
    const paths = differing.map(({ path }) => join(out, path)).join(', ');
    throw new OperatorError(
      `${paths}: exists with other content; use --force to replace it, or another --out`,
    );
  }
  for (const { path, mode, text } of files) {
    const file = join(out, path);
    await makeFolder(dirname(file));
    await writeFile(file, text, { mode });
    // The umask may have taken rights that the service needs.
    await chmod(file, mode);
    if (dirname(path) !== '.') await chmod(dirname(file), 0o755);
  }
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function nextCommands(files: readonly SiteFile[], out: string): string {
  const list = files.map(({ path }) => `  ${join(out, path)}`).join('\n');
  return `Wrote:
${list}

Read them. Then, on the machine that serves:

  sudo useradd --system --user-group --home-dir /var/lib/headcount --shell /usr/sbin/nologin headcount
  sudo cp -r ${join(out, 'etc')} ${join(out, 'usr')} /
  sudo systemctl enable --now headcount.service headcount-backup.timer

Caddyfile and nginx.conf are for the proxy in front. To let only people report who see the sign, set a code in
${join(out, 'etc/headcount/headcount.env')}, such as

  HEADCOUNT_REPORT_CODE=${newReportCode()}`;
}

/** Letters and digits that nobody takes for another. */
const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

function newReportCode(): string {
  const characters = Array.from({ length: 6 }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]);
  const code = characters.join('');
  return isHardToGuess(code) ? code : newReportCode();
}
