import type { Page } from 'playwright-core';

const OBSERVER = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({ value, sources: sources.map(({ node }) => node?.id || node?.className || node?.parentElement?.id || String(node?.nodeName)) });
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Records the layout shifts of a page that is opened next, also those right after input, which the metric CLS leaves out. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(OBSERVER);
}

/** The sum of all layout shifts so far, and what moved. */
export async function layoutShift(page: Page): Promise<{ readonly sum: number; readonly what: string }> {
  // Two frames later, all shifts are reported.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shifts = (await page.evaluate('window.shifts')) as readonly { value: number; sources: string[] }[];
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    what: JSON.stringify(shifts),
  };
}
