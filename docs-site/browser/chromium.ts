import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A running browser; or none, and the reason that there is none. */
export type Launched =
  | { readonly browser: Browser; readonly notice: null }
  | { readonly browser: undefined; readonly notice: string };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Starts the machine's own Chromium, named by `CHROMIUM` or found on the path, with an empty profile and without
 * requests of its own. Without one it says so loudly and answers the notice; where `REQUIRE_BROWSER=1` is set it throws.
 */
export async function launchChromium(): Promise<Launched> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    const notice = `BROWSER TESTS SKIPPED: no Chromium on this machine. Install one (${NAMES.join(', ')}), or name it in CHROMIUM.`;
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
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...candidates, ...ELSEWHERE].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
