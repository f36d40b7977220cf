import type { Page } from 'playwright-core';
import {
  SERIOUS,
  violations,
  type Watched,
  WITHOUT_CONTRAST,
} from '../../tools/testing/browser/watched-page.fixture.ts';

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Pages that Redoc generates. */
export const REFERENCE = /^openapi\//;
/** Generated pages, and the axe rules for their structure. */
const GENERATED = /^(forms|choices|requirements)\.html$/;
const STRUCTURE_RULES = ['empty-table-header', 'heading-order'];
/** Pages with everything that the theme colors; the others have nothing else. */
const COLORED = /^(index|quick-start|conformance|requirements|decisions\/index|openapi\/.*)\.html$/;
/** Adds up how far the content moves after it is shown. Above 0.1, readers are disturbed (https://web.dev/articles/cls). */
const SUM_OF_JUMPS = `window.jumps = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.jumps += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Errors of a page, and its requests to other hosts. */
export function problemsOf(
  { complaints, requests }: Pick<Watched, 'complaints' | 'requests'>,
  origin: string,
): readonly string[] {
  const urls = requests.map((request) => new URL(request.url()));
  const foreign = urls.filter((url) => url.protocol !== 'data:' && url.origin !== origin);
  return [...complaints, ...foreign.map((url) => `request to ${url}`)];
}

/**
 * Opens pages on a phone, one after the other in one tab, since a tab of its own for each would take twice the processor time.
 * Returns errors, requests to other hosts, jumps and overflow, and the accessibility violations of those that `isChecked` names.
 */
export async function problemsOnPages(
  { page, complaints, requests }: Watched,
  site: { readonly url: string; readonly origin: string },
  paths: readonly string[],
  isChecked: (path: string) => boolean = () => true,
): Promise<readonly string[]> {
  const problems: string[] = [];
  await page.addInitScript(SUM_OF_JUMPS);
  for (const path of paths) {
    const before = { complaints: complaints.length, requests: requests.length };
    // Redoc renders after the page has loaded, and may send requests only then.
    await page.goto(`${site.url}/${path}`, { waitUntil: REFERENCE.test(path) ? 'networkidle' : 'load' });
    const its = {
      complaints: complaints.slice(before.complaints),
      requests: requests.slice(before.requests),
    };
    const found = [...problemsOf(its, site.origin), ...(await layoutProblems(page))];
    if (isChecked(path)) found.push(...(await violationsAt(page, path)));
    problems.push(...found.map((text) => `${path}: ${text}`));
  }
  return problems;
}

async function layoutProblems(page: Page): Promise<readonly string[]> {
  const [width, jumps] = (await page.evaluate(
    '[document.documentElement.scrollWidth, window.jumps]',
  )) as readonly [number, number];
  return [
    ...(width === PHONE.viewport.width ? [] : [`is ${width} wide`]),
    ...(jumps > 0.1 ? [`jumps by ${jumps.toFixed(2)} while it loads`] : []),
  ];
}

function violationsAt(page: Page, path: string): Promise<readonly string[]> {
  const kinds = GENERATED.test(path) ? [...SERIOUS, ...STRUCTURE_RULES] : SERIOUS;
  return violations(page, kinds, COLORED.test(path) ? {} : WITHOUT_CONTRAST);
}
