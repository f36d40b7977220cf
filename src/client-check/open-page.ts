import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.ts';
import type { Client } from './session.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
];
const ON_MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  // Keeps it running.
  '--remote-debugging-port=0',
  // Prints what pages write to the console.
  '--enable-logging=stderr',
  // Chromium has no sandbox for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
] as const;

/** An error that a page doesn't catch, as Chromium prints it. */
const UNCAUGHT = /:CONSOLE[^\n]*"(Uncaught [^\n]*?)(?:", source: |\n)/;

/** A client that is a page. Each scene opens it in a new Chromium, and an error that it doesn't catch is its crash. */
export function pageClient(page: string, milliseconds: number): Client {
  const browser = process.env['CHROMIUM'] || findBrowser();
  return {
    name: page,
    hasKey: true,
    async run(url, key) {
      const profile = await mkdtemp(join(tmpdir(), 'headcount-page-'));
      try {
        const words = [browser, ...FLAGS, `--user-data-dir=${profile}`, page];
        const { kind, end, output } = await runCommand(words, url, key, milliseconds);
        const [, error] = UNCAUGHT.exec(output) ?? [];
        if (error !== undefined) return { kind: 'crashed', text: error };
        return kind === 'running' ? { kind, text: '' } : { kind: 'crashed', text: `${browser}: ${end}` };
      } finally {
        await rm(profile, { recursive: true, force: true });
      }
    },
  };
}

/** The machine's Chromium or Chrome; without one, a name that cannot be started. */
function findBrowser(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...files, ON_MACOS].find((file) => existsSync(file)) ?? 'chromium';
}
