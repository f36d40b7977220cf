/** Measures what a visitor of the explorer waits for, in Chromium on a year of 100,000 reports: layout shifts, interactions and bytes. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../docs-site/browser/chromium.ts';
import { layoutShift, recordShifts } from '../../docs-site/browser/layout-shift.ts';
import { type BenchResult, machine, UsageError } from '../result.ts';
import { PROJECT, programIn, startService } from '../serving/servers.ts';
import { interact, latencies, recordEvents } from './interactions.ts';

const VENUE = ['--time-zone', 'America/Los_Angeles', '--as-of', '2026-10-16T12:35:00-07:00'];
/** Each seed adds about 11,700 reports of the same year. */
const SEEDS = 9;
/** Milliseconds for each response of a slow service. */
const SLOW = 3000;
/** How much slower than this machine a phone is; the aim is for this machine. */
const SLOW_PROCESSOR = 4;
const AIMS = { shift: 0.02, interaction: 200, bytes: 150_000 };
const DEVICES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

export async function bench(): Promise<BenchResult> {
  const { browser, notice } = await launchChromium();
  if (browser === undefined) throw new UsageError(notice);
  const folder = await mkdtemp(join(tmpdir(), 'explorer-'));
  try {
    const { address, stop } = await startYear(join(folder, 'year.sqlite'));
    const rows = [];
    for (const [device, viewport] of Object.entries(DEVICES)) {
      const shift = await measureShift(browser, address, viewport);
      const measured = await measureInteractions(browser, address, viewport, 1);
      const slow = await measureInteractions(browser, address, viewport, SLOW_PROCESSOR);
      rows.push({ device, shift, ...measured, slow });
    }
    await stop();
    return report(rows, await pageBytes());
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

interface Row {
  readonly device: string;
  /** The sum of the layout shifts while the page loads from a slow service. */
  readonly shift: number;
  /** Milliseconds of the longest interaction, and which it was. */
  readonly longest: number;
  readonly what: string;
  /** Milliseconds of the longest event of a pointer that moves over the page. */
  readonly hover: number;
  /** The same with a slow processor. */
  readonly slow: Measured;
}

type Measured = Awaited<ReturnType<typeof latencies>>;

async function startYear(
  file: string,
): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> {
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [programIn(PROJECT), ...args, '--database', `sqlite:${file}`]);
  for (let seed = 1; seed <= SEEDS; seed += 1)
    await run('simulate', '--weeks', '52', '--seed', String(seed), ...VENUE);
  const { stdout } = await run('keys', 'issue', '--email', 'bench@university.edu', '--quota', '999999');
  const server = await startService(file, VENUE);
  return { address: `${server.url}/#key=${stdout.trim()}`, stop: () => server.stop() };
}

async function measureShift(browser: Browser, address: string, viewport: Viewport): Promise<number> {
  const page = await browser.newPage({ viewport });
  await recordShifts(page);
  await page.route(/\/api\//, async (route) => {
    await new Promise((done) => setTimeout(done, SLOW));
    await route.continue();
  });
  await page.goto(address);
  await loaded(page);
  const { sum } = await layoutShift(page);
  await page.close();
  return sum;
}

async function measureInteractions(
  browser: Browser,
  address: string,
  viewport: Viewport,
  slowdown: number,
): Promise<Measured> {
  const page = await browser.newPage({ viewport });
  await recordEvents(page);
  await page.goto(address);
  await loaded(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await interact(page);
  const measured = await latencies(page);
  await page.close();
  return measured;
}

type Viewport = (typeof DEVICES)['desktop'];

async function loaded(page: Page): Promise<void> {
  await page.getByText('Refreshes in').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
}

async function pageBytes(): Promise<number> {
  const folder = join(PROJECT, 'src/explorer/dist');
  const files = (await readdir(folder)).filter((name) => /^(explorer|index|THIRD)/.test(name));
  const sizes = await Promise.all(
    files.map(async (name) => gzipSync(await readFile(join(folder, name)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function report(rows: readonly Row[], bytes: number): BenchResult {
  const lines = rows.map(
    ({ device, shift, longest, what, hover, slow }) =>
      `| ${device} | ${shift.toFixed(4)} | ${longest} ms (${what}) | ${hover} ms | ${slow.longest} ms (${slow.what}) |`,
  );
  const missed = rows.flatMap(({ device, shift, longest }) => [
    ...(shift < AIMS.shift ? [] : [`layout shift on a ${device}: ${shift.toFixed(3)} of ${AIMS.shift}`]),
    ...(longest < AIMS.interaction
      ? []
      : [`interaction on a ${device}: ${longest} ms of ${AIMS.interaction} ms`]),
  ]);
  if (bytes > AIMS.bytes) missed.push(`size: ${bytes} of ${AIMS.bytes} bytes`);
  return {
    table: [
      `A year of reports; layout shifts with a service that takes ${SLOW / 1000} s for each response; ${machine()}`,
      '',
      `| | layout shift while loading | longest interaction | longest hover | longest interaction, processor ${SLOW_PROCESSOR} times slower |`,
      '|---|---|---|---|---|',
      ...lines,
      '',
      `${(bytes / 1000).toFixed(1)} kB gzipped`,
    ].join('\n'),
    figures: { rows, bytes },
    missed,
  };
}
