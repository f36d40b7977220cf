import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** A running browser, or why there is none. */
export type Launched =
  | { readonly browser: Browser; readonly notice: null }
  | { readonly browser: undefined; readonly notice: string };

/** In order of preference: the headless shell takes half the processor time of a whole browser. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Starts the machine's Chromium, from `CHROMIUM` or the path, with an empty profile and no background requests. Without
 * one, prints and returns a notice, or throws if `REQUIRE_BROWSER=1`.
 */
export async function launchChromium(): Promise<Launched> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    const notice = `BROWSER TESTS SKIPPED: no Chromium on this machine. Install one (${NAMES.join(', ')}), or set CHROMIUM to its path.`;
    if (process.env['REQUIRE_BROWSER'] === '1') throw new Error(`REQUIRE_BROWSER=1, but: ${notice}`);
    console.warn(`\n${'='.repeat(notice.length)}\n${notice}\n${'='.repeat(notice.length)}\n`);
    return { browser: undefined, notice };
  }
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return { browser, notice: null };
}

function findChromium(): string | undefined {
  const { stdout } = spawnSync('which', NAMES, { encoding: 'utf8' });
  return process.env['CHROMIUM'] || stdout?.split('\n')[0] || undefined;
}
